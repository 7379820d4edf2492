import Foundation
import JSON
import TestSupport
import Testing

/// A card whose issuer asks the person on a page (3-D Secure), over the four programs.
@Suite("Live: an issuer's question", .serialized, .timeLimit(.minutes(5)))
struct IssuerLiveTests {
    @Test(arguments: ["yes", "no"])
    func `the person's answer on the issuer's page decides, on both devices`(answer: String) async throws {
        let world = try await DeviceWorld.paired()
        let number = world.folder.file("number")
        try Data("4000002500003155\n".utf8).write(to: URL(fileURLWithPath: number))
        let added = try await world.run(
            "baton-phone", "p",
            [
                "wallet", "add-card", "--number-file", number, "--expires", "12/30", "--default",
                "--passcode-file", world.passcodeFile("p"),
            ])
        #expect(added.status == 0, "\(added.errors)")
        let (buying, id) = try await world.buy("latte")
        let phone = try world.start(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        let link = try await phone.event("continue").member("link").string()
        try await world.answerPage(link, answer)
        let end: (Int32, String) = answer == "yes" ? (0, "ordered") : (15, "payment-failed")
        #expect(try await phone.ended() == end)
        #expect(try await buying.ended() == end)
        #expect(try world.shopRecord().orders == (answer == "yes" ? 1 : 0))
    }
}
