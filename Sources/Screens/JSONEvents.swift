import Checkout
import JSON
import Surfaces
import Terminal

/// Events as objects, in the shapes of `Protocol/command-line.md`. Foreign text is given in full (checkout
/// 44).
enum JSONEvents {
    static func object(of complaint: Complaint) -> JSONObject {
        error(complaint.code, complaint.message, complaint.hint)
    }

    static func object(of error: UsageError) -> JSONObject { self.error("usage", error.message, error.hint) }

    private static func error(_ code: String, _ message: String, _ hint: String?) -> JSONObject {
        event("error", ["code": .string(code), "message": .string(message), "hint": text(hint)])
    }

    /// The event's object.
    static func object(of event: ClientEvent, _ builder: SurfaceBuilder) -> JSONObject {
        switch event {
        case .link(let shown):
            self.event("link", ["link": .string(shown.link), "expires_in_ms": milliseconds(shown.expiresIn)])
        case .codeWanted(let left): self.event("code-wanted", ["tries_left": integer(left)])
        case .codeWrong(let left): self.event("code-wrong", ["tries_left": integer(left)])
        case .code(let code): self.event("code", ["code": .string(code)])
        case .codeRightWanted: self.event("code-right-wanted", [:])
        case .codeRight: self.event("code-right", [:])
        case .paired(let device): self.event("paired", ["device": self.device(device)])
        case .unpaired(let device): self.event("unpaired", ["device": self.device(device)])
        case .devices(let devices): self.event("devices", ["devices": .array(devices.map(device))])
        case .pairedElsewhere(let sender, let other):
            self.event(
                "paired-elsewhere", ["from": self.device(sender), "device": self.device(other)])
        case .menu(let menu): self.menu(menu)
        case .quoted(let quote): self.quoted(quote)
        case .codeRejected(let code): self.event("code-rejected", self.code(code))
        case .continueAt(let link): self.event("continue", ["link": text(link)])
        case .severalWays(let groups):
            self.event(
                "several-ways",
                ["groups": .array(groups.map { .array($0.map { text($0) }) })])
        case .handedOff(let handoff): handedOff(handoff)
        case .progress(let id, let step):
            self.event("progress", ["id": .string(id), "step": .string(step.rawValue)])
        case .handoffs(let handoffs, let isStale):
            self.event(
                "status", ["handoffs": .array(handoffs.map(self.handoff)), "stale": .bool(isStale)])
        case .result(let result): self.result(result)
        case .fault(let fault): self.fault(fault)
        case .checked(let checked): self.checked(checked)
        case .body(let body): self.body(body)
        case .walletReady, .wallet, .passcodeChanged, .availability, .listening, .announced, .badge, .inbox,
            .sheet,
            .passcodeWrong, .orders, .commands:
            phoneObject(of: event, builder)
        }
    }

    // MARK: parts

    static func event(_ name: String, _ members: JSONObject) -> JSONObject {
        var object: JSONObject = ["event": .string(name)]
        for (member, value) in members.members { object[member] = value }
        return object
    }

    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    static func text(_ text: ForeignText?) -> JSONValue { self.text(text?.raw) }
    static func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    static func milliseconds(_ duration: Duration?) -> JSONValue {
        guard let duration else { return .null }
        let parts = duration.components
        return .integer(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }

    /// Exact, twice: as the wire writes decimals, and in minor units.
    static func amount(_ amount: Amount?) -> JSONValue {
        guard let amount else { return .null }
        return [
            "amount": .string(amount.decimalText), "currency": .string(amount.currency.code),
            "minor_units": .integer(amount.minorUnits),
        ]
    }

    static func dates(_ range: CalendarDateRange?) -> JSONValue {
        guard let range else { return .null }
        return ["first": .string(range.first.text), "last": .string(range.last.text)]
    }

    private static func device(_ device: DeviceShown) -> JSONValue {
        ["id": .string(device.id), "name": text(device.name), "kind": .string(device.kind)]
    }

    static func line(_ item: LineItem) -> JSONValue {
        [
            "label": text(item.label), "amount": amount(item.amount), "pending": .bool(item.isPending),
            "written": text(item.writtenAmount),
        ]
    }

    static func code(_ code: CodeShown) -> JSONObject {
        var object: JSONObject = ["code": text(code.code)]
        switch code.verdict {
        case .applied(let amount, let label):
            object["applied"] = true
            object["discount"] = self.amount(amount)
            object["label"] = text(label)
        case .rejected(let reason, let message):
            object["applied"] = false
            object["reason"] = .string(reason)
            object["message"] = text(message)
            object["explanation"] = .string(Words.Buying.refusal(reason))
        }
        return object
    }
}
