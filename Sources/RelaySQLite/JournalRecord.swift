import Blocking

/// What one commit changed, as the journal keeps it: numbered statements with their values, the store's time
/// and the number of the newest event. Records are numbered without a gap.
struct JournalRecord {
    let number: Int64
    let time: Int64
    let mark: Int64
    let changes: [UInt8]

    /// Which statements and which tables the numbers mean; it moves with the schema.
    let layout: UInt8

    /// The length of what stands before the changes.
    static let headBytes = 53
    private static let magic: [UInt8] = Array("bstp".utf8)

    /// What a record of so many bytes takes of its segment: each begins a block, so that no write touches
    /// the bytes of an earlier one.
    static func room(for count: Int) -> Int { FixedFile.blocks(for: count) * FixedFile.blockBytes }

    /// The record as bytes; `label` tells what one run of a relay wrote from all else. It is random and never
    /// leaves the machine, so nobody can put the bytes of a record into what the relay keeps for him.
    func encoded(label: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.headBytes + changes.count)
        writer.append(fixed: Self.magic)
        writer.append(tag: layout)
        writer.append(Int64(bitPattern: label))
        writer.append(number)
        writer.append(time)
        writer.append(mark)
        writer.append(Int64(changes.count))
        let sum = Checksum.of(writer.bytes.span, Checksum.of(changes.span, 0))
        writer.append(Int64(bitPattern: sum))
        writer.append(fixed: changes)
        return writer.bytes
    }

    /// The records from the beginning of a segment on, as far as they are whole and their numbers go on. What
    /// comes then is older, or was not finished.
    static func all(in bytes: [UInt8], label: UInt64) -> [JournalRecord] {
        var records: [JournalRecord] = []
        var start = 0
        while let record = read(bytes, at: start, label: label) {
            if let last = records.last, record.number != last.number + 1 { break }
            records.append(record)
            start += room(for: headBytes + record.changes.count)
        }
        return records
    }

    /// The highest number of all whole records, also of those behind a damaged one.
    static func newest(in bytes: [UInt8], label: UInt64) -> Int64? {
        var newest: Int64?
        var start = 0
        while start + headBytes <= bytes.count {
            guard let record = read(bytes, at: start, label: label) else {
                start += FixedFile.blockBytes
                continue
            }
            newest = max(newest ?? record.number, record.number)
            start += room(for: headBytes + record.changes.count)
        }
        return newest
    }

    /// The label of the first record; nil where there is none, or not a whole one.
    static func label(atStartOf bytes: [UInt8]) -> UInt64? {
        guard bytes.count >= headBytes else { return nil }
        let label = UInt64(bitPattern: number(bytes, at: 5))
        return read(bytes, at: 0, label: label) == nil ? nil : label
    }

    private static func read(_ bytes: [UInt8], at start: Int, label: UInt64) -> JournalRecord? {
        guard bytes.count - start >= headBytes else { return nil }
        let head = Array(bytes[start..<start + headBytes])
        guard Array(head[..<4]) == magic, UInt64(bitPattern: number(head, at: 5)) == label else { return nil }
        let count = number(head, at: 37)
        guard count >= 0, count <= bytes.count - start - headBytes else { return nil }
        let body = start + headBytes
        let changes = Array(bytes[body..<body + Int(count)])
        let sum = Checksum.of(head.span.extracting(first: headBytes - 8), Checksum.of(changes.span, 0))
        guard UInt64(bitPattern: number(head, at: headBytes - 8)) == sum else { return nil }
        return JournalRecord(
            number: number(head, at: 13), time: number(head, at: 21), mark: number(head, at: 29),
            changes: changes, layout: head[4])
    }

    private static func number(_ bytes: [UInt8], at start: Int) -> Int64 {
        bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
}

/// Tells a whole record from a torn one; it keeps nobody out.
enum Checksum {
    /// The sum of bytes, going on from another sum.
    static func of(_ bytes: Span<UInt8>, _ start: UInt64) -> UInt64 {
        var sum = start ^ 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
            sum = mix(sum ^ word)
            index += 8
        }
        while index < bytes.count {
            sum = mix(sum ^ UInt64(bytes[index]))
            index += 1
        }
        return sum
    }

    /// A bijection of 64 bits in which each bit reaches many.
    private static func mix(_ word: UInt64) -> UInt64 {
        let product = word &* 0xFF51_AFD7_ED55_8CCD
        return product ^ product >> 32
    }
}
