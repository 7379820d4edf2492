import Handoffs
import Relay
import RelaySQLite
import TestSupport
import Wire

/// The whole system in one process: a relay on a real store, watches and phones that are models, and a
/// network that loses, repeats, delays and reorders. Everything follows from the seed.
final class World {
    private static let base = "https://relay.example"
    private let folder: TemporaryFolder
    private let clock = SimulatedClock()
    private var random: SeededRandom
    private var store: SQLiteRelayStore
    private var service: RelayService
    private var upkeep: RelayUpkeep
    private var devices: [any SimulatedDevice]
    private let watches: [DeviceID]
    private let phones: [DeviceID]
    private var network: [Envelope] = []
    private var charges: [HandoffKey: Set<DeviceID>] = [:]
    private var digests: [TokenKey: Digest] = [:]
    private var isQuieting = false
    private(set) var truth = Truth()

    init(seed: UInt64) async throws {
        folder = try TemporaryFolder(inMemory: true)
        var random = SeededRandom(seed: seed)
        watches = (0..<2).map { _ in random.identifier() }
        phones = (0..<3).map { _ in random.identifier() }
        devices = watches.map { SimulatedWatch(id: $0) } + phones.map { SimulatedPhone(id: $0) }
        store = try SQLiteRelayStore(path: folder.file("relay.db"), clock: clock)
        service = RelayService(store: store, clock: clock, hub: EventHub(), base: Self.base)
        upkeep = RelayUpkeep(service)
        self.random = random
        try await pair()
    }

    deinit { store.close() }

    /// Runs so many steps of trouble, then lets everything come to rest, and looks whether all promises
    /// were kept.
    func run(steps: Int) async throws -> Truth {
        for _ in 0..<steps where truth.broken.isEmpty { try await step() }
        guard truth.broken.isEmpty else { return truth }
        try await comeToRest()
        return truth
    }

    private func pair() async throws {
        for watch in watches {
            for phone in phones {
                var pairing = Pairing(
                    opening: random.identifier(), by: .init(device: watch, key: [4]), at: clock.now())
                pairing.phone = .init(device: phone, key: [4])
                pairing.phase = .paired(at: clock.now())
                var scope = RelayScope()
                scope.pairing = pairing.id
                let paired = pairing
                _ = try await store.update(scope) { $0.pairing = paired }
            }
        }
    }

    private func step() async throws {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<770: try await deliverSomething()
        case 770..<920: act(Int.random(in: devices.indices, using: &random))
        case 920..<972: clock.advance(by: .milliseconds(Int.random(in: 0...2_000, using: &random)))
        case 972..<978: clock.advance(by: .seconds(Int.random(in: 20...200, using: &random)))
        case 978..<986: try await sweep()
        case 986..<996: crashSomething()
        default: try restartRelay()
        }
        try await check()
    }

    /// Takes any message, not the oldest; sometimes loses it, sometimes leaves a copy.
    private func deliverSomething() async throws {
        guard !network.isEmpty else { return }
        let index = Int.random(in: network.indices, using: &random)
        let envelope = network[index]
        let fate = Int.random(in: 0..<100, using: &random)
        if isQuieting || fate >= 10 { network.swapAt(index, network.count - 1) }
        if isQuieting || fate >= 10 { network.removeLast() }
        if !isQuieting, fate >= 85 { return }
        try await deliver(envelope)
    }

    private func deliver(_ envelope: Envelope) async throws {
        switch envelope.content {
        case .call(let call):
            let device = devices[envelope.device].id
            let answer = await perform(call, by: device)
            let rows = try await rows([Self.key(of: call, by: device)].compactMap { $0 })
            truth.note(answer, to: call, by: device) { rows[$0] }
            network.append(Envelope(device: envelope.device, content: .answer(call, answer)))
        case .answer(let call, let answer):
            var surroundings = surroundings()
            devices[envelope.device].hear(answer, to: call, &surroundings)
            take(surroundings)
        }
        // A network that grows without end would only slow the simulation down.
        if network.count > 40 { network.removeFirst(network.count - 40) }
    }

    private func act(_ index: Int) {
        var surroundings = surroundings()
        for call in devices[index].act(&surroundings) {
            network.append(Envelope(device: index, content: .call(call)))
        }
        take(surroundings)
    }

    private func crashSomething() {
        let index = Int.random(in: devices.indices, using: &random)
        let pause = Duration.seconds(Int.random(in: 0...300, using: &random))
        devices[index].crash(until: clock.now().adding(pause))
    }

    private func sweep() async throws {
        _ = try await upkeep.sweep()
    }

    /// The process ends at any moment and starts again: what was on its way is gone, what is on disk stays.
    private func restartRelay() throws {
        network.removeAll()
        store.close()
        store = try SQLiteRelayStore(path: folder.file("relay.db"), clock: clock)
        service = RelayService(store: store, clock: clock, hub: EventHub(), base: Self.base)
        upkeep = RelayUpkeep(service)
    }

    private func check() async throws {
        let rows = try await rows(truth.keys)
        truth.check(clock.now(), charges: charges) { rows[$0] }
    }

    private func rows(_ keys: [HandoffKey]) async throws -> [HandoffKey: Handoff] {
        var scope = RelayScope()
        scope.handoffs = keys
        let found = try await store.read(scope).handoffs
        return Dictionary(found.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func surroundings() -> Surroundings {
        Surroundings(
            random: random, now: clock.now(), epoch: store.epoch, watches: watches, phones: phones,
            base: Self.base, isQuieting: isQuieting, charges: charges, digests: digests)
    }

    private func take(_ surroundings: Surroundings) {
        random = surroundings.random
        charges = surroundings.charges
        digests = surroundings.digests
    }
}

extension World {
    /// Without trouble, and with time passing, everything must end, and everybody must learn how.
    private func comeToRest() async throws {
        isQuieting = true
        for round in 0..<60 where truth.broken.isEmpty {
            for index in devices.indices { act(index) }
            for _ in 0..<400 where !network.isEmpty { try await deliverSomething() }
            clock.advance(by: .seconds(round < 20 ? 5 : 61))
            try await sweep()
            try await check()
        }
        for (key, row) in truth.rows { compareViews(key, row) }
    }

    private func compareViews(_ key: HandoffKey, _ row: Handoff) {
        if !row.state.isTerminal && row.state != .inDoubt {
            truth.complain("\(key): still \(row.state) at rest")
        }
        for device in devices {
            if let watch = device as? SimulatedWatch, watch.id == key.sender {
                let view = watch.purchases[key.id]
                let wasNeverStored = view?.isRefused == true && row.recipients.isEmpty
                if view?.state != row.state, !wasNeverStored {
                    truth.complain("\(key): is \(row.state), the watch sees \(view?.state as Any)")
                }
            }
            if let phone = device as? SimulatedPhone, let entry = phone.journal[key] {
                if entry.isChargeSent, row.state != .settled {
                    truth.complain("\(key): charged and \(row.state)")
                }
            }
        }
    }

    private static func key(of call: Call, by device: DeviceID) -> HandoffKey? {
        switch call {
        case .create(let tokens): tokens.first.map { HandoffKey(sender: device, id: $0.claims.id) }
        case .cancel(let key), .claim(let key, _), .step(_, let key), .status(let key): key
        case .settle, .read: nil
        }
    }

    /// What the HTTP interface would do for this device.
    private func perform(_ call: Call, by device: DeviceID) async -> Answer {
        do throws(RelayRefusal) {
            switch call {
            case .create(let tokens): return .created(try await service.create(tokens).status)
            case .cancel(let key): return .status(try await service.cancel(key))
            case .claim(let key, let claimKey):
                return .claimed(try await service.claim(key, by: device, under: claimKey))
            case .step(let event, let key): return .status(try await service.step(event, on: key))
            case .settle(let outcome): return .status(try await service.settle(outcome))
            case .status(let key): return .status(try await service.handoff(key, for: device))
            case .read(let cursor):
                if let cursor { try await service.acknowledge(cursor, by: device) }
                switch try await service.events(of: device, after: cursor.map { .after($0) } ?? .beginning) {
                case .page(let events): return .events(events)
                case .resync(let resync, let newest): return .resync(resync, newest: newest)
                }
            }
        } catch {
            return .refused(error)
        }
    }
}
