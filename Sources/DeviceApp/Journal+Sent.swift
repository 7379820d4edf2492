internal import Checkout
internal import Crypto
package import Handoffs
internal import JSON
internal import SQLite
internal import Sealing

extension Journal {
    /// Keeps a handoff and the keys that its outcomes open with, before the relay hears of it.
    package func keep(_ handoff: SentHandoff) async throws(JournalFailure) {
        let bearer = handoff.merchant?.bearer.map { String(decoding: $0.copyBytes(), as: UTF8.self) }
        let hmac = handoff.merchant?.signingKey?.copyBytes()
        try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute(
                    "INSERT INTO sent (jti, relay, origin, session, bearer, hmac, merchant, items, "
                        + "total, currency, "
                        + "made_at, expires_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    .blob(handoff.id.bytes), .integer(handoff.relay), .text(handoff.origin),
                    // Empty where no session stands behind it.
                    .text(handoff.merchant?.session ?? ""), SQLiteValue(bearer), SQLiteValue(hmac),
                    .text(handoff.merchantName), .text(handoff.items), .integer(handoff.total.minorUnits),
                    .text(handoff.total.currency.code), .integer(handoff.madeAt), .integer(handoff.expiresAt),
                    .text(handoff.state.rawValue))
                try Self.insert(handoff.tokens, of: handoff.id, into: &db)
            }
        }
    }

    /// Replaces the tokens of a handoff that is signed again under the same id, before the relay hears of
    /// them.
    package func replaceTokens(of handoff: SentHandoff) async throws(JournalFailure) {
        try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute("DELETE FROM sent_token WHERE jti = ?", .blob(handoff.id.bytes))
                try db.execute(
                    "UPDATE sent SET made_at = ?, expires_at = ? WHERE jti = ?", .integer(handoff.madeAt),
                    .integer(handoff.expiresAt), .blob(handoff.id.bytes))
                try Self.insert(handoff.tokens, of: handoff.id, into: &db)
            }
        }
    }

    /// Writes where a handoff stands. An ending that is already known stays: there is one result only.
    package func update(
        _ id: HandoffID, state: HandoffState, ending: SentEnding?
    ) async throws(JournalFailure) {
        let (name, detail) = ending.map { ($0.name, $0.detail) } ?? (nil, nil)
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE sent SET state = ?, ending = coalesce(ending, ?), detail = CASE WHEN ending IS "
                    + "NULL THEN ? "
                    + "ELSE detail END WHERE jti = ?",
                .text(state.rawValue), SQLiteValue(name), SQLiteValue(detail), .blob(id.bytes))
        }
    }

    /// The handoffs that this device sent, the newest first; at most `limit`.
    package func sent(_ id: HandoffID? = nil, limit: Int = 100) async throws(JournalFailure) -> [SentHandoff]
    {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT jti, relay, origin, session, bearer, hmac, merchant, items, total, currency, "
                    + "made_at, expires_at, "
                    + "state, ending, detail FROM sent WHERE ?1 IS NULL OR jti = ?1 ORDER BY jti DESC "
                    + "LIMIT ?2",
                SQLiteValue(id?.bytes), .integer(Int64(limit))
            ) { row throws(SQLiteError) in try SentRow(row) }
        }
        var handoffs: [SentHandoff] = []
        for row in rows {
            guard var handoff = row.handoff else { throw .damaged("sent") }
            handoff.tokens = try await tokens(of: handoff.id)
            handoffs.append(handoff)
        }
        return handoffs
    }

    private func tokens(of id: HandoffID) async throws(JournalFailure) -> [SentHandoff.Token] {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows("SELECT device, identity, reply FROM sent_token WHERE jti = ?", .blob(id.bytes)) {
                row throws(SQLiteError) in (try row.blob(0), try row.blob(1), try row.blob(2))
            }
        }
        var tokens: [SentHandoff.Token] = []
        for (device, identity, reply) in rows {
            guard let device = DeviceID(bytes: device), let identity = Handoffs.Digest(bytes: identity) else {
                throw .damaged("sent_token")
            }
            tokens.append(SentHandoff.Token(device: device, identity: identity, replyKey: Secret(reply)))
        }
        return tokens
    }

    private static func insert(
        _ tokens: [SentHandoff.Token], of id: HandoffID, into db: inout Database
    ) throws(SQLiteError) {
        for token in tokens {
            try db.execute(
                "INSERT INTO sent_token (jti, device, identity, reply) VALUES (?, ?, ?, ?)", .blob(id.bytes),
                .blob(token.device.bytes), .blob(token.identity.bytes), .blob(token.replyKey.copyBytes()))
        }
    }
}

private struct SentRow: Sendable {
    let handoff: SentHandoff?

    init(_ row: borrowing Row) throws(SQLiteError) {
        let bearer = try row.optionalText(4).map { Secret(Array($0.utf8)) }
        let hmac = try row.optionalBlob(5).map { Secret($0) }
        let (origin, session) = (try row.text(2), try row.text(3))
        let merchant: HandoffContents.Merchant? =
            session.isEmpty
            ? nil
            : HandoffContents.Merchant(
                origin: origin, session: session, bearer: bearer, signingKey: hmac)
        let ending = SentEnding(name: try row.optionalText(13), detail: try row.optionalText(14))
        guard let id = HandoffID(bytes: try row.blob(0)), let currency = Currency(try row.text(9)),
            let state = HandoffState(rawValue: try row.text(12))
        else {
            handoff = nil
            return
        }
        handoff = SentHandoff(
            id: id, relay: try row.integer(1), merchant: merchant, origin: origin,
            merchantName: try row.text(6),
            items: try row.text(7), total: Amount(try row.integer(8), currency), madeAt: try row.integer(10),
            expiresAt: try row.integer(11), state: state, ending: ending, tokens: [])
    }
}

extension SentEnding {
    /// The name in the journal.
    var name: String {
        switch self {
        case .ordered: "ordered"
        case .authorized: "authorized"
        case .failed: "failed"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .expired: "expired"
        case .superseded: "superseded"
        }
    }

    /// What belongs to it, as JSON.
    var detail: String? {
        switch self {
        case .ordered(let order): order.journalText
        case .authorized(let payment): payment.json.encodedString()
        case .failed(let reason, let message):
            (["reason": .string(reason), "message": .string(message ?? "")] as JSONValue).encodedString()
        case .superseded(let newer): newer?.text
        case .declined, .cancelled, .expired: nil
        }
    }

    init?(name: String?, detail: String?) {
        switch name {
        case "ordered":
            guard let order = detail.flatMap({ OrderConfirmation(journalText: $0) }) else { return nil }
            self = .ordered(order)
        case "authorized":
            guard let payment = detail.flatMap({ GivenPayment(journalText: $0) }) else { return nil }
            self = .authorized(payment)
        case "failed":
            let object = JSONObject(journalText: detail)
            let message = object.text("message")
            self = .failed(
                reason: object.text("reason") ?? "unknown", message: message?.isEmpty == true ? nil : message)
        case "declined": self = .declined
        case "cancelled": self = .cancelled
        case "expired": self = .expired
        case "superseded": self = .superseded(by: detail.flatMap { HandoffID(text: $0) })
        default: return nil
        }
    }
}

extension OrderConfirmation {
    var journalText: String {
        var object: JSONObject = [
            "id": .string(orderID), "total": .integer(total), "currency": .string(currency),
            "payment": .string(payment),
        ]
        object["number"] = number.map { .string($0) }
        object["link"] = link.map { .string($0) }
        object["summary"] = summary.map { .string($0) }
        object["arrival"] = arrival.map { .string($0) }
        return JSONValue.object(object).encodedString()
    }

    init?(journalText: String) {
        let object = JSONObject(journalText: journalText)
        guard let id = object.text("id"), case .integer(let total)? = object["total"],
            let currency = object.text("currency"), let payment = object.text("payment")
        else { return nil }
        self.init(
            orderID: id, number: object.text("number"), link: object.text("link"), total: total,
            currency: currency,
            payment: payment, summary: object.text("summary"), arrival: object.text("arrival"))
    }
}

extension JSONObject {
    /// A text that this program wrote; anything else reads as an object without members.
    init(journalText: String?) {
        do throws(JSONError) {
            let value = try JSONValue(parsing: Array((journalText ?? "").utf8))
            if case .object(let object) = value { self = object } else { self = [:] }
        } catch {
            // The caller sees the members missing and reports the row.
            self = [:]
        }
    }

    func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }
}
