package import Checkout

extension Words {
    /// What a script has to agree to beside the total.
    package static func consentWanted(_ sheet: Sheet) -> String {
        let currency = sheet.request.currency.code
        let found = sheet.request.objections.map { objection($0, currency) }
        if let first = found.first { return first }
        if sheet.request.bindsBeyondTotal, !sheet.request.total.isPending {
            return "the request binds to more than its total: later payments, or a larger hold"
        }
        let cap = sheet.request.pendingMaximum.map { " (at most \($0.decimalText) \(currency))" } ?? ""
        return "the total is not known yet\(cap)"
    }

    /// What sending out of a file says.
    package enum Send {
        package static func fault(_ rank: String, _ message: String) -> String { "\(rank): \(message)" }

        package static func isThere(_ file: String) -> String {
            "\(file) is there already and is not replaced"
        }

        /// What only Baton objects to in a sheet that a merchant's message makes.
        package static func objected(_ objection: RequestObjection, _ request: PaymentRequest) -> String {
            fault("unsafe", Words.objection(objection, request.currency.code))
        }

        package static func remark(_ kind: String, _ text: String) -> String {
            "The merchant says (\(kind)): \(text)"
        }

        package static func checked(_ checked: CheckedShown) -> String {
            let found = [
                checked.invalid > 0 ? "\(counted(Int64(checked.invalid), "fault"))" : nil,
                checked.objections > 0
                    ? "\(counted(Int64(checked.objections), "point")) to be agreed to on the phone" : nil,
            ].compactMap { $0 }
            let verdict = checked.invalid > 0 ? "This \(noun(checked.kind)) is refused" : "Good to send"
            return found.isEmpty ? "\(verdict)." : "\(verdict): \(listed(found))."
        }

        private static func noun(_ kind: String) -> String {
            switch kind {
            case "quote": "quote"
            case "acp": "file"
            default: "request"
            }
        }

        package static func refused(
            _ name: String, _ kind: String, _ path: String, _ reason: String
        ) -> String {
            "\(name.isEmpty ? kind : name): refused, \(path): \(reason)"
        }

        package static func sheet(_ name: String, _ kind: String, _ merchant: String) -> String {
            "\(name.isEmpty ? kind : name): a sheet for \(merchant)"
        }

        package static let nobody = "No merchant signed it, and none is asked"

        package static func notProven(_ origin: String) -> String {
            "It names \(origin), which did not sign it"
        }

        package static func named(_ origin: String) -> String {
            "\(origin), as it says; the phone checks that"
        }

        package static let unverified = "unverified"

        package static let unsigned =
            "No merchant signed this request. Where you trust its sender, accept-unsigned lets you pay it."

        /// A full sentence that says what has happened (UI-7).
        package static func announced(_ sender: String, _ total: String?) -> String {
            total.map { "\(sender) sends a request of \($0) that no merchant signed." }
                ?? "\(sender) sends a request that no merchant signed."
        }

        package static func confirmTitle(_ merchant: String) -> String {
            "Send a request of \(merchant) to the phone?"
        }

        package static let verb = "Send"

        package static let authorized = "Payment authorized"

        package static let noToken =
            "It has no payment token, for no --merchant-certificate said whom to seal it to."

        package static func saved(_ file: String) -> String { "The payment is in \(file)." }

        package static let notSaved =
            "The payment was not saved: baton-watch status ID --output FILE does it."

        package static let askSend = "Send it to the phone?"
    }
}
