import Checkout
import CheckoutJSON
import JSON
import Testing

/// Ranks, places and words of the faults, and what is not even JSON.
@Suite struct RequestCheckTests {
    private func lines(_ text: String) -> [String] {
        PaymentRequestJSON.check(Array(text.utf8)).faults.map { "\($0.rank.rawValue): \($0)" }
    }

    @Test func `issue 3: all faults come in document order, with place, what it is and what is allowed`() {
        let text = """
            {"total":{"amount":"1e2","label":"A\\u001b[2J"},"currencyCode":"USD",
             "lineItems":[{"label":"x","amount":5},{"label":"y","amount":"1.005"}],
             "supportedNetworks":["visa","nosuch"],"merchantCapabilities":[],"countryCode":"XX"}
            """
        let check = PaymentRequestJSON.check(Array(text.utf8))
        #expect(
            check.faults.map { "\($0.rank.rawValue) \($0.code.rawValue) \($0.path)" } == [
                "invalid amount_grammar $.total.amount", "invalid amount_grammar $.lineItems[0].amount",
                "unsafe excess_digits $.lineItems[1].amount",
                "invalid unknown_network $.supportedNetworks[1]",
                "invalid no_capabilities $.merchantCapabilities",
                "invalid unknown_country $.countryCode",
            ])
        #expect(
            check.faults.first?.description
                == #"$.total.amount: is "1e2"; must be a string of digits, with a point only between digits"#)
    }

    private static let sameIdentifier =
        #"[{"label":"a","detail":"","amount":"1","identifier":"i"},"#
        + #"{"label":"b","detail":"","amount":"2","identifier":"i"}]"#
    private static let twoRecurring =
        #"[{"label":"x","amount":"5","paymentTiming":"recurring"},"#
        + #"{"label":"y","amount":"5","paymentTiming":"recurring"}]"#
    private static let contexts =
        #"[{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n","amount":"5"}]"#

    private static let objected: [(name: String, text: String, RequestFaultCode, RequestObjection)] = [
        ("total", #"{"label":"A","amount":"10.000"}"#, .excessDigits, .excessDigits),
        (
            "lineItems", #"[{"label":"x","amount":"99999999999999999999"}]"#, .amountTooLarge,
            .amountTooLarge
        ),
        ("shippingMethods", sameIdentifier, .duplicateIdentifier, .duplicateMethods),
        (
            "lineItems", #"[{"label":"x","amount":"1.00","type":"pending"}]"#, .pendingWithAmount,
            .pendingWithAmount
        ),
        (
            "total", #"{"label":"A","amount":"10","type":"pending"}"#, .pendingWithoutLimit,
            .pendingWithoutLimit
        ),
        ("lineItems", #"[{"label":"x","amount":"9.99"}]"#, .linesDoNotAddUp, .totalsDoNotAddUp),
        ("total", #"{"label":"","amount":"10"}"#, .unnamed, .unnamed),
        ("lineItems", twoRecurring, .severalAgreements, .severalAgreements),
        ("multiTokenContexts", contexts, .severalMerchants, .severalMerchants),
        ("deferredPaymentRequest", scripted, .linkNotWeb, .linkNotWeb),
    ]

    private static let scripted =
        #"{"paymentDescription":"d","managementURL":"javascript:alert(1)","deferredBilling":"#
        + #"{"label":"l","amount":"5","paymentTiming":"deferred"}}"#

    @Test(arguments: [
        "\u{3164}", "\u{115F}\u{2800}", "\u{034F}", "\u{FE0F}", "\u{17B4}", "\u{0301}", " \u{200D} ",
    ])
    func `checkout 43: letters that show nothing are no name`(label: String) {
        let check = PaymentRequestJSON.check(
            BrowserCasesTests.request([("total", #"{"label":"\#(label)","amount":"10"}"#)]))
        #expect(check.faults.map(\.code) == [.unnamed])
    }

    @Test func `issue 3: what only Baton objects to opens, is said, and is among the objections`() throws {
        for (name, text, code, objection) in Self.objected {
            let check = PaymentRequestJSON.check(BrowserCasesTests.request([(name, text)]))
            #expect(check.faults.contains { $0.code == code && $0.rank == .objected }, "\(code)")
            let request = try #require(check.request, "\(code): \(check.faults)")
            #expect(request.objections.contains(objection), "\(code)")
            #expect(throws: Never.self) { try request.validate() }
        }
        #expect(Set(Self.objected.map(\.3)) == Set(RequestObjection.allCases))
        let sum = PaymentRequestJSON.check(
            BrowserCasesTests.request([("lineItems", #"[{"label":"x","amount":"9.99"}]"#)]))
        #expect(sum.faults.map(\.description) == ["$.lineItems: give 9.99; must give the total, 10.00"])
    }

    @Test func `checkout 35: a pending total opens with a limit, and without one only with a yes`() {
        let total = ("total", #"{"label":"A","amount":"10","type":"pending"}"#)
        let limit = ("baton", #"{"pendingMaximum":"20"}"#)
        #expect(PaymentRequestJSON.check(BrowserCasesTests.request([total, limit])).faults.isEmpty)
        let said = lines(String(decoding: BrowserCasesTests.request([total]), as: UTF8.self))
        #expect(said.count == 1 && said[0].contains("Amount Pending, no limit given"))
    }

    @Test func `checkout 29: an amount that cannot be charged exactly is kept as written and never rounded`()
        throws
    {
        let check = PaymentRequestJSON.check(
            BrowserCasesTests.request([
                ("lineItems", #"[{"label":"Tax","amount":"3.9875"},{"label":"x","amount":"6.01"}]"#),
                ("total", #"{"label":"A","amount":"9.9975"}"#),
            ]))
        let request = try #require(check.request)
        #expect(request.lineItems[0].writtenAmount?.raw == "3.9875")
        #expect(request.lineItems[0].amount.isZero)
        #expect(request.total.writtenAmount?.raw == "9.9975")
        // Zeros are exact: they are objected to, and charged.
        let exact = PaymentRequestJSON.check(
            BrowserCasesTests.request([("total", #"{"label":"A","amount":"10.5000"}"#)]))
        #expect(exact.request?.total.amount.minorUnits == 1050)
        #expect(exact.request?.total.writtenAmount == nil)
    }

    @Test func `checkout 17, 29, 35, 37, 40: a merchant's own quote is read more strictly`() throws {
        for change in [
            ("total", #"{"label":"A","amount":"10.000"}"#),
            ("total", #"{"label":"A","amount":"10","type":"pending"}"#),
            ("lineItems", #"[{"label":"Tax","amount":"3.9875"}]"#), ("total", #"{"label":"","amount":"10"}"#),
        ] {
            let node = try JSONNode(parsing: BrowserCasesTests.request([change]))
            #expect(throws: PaymentRequestJSONError.self) { try PaymentRequestJSON.request(from: node) }
            #expect(throws: Never.self) { try PaymentRequestJSON.request(from: node, reading: .handedOver) }
        }
        let node = try JSONNode(
            parsing: BrowserCasesTests.request([("lineItems", #"[{"label":"x","amount":"1"}]"#)]))
        #expect(try PaymentRequestJSON.request(from: node).totalsAreInconsistent)
    }

    @Test func `issue 3: dates that do not exist are refused with their place`() {
        let range = { (first: String, last: String) in
            #"[{"label":"l","detail":"","amount":"0","identifier":"i","dateComponentsRange":"#
                + #"{"startDateComponents":\#(first),"endDateComponents":\#(last)}}]"#
        }
        let good = #"{"years":2026,"months":12,"days":3,"hours":9}"#
        for bad in [
            #"{"years":2026,"months":13,"days":3}"#, #"{"years":2026,"months":2,"days":29}"#,
            #"{"years":"2026","months":2,"days":2}"#, #"{"years":2026.0,"months":2,"days":2}"#,
            #"{"years":2026,"months":1,"days":99999}"#, #"{"years":2026,"months":0,"days":1}"#,
        ] {
            let check = PaymentRequestJSON.check(
                BrowserCasesTests.request([("shippingMethods", range(bad, bad))]))
            #expect(check.faults.allSatisfy { $0.code == .badDate } && check.faults.count == 2, "\(bad)")
        }
        let backwards = range(good, #"{"years":2026,"months":12,"days":2}"#)
        #expect(
            !PaymentRequestJSON.check(BrowserCasesTests.request([("shippingMethods", backwards)]))
                .isAcceptable)
        for (text, isDay) in [
            ("2026-12-03", true), ("2026-12-03T08:00:00.000Z", true), ("2026-12-03T08:00:00+02:00", true),
            ("2026-12-03T08:00", true), ("2026-12-03Tgarbage", false), ("2026-12-03T25:00", false),
            ("2026-12-03T08:00:00.Z", false), ("2026-12-32", false), ("03.12.2026", false),
            ("2026-12-03 ", false),
        ] {
            let line = #"[{"label":"x","amount":"10","deferredPaymentDate":"\#(text)"}]"#
            let check = PaymentRequestJSON.check(BrowserCasesTests.request([("lineItems", line)]))
            #expect(check.isAcceptable == isDay, "\(text)")
        }
    }

    @Test func `a fault shows the spaces that are wrong, and no escapes`() {
        let check = PaymentRequestJSON.check(
            BrowserCasesTests.request([("total", #"{"label":"A","amount":" 1\u001b"}"#)]))
        #expect(check.faults.first?.got == #"is " 1?""#)
    }

    @Test func `issue 3: what is no JSON is one fault that says where`() {
        let cases: [([UInt8], String)] = [
            (Array("".utf8), "empty"), (Array("{".utf8), "line 1"), (Array("[]".utf8), "an object"),
            (Array(#"{"a":1,"a":2}"#.utf8), "duplicate"),
            ([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "UTF-8"),
            (Array(#"{"total":{"amount":1e999}}"#.utf8), "line 1"),
            (Array(#"{"x":99999999999999999999}"#.utf8), "line 1"),
            (Array((String(repeating: "[", count: 10_000)).utf8), "deeper"),
            ([UInt8](repeating: 0x20, count: RequestLimits.bytesMax + 1), "bytes"),
        ]
        for (text, words) in cases {
            let check = PaymentRequestJSON.check(text)
            #expect(check.faults.count == 1 && !check.isAcceptable)
            #expect(check.faults.first?.description.contains(words) == true, "\(check.faults)")
            #expect(check.faults.first?.path == .root)
        }
    }

    @Test func `issue 3: ten thousand lines and a label of a megabyte are named quickly`() {
        let clock = ContinuousClock()
        let line = #"{"label":"x","amount":"0.01"}"#
        let many = "[" + Array(repeating: line, count: 10_000).joined(separator: ",") + "]"
        let long = #"{"label":"\#(String(repeating: "ä", count: 1_000_000))","amount":"10.00"}"#
        let bad = "[" + Array(repeating: "{}", count: 300).joined(separator: ",") + "]"
        let time = clock.measure {
            let lines = PaymentRequestJSON.check(BrowserCasesTests.request([("lineItems", many)]))
            #expect(
                lines.faults.map(\.description) == ["$.lineItems: has 10000 entries; at most 300 are allowed"]
            )
            let label = PaymentRequestJSON.check(BrowserCasesTests.request([("total", long)]))
            #expect(
                label.faults.map(\.description)
                    == ["$.total.label: has 1000000 characters; at most 4096 are allowed"])
            #expect(
                PaymentRequestJSON.check(BrowserCasesTests.request([("lineItems", bad)])).faults.count == 600)
        }
        #expect(time < .seconds(20))
    }

    @Test func `checkout 43, 44: any letters are a label, and a thousand of them`() {
        for label in ["Cöpany", "☕️ Café", "مقهى", "e\u{301}", String(repeating: "x", count: 1000)] {
            let text = BrowserCasesTests.request([("total", #"{"label":"\#(label)","amount":"10"}"#)])
            let check = PaymentRequestJSON.check(text)
            #expect(check.faults.isEmpty && check.request?.total.label.raw == label)
        }
    }

    @Test func `issue 3: unknown members are kept in what is handed over`() throws {
        let check = PaymentRequestJSON.check(
            BrowserCasesTests.request([("tomorrow", #"{"a":[1,2.5,null]}"#), ("applicationData", #""eA==""#)])
        )
        let tree = try #require(check.tree)
        #expect(try JSONNode(tree).member("tomorrow").member("a").array().count == 3)
        #expect(try JSONNode(tree).member("applicationData").string() == "eA==")
    }
}
