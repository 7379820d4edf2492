import Checkout
import Surfaces
import Terminal
import TestScenes
import Testing

@testable import Screens

@Suite struct PlainLayoutTests {
    private let builder = SurfaceBuilder(formats: WireFormats())

    private func lines(
        _ event: ClientEvent, columns: Int = 80, rows: Int? = nil, isPlain: Bool = true
    ) -> [String] {
        PlainLayout(style: OutputStyle(isPlain: isPlain, columns: columns), rows: rows)
            .lines(of: builder.surfaces(for: event))
    }

    @Test func `AP-5, AP-8: the sheet in 80 columns, amounts aligned, one line each`() throws {
        let shown = lines(.sheet(try Scenes.sheet(), id: "x"))
        let rule = String(repeating: "-", count: 72)
        #expect(
            shown == [
                rule, "From Ada's watch", "https://shop.example (first payment here)", "",
                "Contact   Ada Example, ada@example.com",
                "Ship to   Ada Example, 1 Main Street, Springfield CA 94102, US",
                "Shipping  Standard", "          3 days",
                "  method express  Express  9.00 USD  arrives 2026-12-03",
                "Pay with  Visa 1234", "",
                "Coffee                                                         11.40 USD",
                "WELCOME10                                                      -1.00 USD",
                "Shipping                                                        5.00 USD",
                "Code                                                           WELCOME10",
                "Total                                                          15.40 USD", "",
                "[ Pay Baton Coffee ]", rule,
            ])
    }

    @Test(arguments: [40, 80, 24])
    func `AP-8, checkout 43, 44: labels keep to one line in any width, with no escapes`(columns: Int) throws {
        let names = [
            String(repeating: "x", count: 65), String(repeating: "コーヒー", count: 40),
            "\u{1B}[31mCöpany\u{202E} 👩‍👧 שלום عربى",
        ]
        for name in names {
            let sheet = try Scenes.sheet { request in
                request.lineItems[0].label = ForeignText(name)
                request.total.label = ForeignText(name)
                request.shippingMethods[0].label = ForeignText(name)
            }
            let shown = lines(.sheet(sheet, id: "x"), columns: columns)
            for line in shown {
                let visible = line.unicodeScalars.filter { $0.value != 0x2068 && $0.value != 0x2069 }
                let width = CellWidth.of(String(String.UnicodeScalarView(visible)))
                #expect(width <= columns, "\(line)")
                #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}"))
            }
            if columns == 24 { #expect(shown.contains { $0.contains("…") }) }
        }
    }

    @Test func `a state that keeps Pay off is said, and the pay line is no button`() throws {
        let (sheet, _) = try Scenes.open()
        let shown = lines(.sheet(sheet, id: "x"))
        #expect(shown.contains("  Pay Baton Coffee"))
        #expect(shown.contains("Waiting for the relay."))
    }

    @Test func `design 3: the link stands beside its code, and where that does not fit the size is said`() {
        let link = LinkShown(link: "baton-pair:https://relay.example/abc#s.c", expiresIn: .seconds(120))
        let drawn = lines(.link(link), isPlain: false)
        #expect(drawn.contains { $0.contains("█") })
        #expect(drawn.contains("baton-pair:https://relay.example/abc#s.c"))
        for shown in [
            lines(.link(link), columns: 20, isPlain: false), lines(.link(link), rows: 10, isPlain: false),
        ] {
            #expect(!shown.contains { $0.contains("█") })
            #expect(shown.joined(separator: " ").contains("columns and"))
            #expect(shown.contains("baton-pair:https://relay.example/abc#s.c"))
        }
        #expect(!lines(.link(link)).contains { $0.contains("█") })
        #expect(drawn.first == "Scan this with the phone, or give it this link:")
        #expect(lines(.link(link)).first == "Give this link to the phone:")
    }

    @Test func `AP-8: an agreement stands between the fields and the lines, terms and link in full`() throws {
        let sheet = try Scenes.sheet { request in
            let timing = PaymentTiming.recurring(RecurringTerms(every: 1, .month))
            request.agreement = .recurring(
                RecurringAgreement(
                    AgreementText(
                        description: "Club", terms: "Paid until you cancel.",
                        managementURL: "https://club.example"),
                    regular: LineItem("Monthly", try Scenes.dollars(999), timing: timing)))
        }
        let shown = lines(.sheet(sheet, id: "x"), columns: 40)
        let start = try #require(shown.firstIndex(of: "Club"))
        #expect(
            Array(shown[start..<start + 5]) == [
                "Club", "Monthly                         9.99 USD", "  every month",
                "Terms: Paid until you cancel.", "Change or end it at https://club.example",
            ])
    }

    @Test func `a status fits 40 columns, and its id stays whole`() throws {
        let handoff = HandoffShown(
            id: "AZrCw7aQdEuLr3v0N1m2Pw", state: "in_doubt", merchant: "Baton Coffee",
            total: try Scenes.dollars(1040))
        let shown = lines(.handoffs([handoff], isStale: false), columns: 40)
        #expect(shown.contains("  AZrCw7aQdEuLr3v0N1m2Pw"))
        #expect(shown.allSatisfy { $0.count <= 40 })
    }

    @Test func `checkout 10: the watch prints one line for each code`() throws {
        let quote = QuoteShown(
            merchant: "Baton Coffee", origin: "https://shop.example", request: try Scenes.sheet().request,
            codes: [
                CodeShown(code: "WELCOME10", verdict: .applied(try Scenes.dollars(-100), label: nil)),
                CodeShown(code: "OLD", verdict: .rejected(reason: "discount_code_expired", message: nil)),
                CodeShown(code: "WHAT", verdict: .rejected(reason: "some_new_reason", message: nil)),
            ])
        let shown = lines(.quoted(quote))
        #expect(shown.first == "Order from Baton Coffee?")
        #expect(
            shown.suffix(3) == [
                "Code WELCOME10 is applied: -1.00 USD.", "Code OLD is not applied: it has expired.",
                "Code WHAT is not applied: the shop does not accept it.",
            ])
    }

    @Test func `what nobody could ask the relay about is not told as if it were known`() {
        #expect(lines(.inbox([], isStale: false)) == ["No purchase waits."])
        #expect(
            lines(.inbox([], isStale: true)) == ["This phone knows of no purchase; there may be new ones."])
        #expect(lines(.handoffs([], isStale: true)) == ["This device knows of no purchase."])
    }

    @Test func `ids and links stay whole in a narrow terminal`() throws {
        let id = "AZrCw7aQdEuLr3v0N1m2Pw"
        let purchase = PurchaseShown(
            id: id, sender: "Watch", origin: "https://a-very-long-name.shop.example", merchant: "M",
            total: try Scenes.dollars(1040), expiresIn: .seconds(600))
        let shown = lines(.inbox([purchase], isStale: false), columns: 24)
        #expect(shown.contains("  \(id)"))
        #expect(shown.contains("  https://a-very-long-name.shop.example"))
    }

    @Test func `colour is there only where it was asked for`() throws {
        let style = OutputStyle(isPlain: false, hasColor: true, columns: 80)
        let shown = PlainLayout(style: style, rows: nil)
            .lines(of: builder.surfaces(for: .sheet(try Scenes.sheet(), id: "x")))
        #expect(shown.contains { $0.contains("\u{1B}[1m") })
        #expect(
            !lines(.sheet(try Scenes.sheet(), id: "x"), isPlain: false).contains { $0.contains("\u{1B}") })
    }
}
