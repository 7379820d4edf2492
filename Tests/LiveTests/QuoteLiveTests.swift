import Blocking
import JSON
import TestSupport
import Testing

/// A request that its merchant signed, with no session behind it: signed by the shop's tool, handed over by
/// the watch, verified and paid by the phone, charged by the shop.
@Suite(.serialized) struct QuoteLiveTests {
    private static let request = """
        {"countryCode":"US","currencyCode":"USD","supportedNetworks":["visa","masterCard"],
         "merchantCapabilities":["supports3DS"],"lineItems":[{"label":"Tea","amount":"9.00"}],
         "total":{"label":"Tea House","amount":"9.00"}}
        """

    @Test(.timeLimit(.minutes(4)))
    func `a signed request is verified on the phone and charged once by its merchant`() async throws {
        let world = try await DeviceWorld.paired()
        let (request, file) = (world.folder.file("tea.json"), world.folder.file("tea.quote"))
        try DurableFile.replace(request, with: Array(Self.request.utf8))
        let signing = try LiveProgram(
            "baton-shop",
            [
                "quote", "sign", "--database", world.folder.file("shop.db"), "--request", request,
                "--complete-url", "\(world.shopOrigin)/payments",
            ])
        let quote = try #require(signing.nextLine())
        #expect(signing.terminate() == 0)
        try DurableFile.replace(file, with: Array("\(quote)\n".utf8))

        let sending = try world.start("baton-watch", "w", ["send", "--quote", file, "--yes"])
        let id = try await sending.event("handed-off").member("id").string()
        let paid = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(paid.status == 0, "\(paid.errors) \(paid.events)")
        #expect(try await sending.status() == 0, "\(sending.errors)")
        let record = try world.shopRecord()
        #expect(record.orders == 1 && record.charges == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a key is made once and its public half printed; a request with a fault is not signed`() throws {
        let folder = try TemporaryFolder()
        let (key, request) = (folder.file("key.pem"), folder.file("request.json"))
        func run(_ words: [String]) throws -> (status: Int32, event: JSONNode?) {
            let program = try LiveProgram("baton-shop", words + ["--json"])
            let line = program.nextLine()
            while program.nextLine() != nil {}
            return (program.terminate(), try line.map { try JSONNode(parsing: Array($0.utf8)) })
        }
        let first = try run(["quote", "key", "--key", key])
        let again = try run(["quote", "key", "--key", key])
        #expect(first.status == 0)
        #expect(try first.event?.member("kid").string() == again.event?.member("kid").string())
        #expect(try DurableFile.permissions(of: key) == 0o600)
        try DurableFile.replace(request, with: Array(Self.request.utf8))
        let sign = ["quote", "sign", "--key", key, "--request", request]
        #expect(try run(sign).status == 2)
        let signed = try run(sign + ["--origin", "https://tea.example"])
        #expect(signed.status == 0)
        #expect(try signed.event?.member("iss").string() == "https://tea.example")
        let broken = Self.request.replacing("\"9.00\"}}", with: "\"-9.00\"}}")
        try DurableFile.replace(request, with: Array(broken.utf8))
        let refused = try run(sign + ["--origin", "https://tea.example"])
        #expect(refused.status == 1)
        #expect(try refused.event?.member("code").string() == "request")
    }
}
