import Handoffs
import SQLite

/// A handoff with the numbers of the bodies that belong to it.
struct HandoffRow: Equatable {
    var handoff: Handoff
    /// One for each recipient, in their order; nil where its token is gone.
    var tokenBodies: [Int64?]
    var outcomeBody: Int64?

    /// The columns of `handoff` that a query reads, in the order of `init(_:)`.
    static let columns = "handoff.id, handoff.sender, handoff.detail"

    init(_ handoff: Handoff) {
        self.handoff = handoff
        tokenBodies = handoff.recipients.map { _ in nil }
    }

    init(_ row: borrowing Row) throws(SQLiteError) {
        guard let id = HandoffID(bytes: try row.blob(0)), let sender = DeviceID(bytes: try row.blob(1)) else {
            throw .corrupt(detail: "a handoff's key has another length")
        }
        try self.init(key: HandoffKey(sender: sender, id: id), detail: try row.blob(2))
    }

    /// The number of the token for `recipient`.
    func tokenBody(for recipient: DeviceID) -> Int64? {
        for (index, entry) in handoff.recipients.enumerated() where entry.device == recipient {
            return tokenBodies[index]
        }
        return nil
    }

    /// Who still has to do with it (table `party`).
    var parties: [DeviceID] {
        handoff.state.isTerminal ? [] : [handoff.key.sender] + handoff.activeRecipients
    }
}

extension HandoffRow {
    /// What no query looks at, packed. The first byte tells how; it changes with a migration.
    var detail: [UInt8] {
        var writer = ByteWriter()
        writer.append(tag: 1)
        writer.append(handoff.issuedAt.milliseconds)
        writer.append(handoff.expiresAt.milliseconds)
        writer.append(handoff.fence.number)
        writer.append(handoff.isCancelRequested)
        writer.append(optional: handoff.supersedes)
        writer.append(optional: handoff.latestClaimer)
        let bodies = zip(handoff.recipients, tokenBodies)
        writer.append(Array(bodies)) { writer, entry in
            writer.append(fixed: entry.0.device.bytes)
            writer.append(fixed: entry.0.token.bytes)
            writer.append(entry.0.isRemoved)
            writer.append(entry.0.isDelivered)
            writer.append(entry.1 ?? 0)
        }
        writer.append(outcomeBody ?? 0)
        writer.append(handoff.spentClaims) { $0.append($1) }
        writer.append(handoff.phase)
        return writer.bytes
    }

    fileprivate init(key: HandoffKey, detail: [UInt8]) throws(SQLiteError) {
        var reader = ByteReader(detail)
        let layout = try reader.tag()
        guard layout == 1 else { throw .corrupt(detail: "a handoff has layout \(layout)") }
        let issuedAt = try reader.instant()
        let expiresAt = try reader.instant()
        let fence = Fence(number: try reader.number())
        let isCancelRequested = try reader.flag()
        let supersedes = try reader.optional { (r) throws(SQLiteError) in try r.identifier(HandoffID.self) }
        let latestClaimer = try reader.optional { (r) throws(SQLiteError) in try r.identifier(DeviceID.self) }
        var bodies: [Int64?] = []
        let recipients = try reader.list { (r) throws(SQLiteError) -> Handoff.Recipient in
            let recipient = Handoff.Recipient(
                device: try r.identifier(), token: try r.identifier(), isRemoved: try r.flag(),
                isDelivered: try r.flag())
            let body = try r.number()
            bodies.append(body == 0 ? nil : body)
            return recipient
        }
        let outcome = try reader.number()
        let spentClaims = try reader.list { (r) throws(SQLiteError) in try r.claim() }
        let phase = try reader.phase()
        try reader.finish()
        handoff = Handoff(
            key: key, issuedAt: issuedAt, expiresAt: expiresAt, supersedes: supersedes,
            recipients: recipients,
            phase: phase, fence: fence, latestClaimer: latestClaimer, spentClaims: spentClaims,
            isCancelRequested: isCancelRequested)
        tokenBodies = bodies
        outcomeBody = outcome == 0 ? nil : outcome
    }
}

extension ByteWriter {
    fileprivate mutating func append<ID: Identifier>(optional id: ID?) {
        append(id != nil)
        if let id { append(fixed: id.bytes) }
    }

    fileprivate mutating func append(_ claim: Handoff.Claim) {
        append(fixed: claim.device.bytes)
        append(fixed: claim.key.bytes)
    }

    fileprivate mutating func append(_ phase: Handoff.Phase) {
        switch phase {
        case .offered: append(tag: 0)
        case .claimed(let claim, let until): append(1, claim, until)
        case .authorizing(let claim, let until): append(2, claim, until)
        case .inDoubt(let claim, let since): append(3, claim, since)
        case .settled(let claim, let outcome, let at):
            append(4, claim, at)
            append(fixed: outcome.bytes)
        case .declined(let claim, let at): append(5, claim, at)
        case .cancelled(let at):
            append(tag: 6)
            append(at.milliseconds)
        case .superseded(let newer, let at):
            append(tag: 7)
            append(at.milliseconds)
            append(fixed: newer.bytes)
        case .expired(let at):
            append(tag: 8)
            append(at.milliseconds)
        }
    }

    private mutating func append(_ tag: UInt8, _ claim: Handoff.Claim, _ time: Instant) {
        append(tag: tag)
        append(claim)
        append(time.milliseconds)
    }
}

extension ByteReader {
    fileprivate mutating func claim() throws(SQLiteError) -> Handoff.Claim {
        Handoff.Claim(device: try identifier(), key: try identifier())
    }

    fileprivate mutating func phase() throws(SQLiteError) -> Handoff.Phase {
        switch try tag() {
        case 0: return .offered
        case 1: return .claimed(try claim(), leaseUntil: try instant())
        case 2: return .authorizing(try claim(), until: try instant())
        case 3: return .inDoubt(try claim(), since: try instant())
        case 4:
            let (claim, at) = (try claim(), try instant())
            return .settled(claim, outcome: try identifier(), at: at)
        case 5: return .declined(try claim(), at: try instant())
        case 6: return .cancelled(at: try instant())
        case 7:
            let at = try instant()
            return .superseded(by: try identifier(), at: at)
        case 8: return .expired(at: try instant())
        case let other: throw .corrupt(detail: "a handoff has phase \(other)")
        }
    }
}
