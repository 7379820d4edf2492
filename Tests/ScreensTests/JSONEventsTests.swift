import Checkout
import JSON
import Surfaces
import Terminal
import TestScenes
import Testing

@testable import Screens

@Suite struct JSONEventsTests {
    private let builder = SurfaceBuilder(formats: WireFormats())

    private func text(_ event: ClientEvent) -> String {
        String(decoding: JSONValue.object(JSONEvents.object(of: event, builder)).encoded(), as: UTF8.self)
    }

    @Test func `pairing prints link, code-wanted, code and paired`() {
        let device = DeviceShown(id: "abc", name: "Ada's \u{1B}phone", kind: "phone")
        #expect(
            text(.link(LinkShown(link: "baton-pair:x", expiresIn: .seconds(120))))
                == #"{"event":"link","link":"baton-pair:x","expires_in_ms":120000}"#)
        #expect(text(.codeWanted(triesLeft: 3)) == #"{"event":"code-wanted","tries_left":3}"#)
        #expect(text(.code("012345")) == #"{"event":"code","code":"012345"}"#)
        #expect(
            text(.paired(device))
                == #"{"event":"paired","device":{"id":"abc","name":"Ada's \u001bphone","kind":"phone"}}"#)
    }

    @Test func `a refused code carries the protocol's reason and words for it`() {
        let shown = text(
            .codeRejected(
                CodeShown(code: "OLD", verdict: .rejected(reason: "discount_code_expired", message: nil))))
        #expect(
            shown
                == #"{"event":"code-rejected","code":"OLD","applied":false,"reason":"discount_code_expired","#
                + #""message":null,"explanation":"it has expired"}"#)
    }

    @Test func `the result names its outcome and the exit status`() {
        #expect(
            text(.result(ResultShown(id: "i", merchant: "M", ending: .superseded(by: "j"))))
                == #"{"event":"result","id":"i","outcome":"superseded","status":13,"merchant":"M","#
                + #""superseded_by":"j"}"#
        )
    }

    @Test func `a list that the relay could not be asked about is stale`() {
        #expect(text(.inbox([], isStale: true)) == #"{"event":"inbox","purchases":[],"stale":true}"#)
        #expect(text(.handoffs([], isStale: false)) == #"{"event":"status","handoffs":[],"stale":false}"#)
    }

    @Test func `every ending has its exit status, as the README says`() {
        let table: [(Ending, Terminal.ExitStatus)] = [
            (.ordered, .done), (.handedOff, .done), (.declined, .declined), (.cancelled, .cancelled),
            (.expired, .expired), (.superseded(by: nil), .superseded), (.inDoubt, .inDoubt),
            (.paymentFailed(reason: nil), .paymentFailed), (.interrupted, .interrupted),
            (.takenElsewhere, .failed), (.closed, .done),
        ]
        for (ending, status) in table { #expect(Terminal.ExitStatus(of: ending) == status) }
    }

    @Test func `checkout 22, 44: amounts are exact and foreign text is given in full`() throws {
        let long = String(repeating: "x", count: 1000)
        let sheet = try Scenes.sheet { $0.lineItems[0].label = ForeignText(long) }
        let object = JSONEvents.object(of: .sheet(sheet, id: "i"), builder)
        guard case .array(let lines)? = object["lines"], case .object(let line)? = lines.first else {
            Issue.record("no lines")
            return
        }
        #expect(line["label"] == .string(long))
        #expect(
            line["amount"]
                == ["amount": "11.40", "currency": "USD", "minor_units": 1140] as JSONValue)
        #expect(object["can_pay"] == true)
        #expect(object["phase"] == "ready")
    }

    @Test func `errors carry code, message and hint`() {
        let object = JSONEvents.object(of: Complaint.noWallet)
        #expect(
            String(decoding: JSONValue.object(object).encoded(), as: UTF8.self)
                == #"{"event":"error","code":"no-wallet","message":"there is no wallet yet","#
                + #""hint":"make one with: baton-phone setup"}"#)
    }
}
