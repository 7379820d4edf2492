package import BatonClient
internal import Crypto
internal import HTTPClient
internal import HTTPMessages
internal import Handoffs
package import Surfaces

/// A device at work: its home, its journal, its ways to relays and merchants, and the one who holds it.
package struct Device: Sendable {
    package let settings: DeviceSettings
    package let home: Home
    let journal: Journal
    package let face: any Face
    let clock: any DeviceClock
    let relayHTTP: HTTPClient
    let merchants: Merchants
    /// How long a request to a relay is repeated.
    private var relayPatience = RelayClient.patience

    /// Opens the home. Nothing is contacted.
    package init(_ settings: DeviceSettings, face: any Face, clock: any DeviceClock) throws(Complaint) {
        guard
            let home = Home(
                named: settings.home, role: settings.role.rawValue, environment: settings.environment)
        else { throw .homeUnknown }
        self.settings = settings
        self.home = home
        self.face = face
        self.clock = clock
        do throws(JournalFailure) { journal = try Journal(home) } catch {
            throw Complaint(error, in: home)
        }
        var configuration = HTTPClientConfiguration()
        configuration.caFile = settings.caFile
        // A relay is named by its owner, and plain http stays on the machine's own addresses.
        configuration.allowsLocalAddresses = true
        relayHTTP = HTTPClient(configuration)
        merchants = Merchants(settings, clock: clock)
    }

    /// Runs a step of the journal.
    func keeping<Result: Sendable>(
        _ body: (Journal) async throws(JournalFailure) -> Result
    ) async throws(Complaint) -> Result {
        do throws(JournalFailure) { return try await body(journal) } catch {
            throw Complaint(error, in: home)
        }
    }

    /// This device at one relay.
    func line(to relay: KnownRelay) -> RelayLine {
        let client = RelayClient(
            base: relay.base, key: relay.keys.signing, http: relayHTTP, clock: clock, patience: relayPatience)
        return RelayLine(relay: relay, client: client)
    }

    /// The same device for a command that somebody waits for: a relay that does not answer within `limit`
    /// cannot be reached.
    func givingRelays(_ limit: Duration) -> Device {
        var device = self
        device.relayPatience = limit
        return device
    }

    /// What a command that only looks gives a relay before it answers from the journal.
    static let lookPatience: Duration = .seconds(3)

    /// All relays that this device has keys for.
    func lines() async throws(Complaint) -> [RelayLine] {
        try await keeping { journal throws(JournalFailure) in try await journal.relays() }.map(line)
    }

    /// Every paired device, with its line.
    func pairedDevices() async throws(Complaint) -> [(device: PairedDevice, line: RelayLine)] {
        var found: [(device: PairedDevice, line: RelayLine)] = []
        for line in try await lines() {
            let devices = try await keeping { journal throws(JournalFailure) in
                try await journal.devices(at: line.relay)
            }
            found += devices.map { ($0, line) }
        }
        return found
    }
}

/// This device's identity at a relay, and the way there.
struct RelayLine: Sendable {
    let relay: KnownRelay
    let client: RelayClient

    var id: DeviceID { client.device }
}
