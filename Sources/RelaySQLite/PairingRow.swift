import Handoffs
import SQLite

/// How a pairing is kept: the columns that queries look at, and the rest in one.
enum PairingRow {
    /// The columns of `pairing` that a query reads, in the order of `read`.
    static let columns = "pairing.id, pairing.detail"

    static func read(_ row: borrowing Row) throws(SQLiteError) -> Pairing {
        guard let id = PairingID(bytes: try row.blob(0)) else {
            throw .corrupt(detail: "a pairing's id has another length")
        }
        var reader = ByteReader(try row.blob(1))
        let layout = try reader.tag()
        guard layout == 1 else { throw .corrupt(detail: "a pairing has layout \(layout)") }
        let openedAt = try reader.instant()
        let watch = try reader.party()
        let phone = try reader.optional { (r) throws(SQLiteError) in try r.party() }
        let messages = try reader.list { (r) throws(SQLiteError) -> Pairing.Message in
            guard let step = Pairing.Step(rawValue: try r.text()) else {
                throw .corrupt(detail: "a pairing has an unknown step")
            }
            return Pairing.Message(step: step, sender: try r.identifier(), body: try r.variable())
        }
        let grants = try reader.list { (r) throws(SQLiteError) -> Pairing.Grant in
            Pairing.Grant(signer: try r.identifier(), transcript: try r.identifier(), token: try r.variable())
        }
        let phase = try reader.pairingPhase()
        try reader.finish()
        return Pairing(
            id: id, watch: watch, openedAt: openedAt, phone: phone, messages: messages, grants: grants,
            phase: phase
        )
    }

    static func detail(_ pairing: Pairing) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(tag: 1)
        writer.append(pairing.openedAt.milliseconds)
        writer.append(pairing.watch)
        writer.append(pairing.phone != nil)
        if let phone = pairing.phone { writer.append(phone) }
        writer.append(pairing.messages) { writer, message in
            writer.append(Array(message.step.rawValue.utf8))
            writer.append(fixed: message.sender.bytes)
            writer.append(message.body)
        }
        writer.append(pairing.grants) { writer, grant in
            writer.append(fixed: grant.signer.bytes)
            writer.append(fixed: grant.transcript.bytes)
            writer.append(grant.token)
        }
        writer.append(pairing.phase)
        return writer.bytes
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ party: Pairing.Party) {
        append(fixed: party.device.bytes)
        append(party.key)
    }

    fileprivate mutating func append(_ phase: Pairing.Phase) {
        switch phase {
        case .running: append(tag: 0)
        case .ended(let reason, let at):
            append(tag: 1)
            append(Array(reason.rawValue.utf8))
            append(at.milliseconds)
        case .paired(let at):
            append(tag: 2)
            append(at.milliseconds)
        case .unpaired(let at):
            append(tag: 3)
            append(at.milliseconds)
        }
    }
}

extension ByteReader {
    fileprivate mutating func party() throws(SQLiteError) -> Pairing.Party {
        Pairing.Party(device: try identifier(), key: try variable())
    }

    fileprivate mutating func text() throws(SQLiteError) -> String {
        String(decoding: try variable(), as: UTF8.self)
    }

    fileprivate mutating func pairingPhase() throws(SQLiteError) -> Pairing.Phase {
        switch try tag() {
        case 0: return .running
        case 1:
            guard let reason = Pairing.EndReason(rawValue: try text()) else {
                throw .corrupt(detail: "a pairing ended for an unknown reason")
            }
            return .ended(reason, at: try instant())
        case 2: return .paired(at: try instant())
        case 3: return .unpaired(at: try instant())
        case let other: throw .corrupt(detail: "a pairing has phase \(other)")
        }
    }
}
