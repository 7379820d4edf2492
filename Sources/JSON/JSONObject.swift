/// The members of a JSON object, in order and without duplicates.
package struct JSONObject: Sendable {
    /// Names and values in the order they were written.
    package private(set) var members: [(name: String, value: JSONValue)]

    /// An object without members.
    package init() { members = [] }

    /// INVARIANT: the names are distinct. The reader refuses duplicates; a literal with one is a bug of ours.
    package init(members: [(name: String, value: JSONValue)]) { self.members = members }

    /// Whether it has no members.
    package var isEmpty: Bool { members.isEmpty }

    /// How many members it has.
    package var count: Int { members.count }

    /// The member's value; assigning nil removes the member, assigning to a new name puts it last.
    package subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Objects are equal whatever the order of their members (RFC 8259, section 4).
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(members: elements.map { ($0.0, $0.1) })
    }
}
