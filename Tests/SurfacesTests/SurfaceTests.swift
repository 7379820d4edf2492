import Checkout
import TestScenes
import Testing

@testable import Surfaces

@Suite struct SurfaceTests {
    private let builder = SurfaceBuilder(formats: WireFormats())

    private func sheet(_ change: (inout PaymentRequest) throws -> Void = { _ in }) throws -> SheetSurface {
        builder.surface(of: try Scenes.sheet(change))
    }

    @Test func `AP-5: the sheet shows contact, address, method, card, lines and total`() throws {
        let surface = try sheet()
        #expect(surface.fields.map(\.name) == ["contact", "address", "method", "card"])
        #expect(surface.lines.map(\.label.raw) == ["Coffee", "WELCOME10", "Shipping", "Code"])
        #expect(surface.total.value == "15.40 USD")
        #expect(surface.fields.last?.value.raw == "Visa 1234")
    }

    @Test func `AP-6: a digital good shows an e-mail address and no address or method`() throws {
        let surface = try sheet { request in
            request.requiredShippingFields = [.email]
            request.shippingMethods = []
            request.selectedMethodID = nil
        }
        #expect(surface.fields.map(\.name) == ["contact", "card"])
        #expect(surface.fields[0].value.raw == "ada@example.com")
    }

    @Test func `AP-6, AP-7: a pickup shows the pickup place, and the wording follows the kind`() throws {
        let surface = try sheet { request in
            request.shippingKind = .storePickup
            request.pickupPlace = PostalAddress(lines: ["3 Square"], city: "Springfield", country: "US")
        }
        #expect(surface.fields.map(\.name) == ["contact", "pickup", "method", "card"])
        #expect(surface.fields[1].value.raw == "3 Square, Springfield, US")
        #expect(surface.fields[2].label == "Store pickup")
        #expect(try sheet { $0.shippingKind = .delivery }.fields[1].label == "Deliver to")
    }

    @Test func `AP-7: each method is worded by its own kind, also before the merchant has answered`() throws {
        var sheet = try Scenes.sheet { request in
            request.shippingKind = .storePickup
            request.pickupPlace = PostalAddress(lines: ["3 Square"], city: "Springfield", country: "US")
            request.shippingMethods[0].kind = .storePickup
            request.shippingMethods[1].kind = .delivery
        }
        let before = builder.surface(of: sheet)
        #expect(before.fields[1].name == "pickup" && before.fields[2].label == "Store pickup")
        #expect(before.fields[2].choices[1].detail == "arrives 2026-12-03")
        _ = try sheet.apply(.chooseMethod("express"), at: .zero)
        let chosen = builder.surface(of: sheet)
        #expect(chosen.fields.map(\.name) == ["contact", "method", "card"])
        #expect(chosen.fields[1].label == "Delivery" && chosen.fields[1].detail == "arrives 2026-12-03")
    }

    @Test func `AP-8: the maker of a request is told of labels that sheets cut`() throws {
        var request = try Scenes.sheet().request
        #expect(LongLabel.all(in: request) == [])
        request.lineItems[1].label = ForeignText(String(repeating: "コ", count: 21))
        request.shippingMethods[0].label = ForeignText(String(repeating: "x", count: 40))
        #expect(LongLabel.all(in: request) == [LongLabel(member: "lineItems[1].label", cells: 42)])
    }

    @Test func `AP-9: the pay line names the payee, and who stands between`() throws {
        #expect(try sheet().payLine == "Pay Baton Coffee")
        #expect(try sheet { $0.intermediary = "Orders" }.payLine == "Pay Baton Coffee (via Orders)")
    }

    @Test func `AP-10, checkout 35: a pending total says so, why, and how much at most`() throws {
        let surface = try sheet { request in
            request.total.isPending = true
            request.pendingMaximum = try Scenes.dollars(5000)
            request.pendingReason = "the ride may take longer"
        }
        #expect(surface.total.value == "Amount Pending")
        #expect(surface.notices == ["At most 50.00 USD: the ride may take longer"])
        let held = try sheet { $0.preauthorization = try Scenes.dollars(2000) }
        #expect(held.notices == ["20.00 USD is held now and charged later, up to that amount."])
    }

    @Test func `AP-8, checkout 38: a recurring line says when it is paid`() throws {
        let surface = try sheet { request in
            request.lineItems[0].timing = .recurring(
                RecurringTerms(every: 3, .month, start: CalendarDate(text: "2027-01-01")))
        }
        #expect(surface.lines[0].detail == "every 3 months from 2027-01-01")
    }

    @Test func `AP-3: codes are shown and are no field`() throws {
        let surface = try sheet()
        #expect(surface.lines.last == Row("Code", "WELCOME10", role: .note))
        #expect(!surface.fields.contains { $0.name == "code" })
    }

    @Test func `AP-11: a changed price is marked and said`() throws {
        var (sheet, _) = try Scenes.open()
        var request = sheet.request
        request.total.amount = try Scenes.dollars(1640)
        _ = try sheet.apply(.answered(UpdateID(1), request), at: .zero)
        let surface = builder.surface(of: sheet)
        #expect(surface.total.value == "16.40 USD (changed)")
        #expect(surface.notices == ["The total changed from 15.40 USD to 16.40 USD."])
        #expect(!surface.isPayOn)
    }

    @Test func `design 7: the sheet shows the origin, and that nothing was paid there before`() throws {
        #expect(try sheet().origin == "https://shop.example (first payment here)")
    }

    @Test func `AP-13: an order confirmation says what, when, how to follow it and how it was paid`() throws {
        let order = OrderShown(
            number: "1043", merchant: "Baton Coffee", origin: "https://shop.example",
            total: try Scenes.dollars(1040), items: "2 × Latte", payment: "Visa 1234 (Baton Pay)",
            link: "https://shop.example/o/1043",
            arrival: CalendarDateRange(
                try #require(CalendarDate(text: "2026-12-03")), try #require(CalendarDate(text: "2026-12-05"))
            ))
        let shown = ResultShown(id: "x", merchant: "Baton Coffee", ending: .ordered, order: order)
        guard case .card(let card) = builder.surfaces(for: .result(shown)).first else {
            Issue.record("no card")
            return
        }
        #expect(card.kind == .result)
        #expect(card.button == "Done")
        #expect(
            card.rows.map { "\($0.label.raw)=\($0.value)" } == [
                "Order 1043=10.40 USD", "Items=2 × Latte", "Expected=2026-12-03 – 2026-12-05",
                "Paid with=Visa 1234 (Baton Pay)", "Follow it=https://shop.example/o/1043",
            ])
        #expect(card.spoken == "Order 1043 at Baton Coffee, 10.40 USD, is confirmed.")
    }

    @Test func `AP-1: one message says to finish on the phone`() throws {
        let shown = HandedOffShown(
            id: "x", link: "baton:x", devices: ["Ada's phone", "Tablet"], merchant: "M",
            expiresIn: .seconds(600))
        #expect(builder.surfaces(for: .handedOff(shown)).first == .line("Finish on Ada's phone and Tablet."))
    }

    @Test func `UI-7: an alert is one full sentence and a short verb`() throws {
        let purchase = PurchaseShown(
            id: "x", sender: "Ada's watch", origin: "https://shop.example", merchant: "M",
            total: try Scenes.dollars(1040), expiresIn: .seconds(600))
        guard case .alert(let alert) = builder.surfaces(for: .announced(purchase)).first else {
            Issue.record("no alert")
            return
        }
        #expect(
            alert.sentence
                == "Ada's watch asks you to finish a purchase of 10.40 USD at https://shop.example.")
        #expect(alert.action == "Open")
    }
}
