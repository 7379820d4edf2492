import Checkout
import CheckoutJSON
import JSON
import Testing

/// What a browser accepts and refuses of a payment request, member by member, after WebKit's layout tests for
/// `ApplePaySession` and `ApplePayModifier`, at version 14. `undefined` is a member that is left out.
@Suite struct BrowserCasesTests {
    /// A request that is fine, with some members set to other JSON texts; an empty text leaves one out.
    static func request(_ changes: [(String, String)]) -> [UInt8] {
        var members = [
            ("countryCode", #""US""#), ("currencyCode", #""USD""#),
            ("supportedNetworks", #"["visa","masterCard","carteBancaire"]"#),
            ("merchantCapabilities", #"["supports3DS"]"#),
            ("total", #"{"label":"Your Label","amount":"10.00"}"#),
        ]
        for (name, text) in changes {
            members.removeAll { $0.0 == name }
            if !text.isEmpty { members.append((name, text)) }
        }
        let object = members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        return Array("{\(object)}".utf8)
    }

    static let notASequence = [#""""#, "null", "7", "{}", #""invalid""#]

    static let refused: [String: [String]] = [
        "countryCode": ["", #""invalid""#, #""""#, "null", "7", #""us""#, #""ZZ""#, "{}", #""USA""#],
        "currencyCode": ["", #""invalid""#, #""""#, "null", "7", #""usd""#, #""ZZZ""#, "[]"],
        "supportedNetworks": notASequence + [
            "", "[]", #"["invalidNetwork"]"#, #"["invalidNetwork","visa"]"#, "[7]", "[null]",
        ],
        "merchantCapabilities": notASequence + [
            "", "[]", #"["invalidCapability"]"#, #"["invalidCapability","supports3DS"]"#, "[null]",
            #"["supports3ds"]"#,
        ],
        "total": [
            "", #""""#, "null", "7", "[]", "{}", #"{"label":"label"}"#, #"{"amount":"10.00"}"#,
            #"{"label":"label","amount":"amount"}"#, #"{"label":"label","amount":""}"#,
            #"{"label":"label","amount":null}"#, #"{"label":"label","amount":"-10.00"}"#,
            #"{"label":"label","amount":"10000000000.00"}"#, #"{"label":"label","amount":"100000000.01"}"#,
            #"{"label":"label","amount":"10.00","type":"invalid"}"#,
            #"{"label":"label","amount":"10.00","type":null}"#, #"{"label":"label","type":"pending"}"#,
            #"{"label":"label","amount":"1e2"}"#, #"{"label":"label","amount":"+1"}"#,
            #"{"label":"label","amount":"1."}"#, #"{"label":"label","amount":".5"}"#,
            #"{"label":"label","amount":"1,50"}"#, #"{"label":"label","amount":" 1"}"#,
            #"{"label":"label","amount":"1.0.0"}"#, #"{"label":"label","amount":"--1"}"#,
            #"{"label":"label","amount":"0x10"}"#, #"{"label":"label","amount":"١٠"}"#,
            #"{"label":"label","amount":"Infinity"}"#, #"{"label":"label","amount":10}"#,
            #"{"label":"label","amount":10.50}"#, #"{"label":"label","amount":["10"]}"#,
        ],
        "lineItems": notASequence + [
            #"[""]"#, "[null]", "[{}]", "[7]", "[[]]", #"[{"label":"label"}]"#, #"[{"amount":"10.00"}]"#,
            #"[{"label":"label","amount":""}]"#, #"[{"label":"label","amount":"10.00","type":"invalid"}]"#,
            #"[{"label":"label","amount":"10.00","type":"final","paymentTiming":"whenever"}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentIntervalUnit":"week"}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentIntervalCount":0}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentIntervalCount":"1"}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentIntervalCount":-1}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentIntervalCount":1.5}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentStartDate":"2026-02-30"}]"#,
            #"[{"label":"label","amount":"10","recurringPaymentEndDate":"soon"}]"#,
        ],
        "requiredBillingContactFields": notASequence + contactFields,
        "requiredShippingContactFields": notASequence + contactFields,
        "billingContact": [#""""#, "7", #"{"addressLines":"1 Main Street"}"#, #"{"addressLines":null}"#],
        "shippingContact": [#""""#, "7", "true", #"{"addressLines":{}}"#],
        "shippingType": [#""""#, #""invalid""#, "null", "7", "{}"],
        "shippingMethods": notASequence + [
            "[{}]", #"[{"amount":""}]"#, #"[{"amount":"","detail":""}]"#,
            #"[{"amount":"","detail":"","identifier":""}]"#,
            #"[{"amount":"","detail":"","identifier":"","label":""}]"#,
            #"[{"amount":"-1","detail":"","identifier":"","label":""}]"#,
            #"[{"amount":"1","detail":"","identifier":""}]"#, #"[{"amount":"1","detail":"","label":""}]"#,
            #"[{"amount":"1","identifier":"","label":""}]"#, #"[{"detail":"","identifier":"","label":""}]"#,
            #"[{"amount":10.00,"detail":"","identifier":"","label":""}]"#, "[null]",
        ],
        "supportedCountries": notASequence + [
            #"["invalid"]"#, #"["US","invalid"]"#, #"["US",7]"#, #"["us"]"#,
        ],
        "shippingContactEditingMode": [#""""#, #""invalid""#, "null", "7"],
        "multiTokenContexts": notASequence + [
            "[{}]", #"[{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n"}]"#,
            #"[{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n","amount":"invalid"}]"#,
            #"[{"externalIdentifier":"e","merchantName":"n","amount":"42"}]"#,
        ],
    ]

    static let contactFields = [
        #"[""]"#, "[null]", "[{}]", #"["invalid"]"#, #"["email","fax"]"#, #"["Email"]"#, "[7]",
    ]

    static let accepted: [String: [String]] = [
        "countryCode": [#""DE""#, #""XK""#],
        "currencyCode": [#""JPY""#, #""KWD""#],
        "supportedNetworks": [
            #"["visa","visa"]"#, #"["VISA"]"#, #"["cartesBancaires","girocard","mada","napas","meeza"]"#,
            #"["amex","discover","interac","jcb","privateLabel","chinaUnionPay","electron","elo"]"#,
        ],
        "merchantCapabilities": [
            #"["supports3DS","supports3DS"]"#, #"["supportsCredit"]"#, #"["supportsDebit"]"#,
            #"["supportsEMV"]"#,
        ],
        "total": [
            #"{"label":"label","amount":"0"}"#, #"{"label":"label","amount":"0.00"}"#,
            #"{"label":"label","amount":"-0.00"}"#, #"{"label":"label","amount":"100000000"}"#,
            #"{"label":"label","amount":"010.00"}"#, #"{"label":"label","amount":"10.00","type":"pending"}"#,
            #"{"label":"","amount":"10.00"}"#, #"{"label":7,"amount":"10.00"}"#,
            #"{"label":"label","amount":"10.00","type":"final","colour":"red"}"#,
        ],
        "lineItems": [
            "", "[]", #"[{"label":"label","type":"pending"}]"#, #"[{"label":"x","amount":"10.00"}]"#,
            #"[{"label":"label","type":"pending","amount":"12"}]"#, #"[{"label":"label","amount":"-10.00"}]"#,
            #"[{"label":"x","amount":"10","paymentTiming":"recurring","#
                + #""recurringPaymentIntervalUnit":"day"}]"#,
            #"[{"label":"x","amount":"10","paymentTiming":"deferred","#
                + #""deferredPaymentDate":"2026-12-03T08:00:00.000Z"}]"#,
        ],
        "requiredBillingContactFields": [
            "", "[]", #"["email","name","phone","postalAddress"]"#, #"["email","email"]"#,
        ],
        "requiredShippingContactFields": [
            "", "[]", #"["email","name","phone","postalAddress"]"#, #"["phoneticName"]"#,
        ],
        "billingContact": ["", "null", "{}", "[]", #"{"subLocality":"","subAdministrativeArea":""}"#],
        "shippingContact": [
            "", "null", "{}", #"{"subLocality":"","subAdministrativeArea":""}"#,
            #"{"givenName":null,"phoneNumber":7,"addressLines":["1 Main Street",2]}"#,
        ],
        "shippingType": ["", #""shipping""#, #""delivery""#, #""storePickup""#, #""servicePickup""#],
        "shippingMethods": [
            "", "[]", #"[{"amount":"10.00","detail":"","identifier":"","label":""}]"#,
            #"[{"amount":"1","detail":"","identifier":"","label":""},"#
                + #"{"amount":"1","detail":"","identifier":"","label":""}]"#,
            #"[{"amount":"0","detail":"d","identifier":"i","label":"l","#
                + #""dateComponentsRange":{"startDateComponents":{"hours":4},"endDateComponents":{}}}]"#,
        ],
        "applicationData": ["", #""""#, #""invalid""#, "7", "null", "{}"],
        "supportedCountries": ["", "[]", #"["US"]"#, #"["US","US"]"#],
        "supportsCouponCode": ["true", "false", "null", "7"],
        "couponCode": [#""TENOFF""#, #""""#, "null", "7"],
        "shippingContactEditingMode": [#""available""#, #""enabled""#, #""storePickup""#],
        "multiTokenContexts": [
            "[]", #"[{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n","amount":"42"}]"#,
        ],
        "features": [#"["paymentRequestRecurring"]"#],
        "somethingOfTomorrow": [#"{"deep":[1.5,null]}"#],
    ]

    @Test(arguments: refused.sorted { $0.key < $1.key })
    func `issue 3: what a browser refuses is invalid, and the member is named`(name: String, texts: [String])
    {
        for text in texts {
            let check = PaymentRequestJSON.check(Self.request([(name, text)]))
            #expect(!check.isAcceptable, "\(name): \(text)")
            let refusals = check.faults.filter { $0.rank == .refused }
            #expect(
                !refusals.isEmpty && refusals.allSatisfy { "\($0.path)".hasPrefix("$.\(name)") },
                "\(name): \(text): \(check.faults)")
        }
    }

    @Test(arguments: accepted.sorted { $0.key < $1.key })
    func `issue 3: what a browser takes opens`(name: String, texts: [String]) {
        for text in texts {
            let check = PaymentRequestJSON.check(Self.request([(name, text)]))
            #expect(check.isAcceptable, "\(name): \(text): \(check.faults)")
            #expect(throws: Never.self, "\(name): \(text)") { try check.request?.validate() }
        }
    }

    @Test func `a request of nothing misses every required member`() {
        let check = PaymentRequestJSON.check(Array("{}".utf8))
        #expect(
            check.faults.map { "\($0.path)" }.sorted() == [
                "$.countryCode", "$.currencyCode", "$.merchantCapabilities", "$.supportedNetworks", "$.total",
            ])
        #expect(check.faults.allSatisfy { $0.code == .missingMember })
    }
}
