import Checkout
import JSON

/// ACP's `Address`. It demands every member, so what is not known, or not told before the person pays, is
/// `-`.
enum AddressJSON {
    static let unknown = "-"

    static func value(of address: PostalAddress, name: String) -> JSONValue {
        var object: JSONObject = [
            "name": .string(known(name)), "line_one": .string(known(address.lines.first ?? "")),
        ]
        let rest = address.lines.dropFirst().joined(separator: ", ")
        if !rest.isEmpty { object["line_two"] = .string(rest) }
        object["city"] = .string(known(address.city))
        object["state"] = .string(known(address.region))
        object["country"] = .string(address.country)
        object["postal_code"] = .string(known(address.postalCode))
        return .object(object)
    }

    static func address(from node: JSONNode) throws(JSONError) -> PostalAddress {
        var lines: [String] = []
        for name in ["line_one", "line_two"] {
            let line = read(try node.present(name)?.string())
            if !line.isEmpty { lines.append(line) }
        }
        return PostalAddress(
            lines: lines, city: read(try node.present("city")?.string()),
            region: read(try node.present("state")?.string()),
            postalCode: read(try node.present("postal_code")?.string()),
            country: try node.member("country").string().uppercased())
    }

    static func read(_ text: String?) -> String {
        guard let text, text != unknown else { return "" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func known(_ text: String) -> String { text.isEmpty ? unknown : text }
}
