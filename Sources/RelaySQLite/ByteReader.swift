import Handoffs
import SQLite

/// Takes apart what a `ByteWriter` packed. Whatever does not fit means that the file was damaged.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() throws(SQLiteError) -> Int64 {
        try take(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    mutating func flag() throws(SQLiteError) -> Bool {
        switch try tag() {
        case 0: return false
        case 1: return true
        case let other: throw .corrupt(detail: "a flag is \(other)")
        }
    }

    mutating func tag() throws(SQLiteError) -> UInt8 {
        guard position < bytes.count else { throw .corrupt(detail: "a row ends early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func instant() throws(SQLiteError) -> Instant { Instant(milliseconds: try number()) }

    mutating func identifier<ID: Identifier>(_: ID.Type = ID.self) throws(SQLiteError) -> ID {
        guard let id = ID(bytes: try take(ID.Storage.count)) else {
            throw .corrupt(detail: "a row ends early")
        }
        return id
    }

    mutating func variable() throws(SQLiteError) -> [UInt8] {
        let count = try number()
        guard count >= 0, count <= bytes.count else { throw .corrupt(detail: "a length is \(count)") }
        return Array(try take(Int(count)))
    }

    mutating func optional<Value>(
        _ read: (inout ByteReader) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func list<Element>(
        _ read: (inout ByteReader) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> [Element] {
        let count = Int(try tag())
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    /// Refuses bytes that nobody reads.
    func finish() throws(SQLiteError) {
        guard position == bytes.count else { throw .corrupt(detail: "a row is too long") }
    }

    private mutating func take(_ count: Int) throws(SQLiteError) -> ArraySlice<UInt8> {
        guard bytes.count - position >= count else { throw .corrupt(detail: "a row ends early") }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
