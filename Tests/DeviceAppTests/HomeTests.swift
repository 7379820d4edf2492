import Blocking
import Surfaces
import Testing

@testable import DeviceApp

/// A device's folder and the name that it goes by.
@Suite struct HomeTests {
    @Test(arguments: [
        "", " ", "\u{202E}", "\u{200B}\u{200D}", "\t\n", "\u{2066}\u{2069} ", "\u{3164}", "\u{2800}",
        "\u{FEFF}", String(repeating: "n", count: 65),
    ])
    func `a name that nobody can see, or that does not fit, is refused`(name: String) {
        #expect(throws: Complaint.invalidName) { try DeviceName.check(name) }
    }

    @Test(arguments: ["w", "Ada's watch", "\u{202E}abc", "時計", "⌚️", "👩‍🚀", String(repeating: "n", count: 64)])
    func `a name of which something can be seen is taken`(name: String) throws {
        try DeviceName.check(name)
    }

    @Test func `an emptied journal of a home that was used is said, and a new home is made`() async throws {
        let folder = try Folder.makeTemporary(prefix: "home")
        defer {
            do { try Folder.removeTree(folder) } catch { Issue.record("\(folder) stays: \(error)") }
        }
        let home = try #require(Home(named: "\(folder)/home", role: "phone", environment: [:]))
        _ = try Journal(home)
        // A process that died while it made the journal.
        try DurableFile.replace(home.journal, with: [])
        _ = try Journal(home)
        try DurableFile.replace(home.wallet, with: [1])
        try DurableFile.replace(home.journal, with: [])
        do {
            _ = try Journal(home)
            Issue.record("a new journal took the place of the emptied one")
        } catch {
            let complaint = Complaint(error, in: home)
            #expect(complaint.code == "home-damaged")
            #expect(complaint.message.contains("journal.db"))
        }
        #expect(try DurableFile.size(of: home.journal) == 0)
    }

    @Test func `what one process hears of a relay the others can read`() async throws {
        let fixture = try await JournalFixture()
        #expect(try await !fixture.journal.isHeard(fixture.relay))
        try await fixture.journal.setHeard(true, of: fixture.relay)
        #expect(try await fixture.journal.isHeard(fixture.relay))
        try await fixture.journal.setHeard(false, of: fixture.relay)
        #expect(try await !fixture.journal.isHeard(fixture.relay))
    }
}
