package import Checkout
package import JSON

/// One body of the protocol out of a file, and what became of it: the sheet that it describes, or why it is
/// none. For bodies that somebody else recorded; no merchant is asked.
package struct ACPBody: Sendable {
    /// The member that held it; empty for a file that is one body.
    package let name: String
    package let kind: ACPBodyKind
    package let result: Result<ACPSheet, ACPBodyRefusal>

    /// The longest file that is read, in bytes.
    package static let bytesMax = 1_048_576

    /// Every body of a file, at least one: the file itself, or each object in it, as in the protocol's own
    /// collections of examples. Throws where the file is no JSON.
    package static func bodies(in text: [UInt8]) throws(JSONError) -> [ACPBody] {
        let root = try JSONNode(parsing: text, limits: JSONLimits(bytesMax: bytesMax))
        let object = try root.object()
        if ACPEnvelope.isBody(object) { return [ACPBody(name: "", root)] }
        let named = object.members.compactMap { member -> ACPBody? in
            guard case .object = member.value, let first = member.name.first, first != "_", first != "$"
            else {
                return nil
            }
            return ACPBody(name: member.name, JSONNode(member.value, at: .member(.root, member.name)))
        }
        return named.isEmpty ? [ACPBody(name: "", root)] : named
    }

    init(name: String, _ node: JSONNode) {
        self.name = name
        let (node, asked) = ACPEnvelope.opened(node)
        let object: JSONObject
        if case .object(let found) = node.value { object = found } else { object = JSONObject() }
        kind = asked ?? ACPBodyKind(of: object)
        guard kind == .session else {
            result = .failure(Self.refusal(of: object, kind, at: node.path))
            return
        }
        do throws(ACPBodyRefusal) { result = .success(try SessionSheet(node).sheet()) } catch {
            result = .failure(error)
        }
    }

    private static func refusal(
        of object: JSONObject, _ kind: ACPBodyKind, at path: JSONPath
    ) -> ACPBodyRefusal {
        var reason = "this is \(kind.words)"
        func text(_ name: String) -> String? {
            if case .string(let text)? = object[name] { ForeignText(text).text } else { nil }
        }
        switch kind {
        case .error:
            if let code = text("code"), let message = text("message") { reason += ": \(code): \(message)" }
        case .order: if let status = text("status") { reason += ", and \(status)" }
        case .session, .createRequest, .updateRequest, .completeRequest, .cancelRequest, .retrieveRequest,
            .orderEvent, .discovery, .feed, .products, .delegatePayment, .authentication, .other:
            break
        }
        return ACPBodyRefusal(.notPayable, at: path, reason)
    }
}

/// What a session that somebody recorded would show.
package struct ACPSheet: Hashable, Sendable {
    /// Marked where the session's sums do not give its total.
    package let request: PaymentRequest
    /// What became of each code (AP-3).
    package let promo: [PromoResult]
    /// What the merchant says besides.
    package let messages: [SessionMessage]
}

/// Why a body opens no sheet.
package struct ACPBodyRefusal: Error, Hashable, Sendable {
    /// The reasons, by name.
    package enum Code: String, CaseIterable, Sendable {
        /// Something else than an open session.
        case notPayable = "not_payable"
        /// A session that was paid, cancelled or has expired.
        case ended
        case inProgress = "in_progress"
        /// The merchant says that something is missing or wrong.
        case notReady = "not_ready"
        case outOfStock = "out_of_stock"
        /// The card's issuer wants to be asked.
        case authenticationRequired = "authentication_required"
        /// The purchase goes on at the merchant's own page.
        case escalation
        case noTotal = "no_total"
        case negativeTotal = "negative_total"
        /// No card could pay it.
        case noNetwork = "no_network"
        case malformed
        case unsupported
    }

    package let code: Code
    /// Where in the file.
    package let path: String
    /// One line for people.
    package let reason: String
    /// Where the purchase goes on, as the merchant says.
    package var continueURL: String?

    init(_ code: Code, at path: JSONPath, _ reason: String, continueURL: String? = nil) {
        self.code = code
        self.path = "\(path)"
        self.reason = reason
        self.continueURL = continueURL
    }
}

extension ACPBodyRefusal: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}
