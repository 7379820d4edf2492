import Handoffs
import Relay
import Wire

/// Everything that was promised so far, and whether the relay's rows still keep it.
struct Truth {
    /// The last seen row of every handoff that the relay acknowledged.
    private(set) var rows: [HandoffKey: Handoff] = [:]
    private var authorized: [HandoffKey: Set<DeviceID>] = [:]
    private var fences: [HandoffKey: [Fence: DeviceID]] = [:]
    private var outcomes: [HandoffKey: Digest] = [:]
    private var logs: [DeviceID: [Int64: [UInt8]]] = [:]
    private(set) var broken: [String] = []
    /// How much happened, so that a simulation in which nothing happens does not pass for a good one.
    private(set) var tally: [String: Int] = [:]

    /// Handoffs that must be looked at after each step.
    var keys: [HandoffKey] { rows.keys.sorted { ($0.sender, $0.id) < ($1.sender, $1.id) } }

    /// Notes what the relay acknowledged, whether or not the answer arrives.
    mutating func note(_ answer: Answer, to call: Call, by device: DeviceID, row: (HandoffKey) -> Handoff?) {
        switch (call, answer) {
        case (.create(let tokens), .created(let status)):
            promise(status.key, row)
            if tokens.isEmpty { broken.append("a create without tokens was accepted") }
            count("created")
        case (.cancel(let key), .status): promise(key, row)
        case (.claim(let key, _), .claimed(let claimed)):
            let owner = fences[key]?[claimed.fence]
            if let owner, owner != device {
                broken.append("\(key): \(claimed.fence) was given to two phones")
            }
            fences[key, default: [:]][claimed.fence] = device
            count("claimed")
        case (.step(.authorize, let key), .status):
            authorized[key, default: []].insert(device)
            if authorized[key]?.count != 1 { broken.append("\(key): two phones may authorize") }
            count("authorized")
        case (.settle(let outcome), .status):
            let key = HandoffKey(sender: outcome.claims.watch, id: outcome.claims.id)
            if let known = outcomes[key], known != outcome.digest {
                broken.append("\(key): two outcomes were accepted")
            }
            outcomes[key] = outcome.digest
            count("settled")
        case (.read, .events(let events)):
            for event in events { noteLogged(event, of: device) }
        case (.read, .resync): count("resync")
        default: break
        }
    }

    private mutating func promise(_ key: HandoffKey, _ row: (HandoffKey) -> Handoff?) {
        guard rows[key] == nil else { return }
        rows[key] = row(key)
        if rows[key] == nil { broken.append("\(key): acknowledged and not there") }
    }

    private mutating func noteLogged(_ event: LoggedEvent, of device: DeviceID) {
        let known = logs[device]?[event.sequence]
        if let known, known != event.data {
            broken.append("\(device): event \(event.sequence) is another one now")
        }
        logs[device, default: [:]][event.sequence] = event.data
        count("event")
    }

    /// Compares every row with what it was, and with what was paid.
    mutating func check(_ now: Instant, charges: [HandoffKey: Set<DeviceID>], row: (HandoffKey) -> Handoff?) {
        for key in keys {
            guard let before = rows[key] else { continue }
            guard let after = row(key) else {
                let mayBeGone = before.forgetAt.map { $0 <= now } ?? false
                if !mayBeGone { broken.append("\(key): lost in \(before.state)") }
                continue
            }
            compare(before, after)
            if before.state != after.state { count(after.state.rawValue) }
            rows[key] = after
        }
        for (key, payers) in charges {
            if payers.count > 1 { broken.append("\(key): charged by two phones") }
            if !payers.isSubset(of: authorized[key] ?? []) {
                broken.append("\(key): charged without an acknowledged authorizing")
            }
        }
    }

    private mutating func compare(_ before: Handoff, _ after: Handoff) {
        let key = before.key
        if before.state.isTerminal, before.phase != after.phase {
            broken.append("\(key): \(before.state) became \(after.state)")
        }
        if after.fence < before.fence { broken.append("\(key): the fence fell") }
        if Self.rank(after.state) < Self.rank(before.state) {
            broken.append("\(key): \(before.state) went back to \(after.state)")
        }
        let isPastReturn = before.state == .authorizing || before.state == .inDoubt
        if isPastReturn, after.claim != before.claim || after.fence != before.fence {
            broken.append("\(key): the claim changed after the point of no return")
        }
        if after.state == .settled, !isPastReturn, before.state != .settled {
            broken.append("\(key): settled out of \(before.state)")
        }
        if let outcome = outcomes[key], after.state != .settled {
            broken.append("\(key): outcome \(outcome) was acknowledged, and it is \(after.state)")
        }
    }

    /// No state may be followed by one of a lower rank.
    private static func rank(_ state: HandoffState) -> Int {
        switch state {
        case .offered, .claimed: 0
        case .authorizing: 1
        case .inDoubt: 2
        case .settled, .declined, .cancelled, .superseded, .expired: 3
        }
    }

    mutating func complain(_ text: String) { broken.append(text) }

    private mutating func count(_ what: String) { tally[what, default: 0] += 1 }
}
