import Checkout
import Crypto
import Encodings

extension CheckoutSession {
    /// The hash of what the session holds, which its quote repeats: currency, lines, chosen option and sums,
    /// each length-prefixed (Protocol/merchant.md, quote).
    package var contentsHash: [UInt8] {
        var parts = ["baton/quote/1", id, currency.code, String(lines.count)]
        for line in lines { parts += [line.itemID, String(line.quantity), String(line.amount.minorUnits)] }
        parts.append(selectedOptionID ?? "")
        for total in totals { parts += [total.kind.text, String(total.amount.minorUnits)] }
        return SHA256.hash(LengthPrefixed.encode(texts: parts))
    }
}
