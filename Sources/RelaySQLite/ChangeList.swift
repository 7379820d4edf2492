import SQLite

/// The changes of the open transaction in the order they were made, packed for the journal.
struct ChangeList {
    private var writer = ByteWriter()

    /// Adds one that was made.
    mutating func append(_ change: Change, _ values: [SQLiteValue]) {
        writer.append(tag: change.rawValue)
        writer.append(values) { writer, value in
            switch value {
            case .null: writer.append(tag: 0)
            case .integer(let number):
                writer.append(tag: 1)
                writer.append(number)
            case .text(let text):
                writer.append(tag: 2)
                writer.append(Array(text.utf8))
            case .blob(let bytes):
                writer.append(tag: 3)
                writer.append(bytes)
            case .real(let number): preconditionFailure("the relay keeps no real number such as \(number)")
            }
        }
    }

    /// Takes all, for a record.
    mutating func take() -> [UInt8] {
        let taken = writer.bytes
        writer = ByteWriter(capacity: taken.count)
        return taken
    }

    /// Gives each change of a record to `body`, in order.
    static func each(
        in bytes: [UInt8], _ body: (Change, [SQLiteValue]) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let number = try reader.tag()
            guard let change = Change(rawValue: number) else {
                throw .corrupt(detail: "the journal holds change \(number)")
            }
            try body(change, try reader.list { (r) throws(SQLiteError) in try value(&r) })
        }
    }

    private static func value(_ reader: inout ByteReader) throws(SQLiteError) -> SQLiteValue {
        switch try reader.tag() {
        case 0: return .null
        case 1: return .integer(try reader.number())
        case 2: return .text(String(decoding: try reader.variable(), as: UTF8.self))
        case 3: return .blob(try reader.variable())
        case let other: throw .corrupt(detail: "the journal holds a value of kind \(other)")
        }
    }
}
