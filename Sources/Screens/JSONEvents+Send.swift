import Checkout
import JSON
import Surfaces

/// What sending out of a file prints with `--json`.
extension JSONEvents {
    static func fault(_ fault: FaultShown) -> JSONObject {
        event(
            "fault",
            [
                "rank": .string(fault.rank), "code": .string(fault.code), "path": .string(fault.path),
                "message": text(fault.message),
            ])
    }

    static func checked(_ checked: CheckedShown) -> JSONObject {
        event(
            "checked",
            [
                "kind": .string(checked.kind), "accepted": .bool(checked.invalid == 0),
                "invalid": integer(checked.invalid), "unsafe": integer(checked.objections),
            ])
    }

    static func body(_ body: BodyShown) -> JSONObject {
        var object = event(
            "body",
            ["name": .string(body.name), "kind": .string(body.kind), "sheet": .null, "refusal": .null])
        if let sheet = body.sheet { object["sheet"] = .object(priced(sheet)) }
        object["remarks"] = .array(
            body.remarks.map { ["kind": .string($0.kind), "code": .string($0.code), "text": text($0.text)] })
        if let refusal = body.refusal {
            object["refusal"] = [
                "code": .string(refusal.code), "path": .string(refusal.path), "reason": text(refusal.reason),
                "link": text(refusal.link),
            ]
        }
        return object
    }

    /// A payment that was given back: `apple_pay` is what the phone sealed, as it is.
    static func payment(_ payment: PaymentShown) -> JSONValue {
        var applePay = JSONValue.null
        if let text = payment.text {
            // It was JSON when it was opened; where it is not any more, there is none.
            do throws(JSONError) { applePay = try JSONValue(parsing: Array(text.utf8)) } catch {}
        }
        return [
            "total": amount(payment.total), "pending": .bool(payment.isPending),
            "payment": .string(payment.label),
            "has_token": .bool(payment.hasToken), "saved_to": text(payment.savedTo), "apple_pay": applePay,
        ]
    }
}
