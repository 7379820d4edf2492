import Foundation
import JSON
import TestSupport
import Testing

/// Whatever a file can have wrong gets a clear error with its place, through the command that people run.
@Suite("Live: bad input on the command line", .serialized, .timeLimit(.minutes(5)))
struct SendBadInputLiveTests {
    /// A text, and what is said of it: rank and path of a fault; nil where it is good.
    private struct Case {
        let name: String
        let text: String
        let said: String?

        init(_ name: String, _ text: String, _ said: String?) {
            self.name = name
            self.text = text
            self.said = said
        }
    }

    /// A good request with one member replaced by other JSON.
    private static func request(_ member: String = "baton", _ value: String = "{}") -> String {
        var members = [
            "countryCode": "\"US\"", "currencyCode": "\"USD\"", "supportedNetworks": "[\"visa\"]",
            "merchantCapabilities": "[\"supports3DS\"]", "total": total("\"1.00\""),
        ]
        members[member] = value
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func total(_ amount: String) -> String { "{\"label\":\"M\",\"amount\":\(amount)}" }

    private static func recurring(_ date: String) -> String {
        """
        {"paymentDescription":"d","managementURL":"https://m.example","regularBilling":{"label":"r",
        "amount":"1.00","paymentTiming":"recurring","recurringPaymentStartDate":\(date)}}
        """
    }

    private static let amounts = [
        ("1", "invalid"), ("1.0", "invalid"), ("null", "invalid"), ("{}", "invalid"), ("\"1e2\"", "invalid"),
        ("\"+1.00\"", "invalid"), ("\".5\"", "invalid"), ("\"5.\"", "invalid"), ("\"-1.00\"", "invalid"),
        ("\"\"", "invalid"), ("\" 1\"", "invalid"), ("\"١\"", "invalid"), ("\"NaN\"", "invalid"),
        ("\"100000000.01\"", "invalid"), ("\"1.005\"", "unsafe"), ("\"100.0\"", nil),
        ("\"100000000.00\"", nil),
        ("\"0.00\"", nil),
    ].map { amount, rank in
        Case("total \(amount)", request("total", total(amount)), rank.map { "\($0) $.total.amount" })
    }

    private static let members = [
        ("countryCode", "\"us\"", "$.countryCode"), ("countryCode", "\"XX\"", "$.countryCode"),
        ("countryCode", "null", "$.countryCode"), ("currencyCode", "\"usd\"", "$.currencyCode"),
        ("currencyCode", "[\"USD\",\"EUR\"]", "$.currencyCode"),
        ("supportedNetworks", "[]", "$.supportedNetworks"),
        ("supportedNetworks", "null", "$.supportedNetworks"),
        ("supportedNetworks", "[\"visa\",\"shell\"]", "$.supportedNetworks[1]"),
        ("merchantCapabilities", "[]", "$.merchantCapabilities"),
        ("merchantCapabilities", "\"supports3DS\"", "$.merchantCapabilities"),
        ("total", "5", "$.total"), ("total", "{\"label\":\"M\"}", "$.total.amount"),
        ("total", "{\"label\":{},\"amount\":7}", "$.total.amount"),
        ("lineItems", "{}", "$.lineItems"), ("lineItems", "[null]", "$.lineItems[0].amount"),
        ("shippingMethods", "[{}]", "$.shippingMethods[0].label"),
        ("shippingType", "\"pigeon\"", "$.shippingType"),
        ("requiredShippingContactFields", "[\"shoe\"]", "$.requiredShippingContactFields[0]"),
        (
            "recurringPaymentRequest", recurring("\"2026-02-30\""),
            "$.recurringPaymentRequest.regularBilling.recurringPaymentStartDate"
        ),
        (
            "recurringPaymentRequest", recurring("\"2026-13-01T00:00:00Z\""),
            "$.recurringPaymentRequest.regularBilling.recurringPaymentStartDate"
        ),
    ].map { name, value, path in Case("\(name) \(value)", request(name, value), "invalid \(path)") }

    private static let bulk = [
        Case(
            "10 000 lines",
            request(
                "lineItems",
                "["
                    + Array(repeating: "{\"label\":\"x\",\"amount\":\"1.00\"}", count: 10_000)
                    .joined(separator: ",") + "]"), "invalid $.lineItems"),
        Case(
            "a megabyte of label",
            request("total", "{\"label\":\"\(String(repeating: "M", count: 1 << 20))\",\"amount\":\"1.00\"}"),
            "invalid $.total.label"),
        Case("deep", String(repeating: "[", count: 100_000), "invalid $"),
        Case("nothing", "", "invalid $"), Case("white space", " \n", "invalid $"),
        Case("null", "null", "invalid $"), Case("a list", "[]", "invalid $"),
        Case("a doubled member", "{\"countryCode\":\"US\",\"countryCode\":\"DE\"}", "invalid $"),
        Case("something behind it", request() + "x", "invalid $"),
        Case("half a character", request().replacing("\"M\"", with: "\"\\ud800\""), "invalid $"),
        Case("unknown members", request("somethingElse", "[[[[1e400, null]]]]"), "invalid $"),
        Case("unknown members that are JSON", request("somethingElse", "[[[[1, null]]]]"), nil),
    ]

    private func run(_ words: [String], input: [UInt8]) async throws -> (status: Int32, events: [JSONNode]) {
        let folder = try TemporaryFolder()
        let file = folder.file("input")
        try Data(input).write(to: URL(fileURLWithPath: file))
        let program = try RunningProgram("baton-watch", ["send", "--check", "--json"] + words + [file])
        let status = try await program.status()
        return (status, try await program.events())
    }

    @Test(arguments: ["amounts", "members", "bulk"])
    func `a request is refused with rank, path and words, or taken`(cases: String) async throws {
        let all = ["amounts": Self.amounts, "members": Self.members, "bulk": Self.bulk]
        for tried in try #require(all[cases]) {
            let (status, events) = try await run(["--request"], input: Array(tried.text.utf8))
            let last = try #require(events.last)
            #expect(try last.member("event").string() == "checked", "\(tried.name)")
            // What the phone will make of it may be said beside the faults.
            let found = try events.filter { try $0.member("event").string() == "fault" }
            let faults = try found.map { event in
                "\(try event.member("rank").string()) \(try event.member("path").string())"
            }
            if let said = tried.said {
                #expect(faults.contains(said), "\(tried.name): \(faults)")
            } else {
                #expect(faults.isEmpty, "\(tried.name): \(faults)")
            }
            let isInvalid = faults.contains { $0.hasPrefix("invalid") }
            #expect(status == (isInvalid ? 1 : 0), "\(tried.name)")
            for event in found {
                let message = try event.member("message").string()
                #expect(message.contains(try event.member("path").string()), "\(tried.name): \(message)")
                #expect(message.utf8.count < 600 && !message.contains("\n"), "\(tried.name): \(message)")
            }
        }
    }

    @Test func `bytes that are no text, a folder and no file at all are said, and nothing crashes`()
        async throws
    {
        let good = Array(Self.request().utf8)
        for bytes in [[0xFF, 0xFE], good + [0xC3], [0xEF, 0xBB, 0xBF] + good, [0, 1, 2]] as [[UInt8]] {
            for kind in ["--request", "--quote", "--acp"] {
                let (status, events) = try await run([kind], input: bytes)
                #expect(status == 1, "\(kind)")
                #expect(try events.first?.member("rank").string() == "invalid", "\(kind)")
            }
        }
        for (file, words) in [("/", "directory"), ("/nowhere/at/all", "does not exist")] {
            let program = try RunningProgram("baton-watch", ["send", "--check", "--request", file])
            #expect(try await program.status() == 1)
            #expect(program.errors.contains(words), "\(program.errors)")
        }
        let endless = try RunningProgram("baton-watch", ["send", "--check", "--request", "/dev/zero"])
        #expect(try await endless.status() == 1)
        #expect(endless.errors.contains("4194304"), "\(endless.errors)")
    }

    @Test func `what steers a terminal is shown harmless`() async throws {
        let evil = Self.request("countryCode", "\"\\u001b[31m\\u202eEVIL\\n\\u0007\"")
        let folder = try TemporaryFolder()
        let file = folder.file("input")
        try Data(evil.utf8).write(to: URL(fileURLWithPath: file))
        let program = try RunningProgram("baton-watch", ["send", "--check", "--plain", "--request", file])
        #expect(try await program.status() == 1)
        let said = program.output
        #expect(said.contains("EVIL") && said.split(separator: "\n").count == 2, "\(said)")
        let steering = said.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E }
        #expect(steering.isEmpty, "\(steering.map(\.value))")
    }
}
