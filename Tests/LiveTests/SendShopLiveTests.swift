import Foundation
import JSON
import TestSupport
import Testing

/// Signed requests that the demo shop takes payments for: one charge each, whatever is killed.
@Suite("Live: a signed request and the shop", .serialized, .timeLimit(.minutes(5)))
struct SendShopLiveTests {
    /// A quote of `request.json` with the shop's own key and certificate, paid at the shop.
    private func signed(_ scene: SendScene, life: Int = 600) async throws -> String {
        let quote = scene.file("shop.jwt")
        let signing = try RunningProgram(
            "baton-shop",
            [
                "quote", "sign", "--database", scene.file("shop.db"), "--request", scene.file("request.json"),
                "--valid", "\(life)s", "--origin", scene.world.shopOrigin, "--complete-url",
                "\(scene.world.shopOrigin)/payments",
            ])
        #expect(try await signing.status() == 0, "\(signing.errors)")
        try scene.write("shop.jwt", signing.output)
        return quote
    }

    @Test func `it is shown as verified, charged once, and its order stands on both devices`() async throws {
        let scene = try await SendScene()
        let (sending, id) = try await scene.send(["--quote", try await signed(scene)])
        let paid = try await scene.pay(id, ["--method", "exp", "--expect-total", "8.50"])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await sending.ended() == (0, "ordered"))
        let watch = try await Ran(status: 0, events: sending.events(), errors: "").only("result")
            .member("order")
        let phone = try paid.only("result").member("order")
        #expect(try watch.member("number").string() == phone.member("number").string())
        #expect(try watch.member("total").member("minor_units").integer() == 850)
        #expect(try phone.member("payment").string() == "Visa 4242 (Baton Pay)")
        #expect(try scene.world.shopRecord().charges == 1)
    }

    @Test func `a card that the shop declines is a failure with nothing charged`() async throws {
        let scene = try await SendScene()
        try scene.write("number", "4000000000000002\n")
        let added = try await scene.world.run(
            "baton-phone", "p",
            [
                "wallet", "add-card", "--number-file", scene.file("number"), "--expires", "12/30",
                "--default", "--passcode-file", scene.world.passcodeFile("p"),
            ])
        #expect(added.status == 0, "\(added.errors)")
        let (sending, id) = try await scene.send(["--quote", try await signed(scene)])
        #expect(try await scene.pay(id).status == 15)
        #expect(try await sending.ended() == (15, "payment-failed"))
    }

    @Test func `the phone is killed anywhere between the sheet and the outcome, ten times: one charge each`()
        async throws
    {
        let scene = try await SendScene()
        var random = SystemRandomNumberGenerator()
        for paid in 1...10 {
            let quote = try await signed(scene, life: 600 + paid)
            let (sending, id) = try await scene.send(["--quote", quote])
            let phone = try scene.world.start(
                "baton-phone", "p",
                ["resume", id, "--pay", "--passcode-file", scene.world.passcodeFile("p")])
            try await Task.sleep(for: .milliseconds(Int64.random(in: 20...900, using: &random)))
            phone.signal(SIGKILL)
            _ = try await phone.status()
            let again = try await scene.pay(id)
            let ended = try await sending.ended()
            // Killed before anything was sent it may end as a failure; both sides then say so.
            #expect([0, 15].contains(again.status), "\(again.errors)")
            #expect(ended.status == again.status)
            if again.status == 15 {
                let (retry, other) = try await scene.send(["--quote", quote])
                #expect(try await scene.pay(other).status == 0)
                #expect(try await retry.ended() == (0, "ordered"))
            }
            #expect(try scene.world.shopRecord().charges == Int64(paid))
        }
    }
}
