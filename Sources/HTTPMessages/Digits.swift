/// Numbers as HTTP writes them: digits only, no sign, no space.
enum Digits {
    static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The value of decimal digits; nil for anything else. What passes `Int.max` is `Int.max`: more than any
    /// limit.
    static func decimal(_ text: some StringProtocol) -> Int? {
        var value = 0
        guard !text.isEmpty else { return nil }
        for byte in text.utf8 {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            value = overflowed || carried ? Int.max : sum
        }
        return value
    }
}
