import Blocking
import SQLite
import TestSupport
import Testing

@testable import RelaySQLite

/// What counts as a record of the journal, whatever the disk kept of it.
@Suite final class JournalReadingTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("db") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `both segments are read in order, from the step after the file's`() throws {
        try write([record(5), record(6), record(7)], [record(3), record(4)])
        #expect(try numbers(after: 2) == [3, 4, 5, 6, 7])
        #expect(try numbers(after: 5) == [6, 7])
        #expect(try numbers(after: 7) == [])
        #expect(try numbers(after: 9) == [])
    }

    @Test func `a record that failed at a segment's end gives way to the one in the other segment`() throws {
        try write([record(1), record(2, "failed")], [record(2, "kept, and longer"), record(3)])
        let records = try Journal.pending(path, label: 7, after: 0)
        #expect(records.map(\.number) == [1, 2, 3])
        #expect(records[1].changes == Array("kept, and longer".utf8))
    }

    @Test func `records of an earlier use of the segment, and of another run, are over`() throws {
        let old = record(9, label: 8)
        try write([record(20), record(21), record(8), record(23)], [record(18), record(19), old])
        #expect(throws: SQLiteError.self) { try numbers(after: 17) }
        try write(
            [record(20), record(21), record(8), record(9)], [record(18), record(19), record(20, label: 8)])
        #expect(try numbers(after: 17) == [18, 19, 20, 21])
    }

    @Test func `a record inside what somebody sent is none, for he does not know the label`() throws {
        let forged = record(2, "deletes all", label: 6)
        try write([record(1), forged], [])
        #expect(try numbers(after: 0) == [1])
    }

    @Test(arguments: [0, 4, 5, 12, 13, 29, 37, 44, 45, 52, 53, 57])
    func `a record with one byte damaged is none`(_ place: Int) throws {
        var torn = record(2, "abcde")
        torn[place] ^= 0x10
        try write([record(1), torn], [])
        #expect(try numbers(after: 0) == [1])
    }

    @Test func `a record of which the disk kept any part but not all is none`() throws {
        let whole = record(2, String(repeating: "x", count: 2_000))
        for mask in 1..<15 {
            var torn = [UInt8](repeating: 0, count: whole.count)
            for sector in 0..<4 where mask & 1 << sector != 0 {
                let range = sector * 512..<min((sector + 1) * 512, whole.count)
                torn.replaceSubrange(range, with: whole[range])
            }
            try write([record(1), torn], [])
            #expect(try numbers(after: 0) == [1])
        }
    }

    @Test func `steps that are missing before, between or behind are told`() throws {
        try write([record(5), record(6)], [])
        #expect(throws: SQLiteError.self) { try numbers(after: 3) }
        try write([record(1), record(2)], [record(4), record(5)])
        #expect(throws: SQLiteError.self) { try numbers(after: 0) }
        var damaged = record(2)
        damaged[20] ^= 1
        try write([record(1), damaged, record(3)], [])
        #expect(throws: SQLiteError.self) { try numbers(after: 0) }
    }

    @Test func `files full of zeros, empty ones and missing ones hold nothing`() throws {
        #expect(try numbers(after: 0) == [])
        #expect(try Journal.isMissing(path))
        try write([[UInt8](repeating: 0, count: 4_096)], [])
        #expect(try numbers(after: 0) == [])
        #expect(try !Journal.isFound(path))
        #expect(try !Journal.isMissing(path))
    }

    private func record(_ number: Int64, _ changes: String = "changes", label: UInt64 = 7) -> [UInt8] {
        JournalRecord(number: number, time: 1, mark: 1, changes: Array(changes.utf8), layout: 3)
            .encoded(label: label)
    }

    private func write(_ first: [[UInt8]], _ second: [[UInt8]]) throws {
        for (name, records) in zip(Journal.names(path), [first, second]) {
            try DurableFile.replace(name, with: records.flatMap(padded))
        }
    }

    private func padded(_ record: [UInt8]) -> [UInt8] {
        record + [UInt8](repeating: 0, count: JournalRecord.room(for: record.count) - record.count)
    }

    private func numbers(after applied: Int64) throws -> [Int64] {
        try Journal.pending(path, label: 7, after: applied).map(\.number)
    }
}
