import Blocking
import Foundation
import JSON
import SQLite
import TestSupport
import Testing

/// The wallet as people run it, and what a copied home gives away (Protocol/wallet.md).
@Suite("Live: the wallet", .serialized, .timeLimit(.minutes(5)))
struct WalletLiveTests {
    private func world() async throws -> DeviceWorld {
        let world = try await DeviceWorld(folder: try TemporaryFolder())
        try await world.setUp("p")
        return world
    }

    private func write(_ world: DeviceWorld, _ name: String, _ text: String) throws -> String {
        let path = world.folder.file(name)
        try DurableFile.replace(path, with: Array(text.utf8))
        return path
    }

    private func availability(
        _ world: DeviceWorld, _ request: String?
    ) async throws -> (Int32, String, String?) {
        var arguments = ["availability"]
        if let request { arguments += ["--request", try write(world, "request.json", request)] }
        let ran = try await world.run("baton-phone", "p", arguments)
        let event = try ran.only("availability")
        return (
            ran.status, try event.member("availability").string(), try event.present("reason")?.string()
        )
    }

    private func request(_ networks: String, _ capabilities: String = #""supports3DS""#) -> String {
        #"{"countryCode":"US","currencyCode":"USD","supportedNetworks":[\#(networks)],"#
            + #""merchantCapabilities":[\#(capabilities)],"total":{"label":"Shop","amount":"1.00"}}"#
    }

    @Test func `AP-14: availability says pay, set up, or neither, with its exit status`() async throws {
        let world = try await DeviceWorld(folder: try TemporaryFolder())
        #expect(try await availability(world, nil) == (1, "set-up-needed", "no-wallet"))
        try await world.setUp("p")
        #expect(try await availability(world, nil) == (0, "can-pay", nil))
        #expect(try await availability(world, request(#""visa","jcb""#)) == (0, "can-pay", nil))
        #expect(try await availability(world, request(#""jcb""#)) == (1, "set-up-needed", "not-accepted"))
        let none = #""girocard""#
        #expect(try await availability(world, request(none)) == (1, "cannot", nil))
        let broken = try await world.run(
            "baton-phone", "p", ["availability", "--request", try write(world, "broken.json", "{}")])
        #expect(broken.status == 1)
        #expect(try broken.only("error").member("code").string() == "cannot-show")
    }

    @Test func `cards, contacts and addresses are added, edited, chosen, billed and removed`() async throws {
        let world = try await world()
        func wallet(_ arguments: [String]) async throws -> JSONNode {
            let ran = try await world.run("baton-phone", "p", ["wallet"] + arguments)
            #expect(ran.status == 0, "\(ran.errors)")
            return try ran.only("wallet")
        }
        _ = try await wallet(["edit", "address-2", "--city", "Bonn", "--country", "de", "--street", "Ring 1"])
        _ = try await wallet(["choose", "address-2"])
        _ = try await wallet(["edit", "contact-1", "--phone", ""])
        let billed = try await wallet(["edit", "card-1", "--billing", "address-2"])
        let card = try billed.member("cards").array()[0]
        #expect(try card.member("billing").member("city").string() == "Bonn")
        let address = try billed.member("addresses").array()[0]
        #expect(try address.member("id").string() == "address-2")
        #expect(try address.member("lines").array().map { try $0.string() } == ["Ring 1"])
        #expect(try billed.member("contacts").array()[0].member("phone").string() == "")
        let left = try await wallet(["remove", "address-2"])
        #expect(try left.member("cards").array()[0].present("billing") == nil)
        let wrong = try await world.run("baton-phone", "p", ["wallet", "edit", "card-1", "--city", "Bonn"])
        #expect(wrong.status == 1)
        #expect(try wrong.only("error").member("code").string() == "invalid-field")
    }

    @Test func `a card that has expired is not taken, and named as expired where it is chosen`() async throws
    {
        let world = try await DeviceWorld.paired()
        let number = try write(world, "number", "4111111111111111\n")
        let add = ["wallet", "add-card", "--number-file", number, "--passcode-file", world.passcodeFile("p")]
        let expired = try await world.run("baton-phone", "p", add + ["--expires", "01/20"])
        #expect(expired.status == 1)
        #expect(try expired.only("error").member("code").string() == "card-expired")
        // One that expired since it was added.
        let path = world.folder.file("p/wallet.json")
        let text = String(decoding: try DurableFile.read(path), as: UTF8.self)
        let aged = try #require(text.range(of: #"\"expiry_year\":\d+"#, options: .regularExpression))
        try DurableFile.replace(
            path, with: Array(text.replacingCharacters(in: aged, with: #""expiry_year":2020"#).utf8))
        let (_, id) = try await world.buy("latte", ["--no-wait"])
        let chosen = try await world.run(
            "baton-phone", "p",
            ["resume", id, "--card", "4242", "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(try chosen.only("error").member("code").string() == "card-expired")
    }

    @Test func `a new passcode pays and the old one does not, and wrong tries count here too`() async throws {
        let world = try await DeviceWorld.paired()
        let new = try write(world, "new", "another passcode\n")
        let changed = try await world.run(
            "baton-phone", "p",
            ["wallet", "passcode", "--passcode-file", world.passcodeFile("p"), "--new-passcode-file", new])
        #expect(changed.status == 0, "\(changed.errors)")
        _ = try changed.only("passcode-changed")
        let (buying, id) = try await world.buy("latte")
        let old = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(try old.only("error").member("code").string() == "wrong-passcode")
        let paid = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", new])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await buying.ended() == (0, "ordered"))
        let change = [
            "wallet", "passcode", "--passcode-file", world.passcodeFile("p"), "--new-passcode-file", new,
        ]
        for _ in 0..<5 {
            let wrong = try await world.run("baton-phone", "p", change)
            #expect(try wrong.only("error").member("code").string() == "wrong-passcode")
        }
        let locked = try await world.run("baton-phone", "p", change)
        #expect(try locked.only("error").member("code").string() == "passcode-locked")
    }

    @Test func `a passcode change killed at any moment leaves one passcode that opens every card`()
        async throws
    {
        let world = try await world()
        let codes = [world.passcodeFile("p"), try write(world, "new", "another passcode\n")]
        var current = 0
        for _ in 0..<8 {
            let changing = try world.start(
                "baton-phone", "p",
                [
                    "wallet", "passcode", "--passcode-file", codes[current], "--new-passcode-file",
                    codes[1 - current],
                ])
            try await Task.sleep(for: .milliseconds(Int.random(in: 100...3500)))
            changing.signal(SIGKILL)
            _ = try await changing.status()
            // Whichever opens it changes it to itself, with every card.
            var opening: [Int] = []
            for index in codes.indices {
                let ran = try await world.run(
                    "baton-phone", "p",
                    [
                        "wallet", "passcode", "--passcode-file", codes[index], "--new-passcode-file",
                        codes[index],
                    ])
                if ran.status == 0 { opening.append(index) }
            }
            #expect(opening.count == 1)
            current = try #require(opening.first)
        }
    }

    @Test func `Protocol wallet: no file of a home has a card number or the passcode, keys only the journal`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("roses")
        let paid = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await buying.ended() == (0, "ordered"))
        var secrets: [[UInt8]] = []
        var database = try Database(
            path: world.folder.file("p/journal.db"), options: DatabaseOptions(access: .readOnly))
        let keys = try database.rows("SELECT signing, agreement FROM relay") { row throws(SQLiteError) in
            [try row.blob(0), try row.blob(1)]
        }
        secrets += keys.flatMap { $0 }
        secrets += try database.rows("SELECT psk FROM pairing") { row throws(SQLiteError) in try row.blob(0) }
        #expect(secrets.count == 3)
        let forbidden = ["4242424242424242", "5200828282828210", "378282246310005", try world.passcode("p")]
        let home = world.folder.file("p")
        let names = try FileManager.default.contentsOfDirectory(atPath: home)
        #expect(names.contains("wallet.json") && names.contains("journal.db"))
        for name in names {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(home)/\(name)"))
            for text in forbidden { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)") }
            guard !name.hasPrefix("journal.db") else { continue }
            for secret in secrets { #expect(bytes.range(of: Data(secret)) == nil, "\(name)") }
        }
    }
}
