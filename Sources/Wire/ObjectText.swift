package import Handoffs
internal import JSON

/// A JSON object as it is written, without a tree: for the answers and events of which a relay writes
/// several a step. Names are literals of ours that need no escape.
package struct ObjectText {
    private var bytes: [UInt8]

    /// An object without members, with room for so many bytes.
    package init(room: Int = 512) {
        bytes = []
        bytes.reserveCapacity(room)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Adds a whole number.
    package mutating func add(_ name: String, _ number: Int64) {
        begin(name)
        append(number)
    }

    /// Adds a number that may be absent.
    package mutating func add(_ name: String, _ number: Int64?) {
        if let number { add(name, number) }
    }

    /// Adds an id's text.
    package mutating func add(_ name: String, _ id: (some Identifier)?) {
        if let id { add(name, word: id.text) }
    }

    /// Adds a name out of a closed set, which needs no escape.
    package mutating func add(_ name: String, word: String) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: word.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds any text.
    package mutating func add(_ name: String, text: String?) {
        guard let text else { return }
        begin(name)
        bytes += JSONValue.string(text).encoded()
    }

    /// Adds `true` where something is so; nothing otherwise.
    package mutating func add(_ name: String, ifTrue isSo: Bool) {
        guard isSo else { return }
        begin(name)
        bytes.append(contentsOf: "true".utf8)
    }

    /// The object's text.
    package consuming func text() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func begin(_ name: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }
}
