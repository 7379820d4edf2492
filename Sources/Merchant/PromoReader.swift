import Checkout
import JSON

/// Makes one record of each submitted code out of ACP's three lists, and of its messages where a merchant
/// refuses codes only there (checkout 10).
struct PromoReader {
    private struct Entry {
        let code: String
        let verdict: PromoResult.Verdict
    }

    private let codes: [String]
    private var open: [Entry] = []
    private var automatic: [PromoResult] = []
    private let messages: [SessionMessage]

    init(_ node: JSONNode, _ messages: [SessionMessage], _ money: MoneyReader) throws(JSONError) {
        self.messages = messages
        var codes: [String] = []
        for code in try node.elements("codes") { codes.append(try code.string()) }
        self.codes = codes
        for entry in try node.elements("applied") {
            let coupon = try entry.present("coupon")
            let code = try entry.present("code")?.string() ?? ""
            let label = try coupon?.text("name") ?? ForeignText(code)
            let verdict = PromoResult.Verdict.applied(
                try money.reduction(entry.member("amount")), label: label)
            if code.isEmpty {
                automatic.append(PromoResult(code: "", verdict))
            } else {
                open.append(Entry(code: code, verdict: verdict))
            }
        }
        for entry in try node.elements("rejected") {
            let reason = PromoRejection(try entry.member("reason").string())
            let text = try entry.text("message") ?? ""
            open.append(Entry(code: try entry.member("code").string(), verdict: .rejected(reason, text)))
        }
    }

    func results() -> [PromoResult] {
        var results: [PromoResult] = []
        var open = open
        for (index, code) in codes.enumerated() {
            if let place = open.firstIndex(where: { Self.same($0.code, code) }) {
                let entry = open.remove(at: place)
                results.append(PromoResult(code: entry.code, entry.verdict))
            } else {
                results.append(PromoResult(code: code, fromMessages(index)))
            }
        }
        // What was applied or refused without being listed is told all the same.
        return results + open.map { PromoResult(code: $0.code, $0.verdict) } + automatic
    }

    private func fromMessages(_ index: Int) -> PromoResult.Verdict {
        let message = messages.first { message in
            message.code.hasPrefix("discount_code_") && message.param == "$.discounts.codes[\(index)]"
        }
        return .rejected(PromoRejection(message?.code ?? ""), message?.text ?? "")
    }

    /// Codes are compared without case and the spaces around them (checkout 8).
    static func same(_ left: String, _ right: String) -> Bool { canonical(left) == canonical(right) }

    static func canonical(_ code: String) -> String {
        let words = code.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").uppercased()
    }
}
