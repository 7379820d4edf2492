internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
package import Surfaces

/// `baton-phone listen`: waits, announces, opens the sheet when told; with `--then` acts by itself.
package struct ListenFlow: Sendable {
    /// What `--then` says.
    package enum Action: String, Sendable, CaseIterable {
        case pay, decline, ignore
    }

    private enum Input: Sendable {
        case change
        case connected
        /// Nothing comes from this relay for now.
        case lost(Complaint)
        /// Time to look for what is unfinished.
        case tick
        /// Nil at the end of the input.
        case line(String?)
        case failed(Complaint)
    }

    private let device: Device
    private let action: Action?
    private let plan: SheetPlan
    private let endsAfterOne: Bool

    /// `plan` holds for every sheet that is opened.
    package init(_ device: Device, action: Action?, plan: SheetPlan, endsAfterOne: Bool) {
        self.device = device
        self.action = action
        self.plan = plan
        self.endsAfterOne = endsAfterOne
    }

    /// Listens until it is interrupted, told to quit, or done with one (`--once`).
    package func run() async throws(Complaint) -> Ending {
        let lines = try await device.lines()
        let count = try await device.pairedDevices().count
        guard count > 0 else {
            _ = await device.givingRelays(Device.lookPatience).catchUp()
            throw .notPairedPhone
        }
        await recover(lines, isQuiet: false)
        let (queue, continuation) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let tasks =
            lines.map { line in Self.follow(device, line, into: continuation) } + [Self.tick(continuation)]
        defer { tasks.forEach { $0.cancel() } }
        var announced: Set<HandoffKey> = []
        var badge = -1
        var isReading = false
        var (isListening, isWarned) = (false, false)
        // What the journal has is announced, whether a relay is there or not.
        continuation.yield(.change)
        for await input in queue {
            var ending: Ending?
            switch input {
            case .failed(let complaint): throw complaint
            case .change: break
            case .connected:
                if !isListening { device.face.show(.listening(devices: count)) }
                isListening = true
            case .lost(let complaint):
                if isListening || !isWarned { device.face.warn(complaint) }
                (isListening, isWarned) = (false, true)
            case .tick:
                let before = Set(try await device.waiting().map(\.row.key))
                await recover(lines, isQuiet: true)
                for line in lines { await StrayPairings(device: device, line: line).takeBack() }
                // What waits again is announced again.
                announced.subtract(Set(try await device.waiting().map(\.row.key)).subtracting(before))
            case .line(nil): isReading = true
            case .line(let text?):
                isReading = false
                if text == "quit" { return .closed }
                ending = try await obey(text)
            }
            try await PairingNotices(device: device).show()
            let fresh = try await announce(&announced)
            try await showBadge(&badge)
            for (row, line) in fresh {
                if let end = try await act(on: row, at: line) { ending = end }
            }
            if let ending, endsAfterOne { return ending }
            try await showBadge(&badge)
            if action == nil, !isReading {
                isReading = true
                Self.read(device.face, into: continuation)
            }
        }
        return .interrupted
    }

    /// So many looks the owner of the stream has to be connected: two seconds.
    private static let unheardMax = 20

    private static func follow(
        _ device: Device, _ line: RelayLine, into queue: AsyncStream<Input>.Continuation
    ) -> Task<Void, Never> {
        Task {
            var unheard = 0
            for await change in PhoneEvents(device: device, line: line).follower.changes() {
                switch change {
                case .event: queue.yield(.change)
                case .connected: queue.yield(.connected)
                case .tick(isHeard: true):
                    // Another process of this home writes down what comes.
                    unheard = 0
                    queue.yield(.connected)
                case .tick(isHeard: false):
                    unheard += 1
                    if unheard == unheardMax { queue.yield(.lost(.relayUnreachable(line.relay.base.text))) }
                case .owned: break
                case .lost(let complaint): queue.yield(.lost(complaint))
                case .failed(let complaint): queue.yield(.failed(complaint))
                }
            }
        }
    }

    /// A payment in doubt and an outcome that is not told are gone after again so often.
    private static let recoverEvery: Duration = .seconds(10)

    private static func tick(_ queue: AsyncStream<Input>.Continuation) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                do { try await Task.sleep(for: recoverEvery) } catch { return }
                queue.yield(.tick)
            }
        }
    }

    private static func read(_ face: any Face, into queue: AsyncStream<Input>.Continuation) {
        Task {
            do throws(Complaint) { queue.yield(.line(try await face.command())) } catch {
                if error != .interrupted { queue.yield(.failed(error)) }
            }
        }
    }

    /// Ends what an earlier run of this phone left between the passcode and the outcome.
    private func recover(_ lines: [RelayLine], isQuiet: Bool) async {
        do throws(Complaint) {
            let rows = try await device.keeping { journal throws(JournalFailure) in
                try await journal.received()
            }
            for row in rows {
                guard let line = lines.first(where: { $0.relay.number == row.relay }) else { continue }
                try await recover(row, line, isQuiet)
            }
        } catch {
            if !isQuiet { device.face.warn(error) }
        }
    }

    private func recover(
        _ row: ReceivedHandoff, _ line: RelayLine, _ isQuiet: Bool
    ) async throws(Complaint) {
        let key = row.key
        let attempts = try await device.keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key)
        }
        switch Recovery.step(row, attempts) {
        case .open, .over: return
        case .tell, .complete, .fail: break
        }
        do throws(Complaint) {
            try await device.exclusively(key) { () async throws(Complaint) in
                let recovery = Recovery(device: device, line: line, row: row)
                switch try await recovery.run(.waits) {
                case .open, .again, .left: break
                case .over(let ending): try await recovery.show(ending)
                }
            }
        } catch {
            // Another window has it open and goes on with it; a relay out of reach is tried again later.
            if error == .interrupted { throw error }
            if !isQuiet { device.face.warn(error) }
        }
    }

    /// Announces what waits and was not announced yet (UI-6).
    private func announce(
        _ announced: inout Set<HandoffKey>
    ) async throws(Complaint) -> [(ReceivedHandoff, RelayLine)] {
        var fresh: [(ReceivedHandoff, RelayLine)] = []
        let now = device.clock.wallTime().seconds
        for (row, line) in try await device.waiting().reversed() where !announced.contains(row.key) {
            announced.insert(row.key)
            do throws(Complaint) {
                device.face.show(.announced(try await device.opened(row, at: line).shown(row, now: now)))
                fresh.append((row, line))
            } catch {
                // It no longer opens: nothing to announce.
                continue
            }
        }
        return fresh
    }

    /// What waits and was not seen (UI-8).
    private func showBadge(_ badge: inout Int) async throws(Complaint) {
        let count = try await device.waiting().count { !$0.row.isSeen }
        guard count != badge else { return }
        badge = count
        device.face.show(.badge(count))
    }

    private func act(on row: ReceivedHandoff, at line: RelayLine) async throws(Complaint) -> Ending? {
        var plan = plan
        switch action {
        case nil, .ignore: return nil
        case .pay:
            plan.decider = .pay
            // As long as the purchase lives: its end comes as an event.
            plan.retries = .max
        case .decline: plan.decider = .decline
        }
        return try await open(row, line, plan)
    }

    private func obey(_ text: String) async throws(Complaint) -> Ending? {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("inbox", 1):
            try await InboxFlow(device).inbox()
            return nil
        case ("help", 1), ("?", 1):
            device.face.show(.commands(.listening))
            return nil
        case ("open", 1), ("open", 2):
            // Without an id it is the one purchase that waits.
            let begin = words.count > 1 ? words[1] : ""
            let found = try await device.waiting().filter { $0.row.key.id.text.hasPrefix(begin) }
            guard let first = found.first, found.count == 1 else {
                device.face.warn(
                    begin.isEmpty
                        ? .openWhich(count: found.count)
                        : found.isEmpty ? .unknownHandoff(begin) : .ambiguousHandoff(begin))
                return nil
            }
            return try await open(first.row, first.line, plan)
        case (nil, _): return nil
        default:
            device.face.warn(.unknownListenCommand(words[0]))
            return nil
        }
    }

    /// Opens a sheet; what goes wrong with one purchase does not end the listening.
    private func open(
        _ row: ReceivedHandoff, _ line: RelayLine, _ plan: SheetPlan
    ) async throws(Complaint) -> Ending? {
        do throws(Complaint) {
            return try await SheetOpening(device: device, plan: plan).open(row, at: line, follows: false)
        } catch {
            if error == .interrupted { throw error }
            if endsAfterOne { throw error }
            device.face.warn(error)
            return nil
        }
    }
}
