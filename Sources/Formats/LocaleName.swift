/// Which language and customs a person has, as the variables say (POSIX, XDG).
package struct LocaleName: Hashable, Sendable {
    /// `en-US`, `de-DE`, `zh-CN`: a language, and a region where one was named.
    package let identifier: String

    /// From `LC_ALL`, then `LC_MONETARY`, then `LANG`; `en-US` where they say nothing of use, as `C` does.
    package init(environment: [String: String]) {
        let told = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        identifier = told.flatMap(Self.identifier) ?? "en-US"
    }

    /// `de_DE.UTF-8@euro` is `de-DE`; nil for `C`, `POSIX` and what is no name.
    private static func identifier(of variable: String) -> String? {
        let name = variable.prefix { $0 != "." && $0 != "@" }
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
        guard let language = parts.first, (2...3).contains(language.count), parts.count <= 3 else {
            return nil
        }
        guard parts.allSatisfy({ $0.utf8.allSatisfy(isLetterOrDigit) }) else { return nil }
        return
            ([language.lowercased()] + parts.dropFirst().map { $0.count == 2 ? $0.uppercased() : String($0) })
            .joined(separator: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
