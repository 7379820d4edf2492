import Checkout
import TestScenes
import Testing

@testable import Surfaces

/// What a sheet says of objections, agreements and refusals.
@Suite struct SheetNoticeTests {
    private let builder = SurfaceBuilder(formats: WireFormats())
    private let text = AgreementText(
        description: "Club \u{1B}[31mmembership", terms: "Paid until you cancel.",
        managementURL: "https://club.example")

    private func surface(_ change: (inout PaymentRequest) throws -> Void) throws -> SheetSurface {
        builder.surface(of: try Scenes.sheet(change))
    }

    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text: text)) }

    @Test func `AP-8, checkout 38: a recurring agreement shows trial and regular payment with their days`()
        throws
    {
        let trial = RecurringTerms(every: 1, .month, end: try day("2026-12-31"))
        let regular = RecurringTerms(
            every: 1, .month, start: try day("2027-01-01"), end: try day("2027-12-31"))
        let shown = try surface { request in
            request.agreement = .recurring(
                RecurringAgreement(
                    text, regular: LineItem("Monthly", try Scenes.dollars(999), timing: .recurring(regular)),
                    trial: LineItem("Trial", try Scenes.dollars(0), timing: .recurring(trial))))
        }
        let agreement = try #require(shown.agreement)
        #expect(agreement.title.text == "Club [31mmembership")
        #expect(
            agreement.rows == [
                Row("Trial", "0.00 USD", detail: "every month until 2026-12-31"),
                Row("Monthly", "9.99 USD", detail: "every month from 2027-01-01 until 2027-12-31"),
            ])
        #expect(
            agreement.notes == [
                "Terms: Paid until you cancel.", "Change or end it at https://club.example",
            ])
    }

    @Test func `AP-8: deferred and automatic payments say when, and until when they are free to cancel`()
        throws
    {
        let deferred = try surface { request in
            request.total.amount = try Scenes.dollars(0)
            request.lineItems = []
            request.agreement = .deferred(
                DeferredAgreement(
                    text,
                    billing: LineItem(
                        "Room", try Scenes.dollars(20_000), timing: .deferred(date: try day("2027-03-01"))),
                    freeCancellation: FreeCancellation(
                        date: try day("2027-02-20"), timeZone: "Europe/Berlin")))
        }
        #expect(deferred.agreement?.rows == [Row("Room", "200.00 USD", detail: "on 2027-03-01")])
        #expect(
            deferred.agreement?.notes.first == "Free cancellation until 2027-02-20 (time of Europe/Berlin).")
        #expect(deferred.notices == ["Nothing is charged now."])
        let reload = try surface { request in
            let timing = PaymentTiming.automaticReload(threshold: try Scenes.dollars(500))
            request.agreement = .automaticReload(
                ReloadAgreement(text, billing: LineItem("Top up", try Scenes.dollars(2000), timing: timing)))
        }
        #expect(
            reload.agreement?.rows == [
                Row("Top up", "20.00 USD", detail: "when the balance is below 5.00 USD")
            ])
    }

    @Test func `checkout 32: a free order says that nothing is charged`() throws {
        let shown = try surface { request in
            request.total.amount = try Scenes.dollars(0)
            request.lineItems = []
        }
        #expect(shown.notices == ["Nothing is charged."])
        #expect(shown.total.value == "0.00 USD" && shown.payLine == "Pay Baton Coffee" && shown.isPayOn)
    }

    @Test func `issue 3: each objection is said in words of its own, and how to say yes`() throws {
        var words: Set<String> = []
        for objection in RequestObjection.allCases {
            let shown = try surface { $0.object(objection) }
            #expect(shown.notices.count == 1 && !shown.isPayOn)
            words.insert(shown.notices[0])
            #expect(shown.state?.contains("accept-total") == true)
        }
        #expect(words.count == RequestObjection.allCases.count)
    }

    @Test func `checkout 29: an amount that cannot be charged is shown as written, with its reason`() throws {
        let shown = try surface { request in
            request.lineItems[0].writtenAmount = "3.9875"
            request.total.writtenAmount = "9.9975"
            request.object(.excessDigits)
        }
        #expect(shown.lines[0].value == "3.9875 USD")
        #expect(shown.total.value == "9.9975 USD")
        #expect(
            shown.state == "The total has parts that its currency does not have, so it cannot be charged.")
    }

    @Test func `checkout 50: a refused part of the contact is said at its field, made harmless`() throws {
        var sheet = try Scenes.sheet()
        _ = try sheet.apply(.retry, at: .zero)
        let message = ForeignText("No province\u{1B}[2J \u{202E}" + String(repeating: "x", count: 500))
        _ = try sheet.apply(
            .updateFailed(try #require(sheet.awaited), .contactRefused(.postalAddress, message)), at: .zero)
        let shown = builder.surface(of: sheet)
        let field = try #require(shown.fields.first { $0.name == "address" })
        let error = try #require(field.error)
        #expect(error.hasPrefix("not accepted: No province[2J x") && error.hasSuffix("…"))
        #expect(CellWidth.of(error) <= 220 && !error.contains("\u{1B}") && !error.contains("\u{202E}"))
        #expect(shown.notices == [])
        #expect(shown.fields.filter { $0.error != nil }.count == 1)
    }

    @Test
    func `checkout 50: the merchant's messages stand at their fields, others above, and why Pay is off`()
        throws
    {
        var sheet = try Scenes.sheet()
        _ = try sheet.apply(.retry, at: .zero)
        let id = try #require(sheet.awaited)
        let messages = [
            SheetMessage(.refusal, .postalAddress, "There is no state Kowloon\u{1B}[2J."),
            SheetMessage(.note, nil, "Fragile goods."),
        ]
        _ = try sheet.apply(.merchantSaid(id, messages), at: .zero)
        _ = try sheet.apply(.answered(id, sheet.request), at: .zero)
        let shown = builder.surface(of: sheet)
        #expect(
            shown.fields.first { $0.name == "address" }?.error
                == "not accepted: There is no state Kowloon[2J.")
        #expect(shown.notices == ["The merchant says: Fragile goods."])
        #expect(shown.state == "The merchant does not take it so: There is no state Kowloon[2J.")
        #expect(!shown.isPayOn)
    }

    @Test func `what has no name is shown as such`() throws {
        let shown = try surface { request in
            request.object(.unnamed)
            request.lineItems[0].label = ""
            request.total.label = " "
        }
        #expect(shown.lines[0].label.raw == "(no name given)")
        #expect(shown.payLine == "Pay (no name given)")
    }

    @Test func `checkout 35: a pending total without a limit says so`() throws {
        let shown = try surface { request in
            request.total.isPending = true
            request.object(.pendingWithoutLimit)
        }
        #expect(shown.total.value == "Amount Pending")
        #expect(shown.notices.contains("Amount Pending, no limit given."))
    }

    @Test
    func `AP-6: an address that is required is shown whatever the kind, and no place that nobody names`()
        throws
    {
        let service = try surface { request in
            request.shippingKind = .servicePickup
            request.shippingMethods[0].detail = nil
        }
        #expect(service.fields.map(\.name) == ["contact", "address", "method", "card"])
        #expect(service.fields[1].label == "Pick up from")
        let nowhere = try surface { request in
            request.shippingKind = .storePickup
            request.requiredShippingFields = [.name]
            request.shippingMethods[0].detail = nil
        }
        #expect(nowhere.fields.map(\.name) == ["contact", "method", "card"])
    }

    @Test func `AP-6: the billing address that the merchant gets is shown before consent`() throws {
        let shown = try surface { $0.requiredBillingFields = [.postalAddress] }
        let field = try #require(shown.fields.first { $0.name == "billing" })
        #expect(field.label == "Bill to" && field.value.raw == "1 Main Street, Springfield CA 94102, US")
        #expect(try surface { _ in }.fields.allSatisfy { $0.name != "billing" })
    }

    @Test func `AP-14: where no card fits, what would is said at once`() throws {
        let shown = try surface { request in
            request.supportedNetworks = [.jcb, .amex]
            request.capabilities = [.supports3DS, .supportsDebit]
        }
        #expect(shown.notices == ["No card of yours fits: this takes debit JCB and Amex."])
        #expect(shown.fields.last?.value.raw == "Set Up Baton Pay")
    }

    @Test(arguments: [
        ("", "2027-02-20 (time of Europe/Berlin)."),
        ("T18:00:00", "2027-02-20, 18:00 (time of Europe/Berlin)."),
        ("T18:00:00.000Z", "2027-02-20, 18:00 UTC."), ("T18:00+02:00", "2027-02-20, 18:00 +02:00."),
    ])
    func `the hour until which cancelling is free is shown as it was given`(
        time: String, words: String
    ) throws {
        let shown = try surface { request in
            request.agreement = .deferred(
                DeferredAgreement(
                    text, billing: LineItem("Room", try Scenes.dollars(1), timing: .deferred(date: nil)),
                    freeCancellation: FreeCancellation(
                        date: try day("2027-02-20"), time: time, timeZone: "Europe/Berlin")))
        }
        #expect(shown.agreement?.notes.first == "Free cancellation until \(words)")
    }
}
