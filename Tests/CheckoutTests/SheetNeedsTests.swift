import Testing

@testable import Checkout

@Suite struct SheetNeedsTests {
    @Test func `AP-6: a digital good asks for an e-mail address and shows no shipping address`() throws {
        var request = try Samples.request()
        request.requiredShippingFields = [.email]
        request.shippingMethods = []
        request.selectedMethodID = nil
        let needs = SheetNeeds(request)
        #expect(needs.contactFields == [.email])
        #expect(!needs.hasAddress && !needs.hasPickup && !needs.hasMethods)

        var fixture = try SheetFixture.ready(request)
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        guard case .askLast(_, let details) = fixture.effects.first else {
            Issue.record("no last update")
            return
        }
        #expect(details.contact == Contact(email: "ada@example.com"))
        #expect(details.recipient == nil)
    }

    @Test func `AP-6: a pickup shows the place and asks for no address`() throws {
        var request = try Samples.request()
        request.shippingKind = .storePickup
        request.pickupPlace = PostalAddress(lines: ["3 Square"], city: "Springfield", country: "US")
        let needs = SheetNeeds(request)
        #expect(needs.hasPickup && !needs.hasAddress)
    }

    @Test(arguments: [ContactField.email, .phone, .name, .postalAddress])
    func `AP-6, checkout 52: what is needed and missing is named before paying`(field: ContactField) throws {
        var request = try Samples.request()
        request.requiredShippingFields = [field]
        var wallet = Samples.wallet
        wallet.contacts = []
        wallet.addresses = []
        let fixture = try SheetFixture(request, wallet: wallet)
        #expect(fixture.sheet.blocker == .missing(field))
    }

    @Test func `design 7: only the area of the address is told before the passcode, all of it after`() throws
    {
        var fixture = try SheetFixture.ready()
        try fixture.send(.chooseAddress("a2"))
        let area = PostalAddress(city: "London", postalCode: "WC2H", country: "GB")
        #expect(fixture.effects == [.ask(UpdateID(2), SheetUpdate(methodID: nil, area: area))])
        try fixture.answer(try Samples.request())
        try fixture.pay()
        #expect(fixture.effects == [.askPasscode])
        try fixture.send(.passcodeAccepted)
        guard case .askLast(_, let details) = fixture.effects.first else { return }
        #expect(details.recipient?.address.lines == ["2 High Street"])
        #expect(details.contact.phone.isEmpty)
    }

    @Test func `design 7: a script pays the sealed total, the expected one, or what it accepts`() throws {
        let ready = try SheetFixture.ready()
        let sealed = try Samples.dollars(1540)
        let other = try Samples.dollars(1)
        let table: [(Amount, Amount?, Bool, Bool)] = [
            (sealed, nil, false, true), (other, nil, false, false), (other, nil, true, true),
            (other, sealed, false, true), (sealed, other, false, false), (sealed, other, true, false),
        ]
        for (sealedTotal, expected, accepts, mayPay) in table {
            let consent = ScriptConsent(
                sealedTotal: sealedTotal, expectedTotal: expected, acceptsChanges: accepts)
            #expect(consent.mayPay(ready.sheet) == mayPay)
        }
        var inconsistent = try Samples.request()
        inconsistent.object(.totalsDoNotAddUp)
        let fixture = try SheetFixture(inconsistent)
        let consent = ScriptConsent(sealedTotal: sealed, expectedTotal: sealed, acceptsChanges: false)
        #expect(!consent.mayPay(fixture.sheet))
    }
}
