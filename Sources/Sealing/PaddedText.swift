/// JSON with spaces behind it, so that the size of what is sealed tells little (Protocol/token.md).
enum PaddedText {
    /// `text` filled up to the smallest of `sizes` that holds it; nil where none does.
    static func pad(_ text: [UInt8], to sizes: [Int]) -> [UInt8]? {
        guard let size = sizes.first(where: { $0 >= text.count }) else { return nil }
        return text + [UInt8](repeating: UInt8(ascii: " "), count: size - text.count)
    }
}
