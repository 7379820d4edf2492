internal import Checkout
internal import CheckoutJSON
internal import JSON
internal import Merchant
internal import Surfaces

/// Messages of the Agentic Commerce Protocol out of a file.
extension SendCheck {
    /// Each message with what became of it: its sheet, or why it makes none.
    func acp(_ text: [UInt8]) -> Looked {
        let bodies: [ACPBody]
        do throws(JSONError) { bodies = try ACPBody.bodies(in: text) } catch {
            face.show(.fault(Self.shown(error, code: "not_json")))
            return Looked(kind: "acp", invalid: 1)
        }
        var looked = Looked(kind: "acp", invalid: 0)
        for body in bodies {
            switch body.result {
            case .success(let sheet):
                looked.subjects.append(SendSubject(body.name, sheet))
                looked.objections += sheet.request.objections.count
            case .failure: break
            }
            face.show(.body(BodyShown(body)))
        }
        if looked.subjects.isEmpty { looked.invalid = bodies.count }
        return looked
    }
}

extension SendSubject {
    /// A sheet that a merchant's message makes: nobody signed it.
    init(_ name: String, _ sheet: ACPSheet) {
        self.init(
            name: name, content: .request(PaymentRequestJSON.value(of: sheet.request)),
            request: sheet.request, codes: sheet.promo)
    }
}

extension BodyShown {
    init(_ body: ACPBody) {
        var (sheet, refusal): (QuoteShown?, Refusal?)
        var remarks: [Remark] = []
        switch body.result {
        case .success(let found):
            sheet = QuoteShown(
                merchant: found.request.total.label, origin: "", request: found.request,
                codes: found.promo.map { CodeShown($0) })
            remarks = found.messages.map { message in
                Remark(kind: message.kind.rawValue, code: message.code, text: message.text)
            }
        case .failure(let failure):
            refusal = Refusal(
                code: failure.code.rawValue, path: failure.path, reason: ForeignText(failure.reason),
                link: failure.continueURL.map { ForeignText($0) })
        }
        self.init(
            name: body.name, kind: body.kind.rawValue, sheet: sheet, refusal: refusal, remarks: remarks)
    }
}
