import Checkout
import CheckoutJSON
import JSON
import Testing

/// The three special requests, after WebKit's layout tests for each.
@Suite struct AgreementCasesTests {
    /// An agreement that is fine: its name, its line's name, and its members.
    private struct Shape: CustomTestStringConvertible {
        let name: String
        let billing: String
        let line: String
        var testDescription: String { name }

        func text(_ changes: [(String, String)] = []) -> String {
            var members = [
                ("paymentDescription", #""paymentDescription""#), (billing, line),
                ("managementURL", #""http://managementURL.com""#),
            ]
            for (name, text) in changes {
                members.removeAll { $0.0 == name }
                if !text.isEmpty { members.append((name, text)) }
            }
            return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        }

        func check(_ changes: [(String, String)] = []) -> RequestCheck {
            PaymentRequestJSON.check(BrowserCasesTests.request([(name, text(changes))]))
        }
    }

    private static let recurring = Shape(
        name: "recurringPaymentRequest", billing: "regularBilling",
        line:
            #"{"label":"l","amount":"5","type":"final","#
            + #""paymentTiming":"recurring","recurringPaymentIntervalCount":1}"#
    )
    private static let reload = Shape(
        name: "automaticReloadPaymentRequest", billing: "automaticReloadBilling",
        line:
            #"{"label":"l","amount":"5","paymentTiming":"automaticReload","#
            + #""automaticReloadPaymentThresholdAmount":"10"}"#
    )
    private static let deferred = Shape(
        name: "deferredPaymentRequest", billing: "deferredBilling",
        line:
            #"{"label":"l","amount":"5","paymentTiming":"deferred","#
            + #""deferredPaymentDate":"2026-12-15T09:30:00.000Z"}"#
    )
    private static let shapes = [recurring, reload, deferred]

    private func timing(_ shape: Shape) -> String {
        shape.name == "recurringPaymentRequest"
            ? "recurring" : shape.name == "deferredPaymentRequest" ? "deferred" : "automaticReload"
    }

    @Test func `AP-8: each opens with what it must have, and with all it may have`() {
        for shape in Self.shapes {
            #expect(shape.check().isAcceptable, "\(shape.check().faults)")
            let all = shape.check([
                ("billingAgreement", #""terms""#), ("tokenNotificationURL", #""http://token.example""#),
            ])
            #expect(all.isAcceptable && all.faults.isEmpty, "\(all.faults)")
            #expect(all.request?.agreement?.text.terms?.raw == "terms")
        }
    }

    @Test func `issue 3: each is refused without its required members or with bad ones`() {
        for shape in Self.shapes {
            let timing = timing(shape)
            let line = shape.billing
            let cases: [[(String, String)]] = [
                [("paymentDescription", "")], [("managementURL", "")], [(line, "")], [(line, "{}")],
                [(line, "null")], [(line, #"{"paymentTiming":"whenever"}"#)],
                [(line, #"{"label":"l","amount":"5","paymentTiming":"immediate"}"#)],
                [(line, #"{"paymentTiming":"\#(timing)"}"#)],
                [(line, #"{"paymentTiming":"\#(timing)","label":"l"}"#)],
                [(line, #"{"paymentTiming":"\#(timing)","label":"l","amount":"invalid"}"#)],
                [("managementURL", "42")], [("managementURL", #""managementURL""#)],
                [("tokenNotificationURL", "42")],
            ]
            for change in cases {
                let check = shape.check(change)
                #expect(!check.isAcceptable, "\(shape.name): \(change)")
                #expect(
                    check.faults.allSatisfy { "\($0.path)".hasPrefix("$.\(shape.name).\(change[0].0)") },
                    "\(shape.name): \(change): \(check.faults)")
            }
            for text in ["null", "[]", "7", #""""#, "{}"] {
                let check = PaymentRequestJSON.check(BrowserCasesTests.request([(shape.name, text)]))
                #expect(!check.isAcceptable, "\(shape.name): \(text)")
            }
        }
    }

    @Test func `a trial is a recurring line, an interval at least one, a threshold an amount`() {
        let trial = #"{"label":"t","amount":"0.00","paymentTiming":"recurring"}"#
        #expect(Self.recurring.check([("trialBilling", trial)]).isAcceptable)
        for text in [
            "null", #"{"label":"t","amount":"0.00"}"#, #"{"paymentTiming":"recurring","amount":"0"}"#,
        ] {
            #expect(!Self.recurring.check([("trialBilling", text)]).isAcceptable, "\(text)")
        }
        for count in ["0", #""1""#, "1.0", "-3", "null"] {
            let line =
                #"{"label":"l","amount":"5","paymentTiming":"recurring","#
                + #""recurringPaymentIntervalCount":\#(count)}"#
            let faults = Self.recurring.check([("regularBilling", line)]).faults
            #expect(faults.map(\.code) == [.badInterval], "checkout 41: \(count)")
        }
        for threshold in ["", #","automaticReloadPaymentThresholdAmount":"invalid""#] {
            let line = #"{"label":"l","amount":"42","paymentTiming":"automaticReload"\#(threshold)}"#
            #expect(!Self.reload.check([("automaticReloadBilling", line)]).isAcceptable, "\(threshold)")
        }
    }

    @Test func `free cancellation needs a day that exists and the zone it is counted in`() {
        let day = ("freeCancellationDate", #""2026-12-08T00:00:00.000Z""#)
        let zone = ("freeCancellationDateTimeZone", #""America/Los_Angeles""#)
        #expect(Self.deferred.check([day, zone]).isAcceptable)
        for change in [
            [day], [zone], [("freeCancellationDate", #""Tomorrow""#), zone],
            [day, ("freeCancellationDateTimeZone", #""Backyard""#)],
            [("freeCancellationDate", "null"), zone],
            [("paymentDescription", #""""#)], [("freeCancellationDate", #""2026-02-29""#), zone],
        ] {
            #expect(!Self.deferred.check(change).isAcceptable, "\(change)")
        }
    }

    @Test func `checkout 40: one special request, and none beside it`() {
        for (first, second) in [(Self.recurring, Self.reload), (Self.reload, Self.deferred)] {
            let check = PaymentRequestJSON.check(
                BrowserCasesTests.request([(first.name, first.text()), (second.name, second.text())]))
            #expect(check.faults.map(\.code) == [.severalRequests])
            #expect(check.faults.map { "\($0.path)" } == ["$.\(second.name)"])
        }
        let contexts =
            #"[{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n","amount":"5"}]"#
        let check = PaymentRequestJSON.check(
            BrowserCasesTests.request([
                (Self.recurring.name, Self.recurring.text()), ("multiTokenContexts", contexts),
            ]))
        #expect(!check.isAcceptable)
    }
}
