import Checkout
import Foundation
import JSON
import Testing

@testable import Merchant

/// Recorded bodies of the protocol: each becomes the sheet that it describes, or is refused with a reason.
@Suite struct ACPBodyTests {
    private func session(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        var object: JSONObject = [
            "id": "cs_1", "status": "ready_for_payment", "currency": "usd", "capabilities": [:],
            "line_items": [
                [
                    "id": "li_1", "item": ["id": "mug"], "quantity": 2, "name": "Mug", "unit_amount": 900,
                    "totals": [["type": "subtotal", "display_text": "Subtotal", "amount": 1800]],
                ]
            ],
            "fulfillment_details": ["address": ["country": "gb"]],
            "selected_fulfillment_options": [["type": "shipping", "option_id": "fast", "item_ids": []]],
            "fulfillment_options": [
                option("slow", 300), option("fast", 700),
            ],
            "totals": [
                total("subtotal", 1800), total("discount", 100), total("fulfillment", 700),
                total("tax", 150), total("fee", 50), total("store_credit", 600), total("total", 2000),
            ],
            "messages": [], "links": [["type": "terms_of_use", "url": "https://mugs.example/terms"]],
        ]
        change(&object)
        return .object(object)
    }

    private func total(_ type: String, _ amount: Int64) -> JSONValue {
        ["type": .string(type), "display_text": .string(type), "amount": .integer(amount)]
    }

    private func option(_ id: String, _ amount: Int64) -> JSONValue {
        [
            "type": "shipping", "id": .string(id), "title": .string(id),
            "totals": .array([total("total", amount)]),
        ]
    }

    private func body(_ value: JSONValue) throws -> ACPBody {
        let bodies = try ACPBody.bodies(in: value.encoded())
        #expect(bodies.count == 1)
        return try #require(bodies.first)
    }

    private func code(_ value: JSONValue) throws -> ACPBodyRefusal.Code? {
        switch try body(value).result {
        case .success: nil
        case .failure(let refusal): refusal.code
        }
    }

    @Test
    func
        `a session's sheet has its lines, discounts, fees and credit, and its chosen method (checkout 4, 5)`()
        throws
    {
        let sheet = try body(session()).result.get()
        let request = sheet.request
        #expect(request.total.amount.minorUnits == 2000 && request.total.label.raw == "mugs.example")
        #expect(request.lineItems.map(\.amount.minorUnits) == [1800, -100, 700, 150, 50, -600])
        #expect(request.lineItems.reduce(0) { $0 + $1.amount.minorUnits } == 2000)
        #expect(request.lineItems[0].label.raw == "Mug × 2")
        #expect(request.selectedMethodID == "fast" && request.shippingMethods.map(\.id) == ["slow", "fast"])
        #expect(request.countryCode == "GB" && request.supportedNetworks == CardNetwork.allCases)
        #expect(!request.totalsAreInconsistent)
    }

    @Test func `sums that do not give the total are shown, and marked (checkout 31)`() throws {
        let sheet = try body(session { $0["totals"] = [total("subtotal", 1800), total("total", 1700)] })
        #expect(try sheet.result.get().request.totalsAreInconsistent)
        // Taken off before the subtotal was written, and shown besides.
        let before = session {
            $0["totals"] = [
                total("items_base_amount", 1900), total("discount", 100), total("subtotal", 1800),
                total("total", 1800),
            ]
        }
        #expect(try !body(before).result.get().request.totalsAreInconsistent)
    }

    @Test(arguments: [
        ("completed", "ended"), ("canceled", "ended"), ("expired", "ended"),
        ("complete_in_progress", "in_progress"), ("in_progress", "in_progress"),
        ("pending_approval", "in_progress"), ("authentication_required", "authentication_required"),
        ("requires_escalation", "escalation"), ("not_ready_for_payment", "not_ready"),
        ("incomplete", "not_ready"), ("teleported", "unsupported"),
    ])
    func `a session that cannot be paid says why, and where it goes on`(status: String, code: String) throws {
        let value = session {
            $0["status"] = .string(status)
            $0["continue_url"] = "https://mugs.example/go/on"
        }
        guard case .failure(let refusal) = try body(value).result else {
            Issue.record("\(status) opens")
            return
        }
        #expect(refusal.code.rawValue == code && refusal.path == "$.status")
        #expect(refusal.continueURL == "https://mugs.example/go/on")
    }

    private func error(_ code: String) -> JSONValue {
        ["type": "error", "code": .string(code), "content_type": "plain", "content": "No."]
    }

    @Test func `a message that is an error closes the sheet, but for a declined card`() throws {
        #expect(try code(session { $0["messages"] = [error("out_of_stock")] }) == .outOfStock)
        #expect(try code(session { $0["messages"] = [error("requires_3ds")] }) == .authenticationRequired)
        #expect(try code(session { $0["messages"] = [error("invalid")] }) == .notReady)
        #expect(try code(session { $0["messages"] = [error("intervention_required")] }) == .notReady)
        let declined = try body(session { $0["messages"] = [error("payment_declined")] }).result.get()
        #expect(declined.messages.map(\.code) == ["payment_declined"])
    }

    @Test func `networks are those that a handler takes, and none is none (checkout 83)`() throws {
        func brands(_ list: [JSONValue]) -> JSONValue {
            session {
                $0["capabilities"] = [
                    "payment": ["handlers": [["name": "card", "config": ["accepted_brands": .array(list)]]]]
                ]
            }
        }
        let some = try body(brands(["visa", "mastercard", "china_union_pay", "unheard"])).result.get()
        #expect(some.request.supportedNetworks == [.visa, .masterCard, .chinaUnionPay])
        #expect(try code(brands([])) == .noNetwork)
    }

    @Test(arguments: [
        (#"{"amount":"100"}"#, "$.totals[0].amount"), (#"{"amount":100.0}"#, "$.totals[0].amount"),
        (#"{"amount":1e2}"#, "$.totals[0].amount"), (#"{"amount":100.5}"#, "$.totals[0].amount"),
        (#"{"amount":null}"#, "$.totals[0].amount"), (#"{}"#, "$.totals[0].amount"),
    ])
    func `an amount that is no integer is refused with its path (checkout 82)`(
        text: String, path: String
    ) throws {
        let member = try JSONValue(parsing: Array(text.utf8))
        guard case .object(var object) = member else { return }
        object["type"] = "total"
        object["display_text"] = "Total"
        let value = session { $0["totals"] = .array([.object(object)]) }
        guard case .failure(let refusal) = try body(value).result else {
            Issue.record("\(text) opens")
            return
        }
        #expect(refusal.code == .malformed && refusal.reason.contains(path), "\(refusal)")
    }

    @Test func `no total and a negative one open no sheet (checkout 14)`() throws {
        #expect(try code(session { $0["totals"] = [total("subtotal", 1)] }) == .noTotal)
        #expect(try code(session { $0["totals"] = [total("total", -1)] }) == .negativeTotal)
    }

    @Test func `an answer of a tool is opened like the session in it`() throws {
        let sheet = try body(["jsonrpc": "2.0", "id": 1, "result": session()]).result.get()
        #expect(sheet.request.total.amount.minorUnits == 2000)
        let call = try body([
            "jsonrpc": "2.0", "id": 1,
            "params": ["name": "create_checkout_session", "arguments": ["payload": ["line_items": []]]],
        ])
        #expect(call.kind == .createRequest)
    }

    @Test func `a collection has one result a body, by name`() throws {
        let file: JSONValue = [
            "$schema": "x", "description": "y", "_notes": [:],
            "request": ["line_items": [], "currency": "usd"],
            "response": session(), "odd": ["a": 1],
        ]
        let bodies = try ACPBody.bodies(in: file.encoded())
        #expect(bodies.map(\.name) == ["request", "response", "odd"])
        #expect(bodies.map(\.kind) == [.createRequest, .session, .other])
        #expect(throws: JSONError.self) { try ACPBody.bodies(in: Array("[1]".utf8)) }
        #expect(throws: JSONError.self) { try ACPBody.bodies(in: Array("nonsense".utf8)) }
    }

    // MARK: The release's own examples, where they are at hand

    @Test func `every body of the release's examples has its sheet or its reason`() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = top.appendingPathComponent("../shared/samples/acp/2026-04-17").standardized
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
            return
        }
        var results: [String: ACPBody] = [:]
        var (count, sheets) = (0, 0)
        for case let file as URL in files where file.pathExtension == "json" {
            for body in try ACPBody.bodies(in: Array(Data(contentsOf: file))) {
                count += 1
                results["\(file.deletingPathExtension().lastPathComponent)/\(body.name)"] = body
                #expect(body.kind != .other, "\(file.lastPathComponent) \(body.name)")
                switch body.result {
                case .success: sheets += 1
                case .failure(let refusal): #expect(!refusal.reason.isEmpty)
                }
            }
        }
        guard count > 0 else { return }
        func verdict(_ name: String) -> String {
            switch results[name]?.result {
            case .success(let sheet)?: sheet.request.total.amount.decimalText
            case .failure(let refusal)?: refusal.code.rawValue
            case nil: "missing"
            }
        }
        let main = "examples.agentic_checkout/"
        let expected = [
            (main + "create_checkout_session_response", "4.80"),
            (main + "create_checkout_session_request", "not_payable"),
            (main + "checkout_session_with_out_of_stock", "out_of_stock"),
            (main + "checkout_session_with_payment_declined", "4.30"),
            (main + "checkout_session_authentication_required", "authentication_required"),
            (main + "complete_checkout_session_response", "ended"),
            (main + "cancel_checkout_session_response", "ended"),
            (main + "webhook_order_update_event", "not_payable"),
            (main + "error_400_requires_3ds", "not_payable"),
            ("examples.mcp.agentic_checkout/cancel_checkout_session_response", "ended"),
            ("examples.mcp.agentic_checkout/error_payment_declined", "not_payable"),
            ("examples.multi_item_checkout/create_multi_item_checkout_response", "13.05"),
            ("automatic-discount/response", "56.97"), ("simple-order/", "not_payable"),
            ("examples.feed/get_products_response", "not_payable"),
            ("examples.delegate_payment/delegate_payment_request", "not_payable"),
        ]
        for (name, wanted) in expected { #expect(verdict(name) == wanted, "\(name)") }
        #expect(sheets >= 10 && count >= 90, "\(sheets) of \(count)")
        let flagged = results.filter { entry in
            if case .success(let sheet) = entry.value.result {
                sheet.request.totalsAreInconsistent
            } else {
                false
            }
        }
        #expect(flagged.keys.sorted() == ["automatic-discount/response"])
    }
}

/// Protocol/merchant.md and the program know the same reasons (D4).
@Suite struct ACPBodyPageTests {
    @Test func `every reason that a body is refused for stands on its page`() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: top.appendingPathComponent("Protocol/merchant.md"), encoding: .utf8)
        for code in ACPBodyRefusal.Code.allCases {
            #expect(text.contains("`\(code.rawValue)`"), "\(code.rawValue)")
        }
    }
}
