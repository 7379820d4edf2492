import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON

/// The shop's own page of a session, where a person says yes to what no protocol can say for them: to be of
/// age, or that the card's issuer may let it pass. Whoever has the link may answer; it is told to the
/// person alone.
extension Shop {
    /// What makes the page's address hard to guess: a code over the session's own key.
    func pageKey(of session: ShopSession) -> String {
        let key = Secret(Array(session.key.utf8))
        return Base64.encode(HMAC.authenticate(Array("baton/page/1".utf8), key: key))
    }

    func page(_ name: String) async throws(ShopRefusal) -> ShopAnswer {
        let (id, key) = try Self.parts(name)
        let session = try await run(ShopScope(sessionID: id)) { $0.session }
        guard let session, matches(key, session) else { throw .notFound }
        switch session.state {
        case .authenticating:
            return html("Your card's issuer asks: do you want to pay \(catalog.name.text)?", asks: true)
        case .open where session.isApproved: return html("You have said yes.", asks: false)
        case .open: return html("Are you of age?", asks: true)
        case .completed: return html("This is paid.", asks: false)
        case .canceled: return html("This was cancelled.", asks: false)
        }
    }

    func answerPage(_ request: Request, _ name: String) async throws(ShopRefusal) -> ShopAnswer {
        let (id, key) = try Self.parts(name)
        let isYes: Bool
        switch String(decoding: request.body.prefix(64), as: UTF8.self) {
        case "answer=yes": isYes = true
        case "answer=no": isYes = false
        default: throw .problem(.badRequest, "invalid", "answer=yes or answer=no is wanted", nil)
        }
        let result = try await run(ShopScope(sessionID: id)) { [self] slice -> Result<String, ShopRefusal> in
            guard let session = slice.session, matches(key, session) else { return .failure(.notFound) }
            switch session.state {
            case .authenticating: return .success(authenticated(&slice, session, isYes))
            case .open:
                slice.session?.isApproved = isYes
                if !isYes { slice.session?.state = .canceled }
                return .success(isYes ? "Thank you. Go on where you came from." : "Then it cannot be sold.")
            case .completed: return .success("This is paid.")
            case .canceled: return .success("This was cancelled.")
            }
        }
        return html(try result.get(), asks: false)
    }

    /// The issuer's answer: sold for the sum that was agreed to, or open again with the card declined.
    private func authenticated(_ slice: inout ShopSlice, _ session: ShopSession, _ isYes: Bool) -> String {
        let priced = price(session, slice)
        slice.session?.state = .open
        slice.session?.authenticating = nil
        guard isYes, let waiting = session.authenticating, priced.total.minorUnits == waiting.total,
            refusalUnlessReady(session, priced) == nil
        else {
            slice.session?.isDeclined = true
            return isYes ? "The price has changed: please start again." : "Nothing was charged."
        }
        finish(&slice, session, priced, waiting.orderID)
        return "Thank you, this is paid."
    }

    private func matches(_ key: String, _ session: ShopSession) -> Bool {
        constantTimeEquals(Array(key.utf8), Array(pageKey(of: session).utf8))
    }

    private static func parts(_ name: String) throws(ShopRefusal) -> (id: String, key: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .notFound }
        return (String(parts[0]), String(parts[1]))
    }

    private func html(_ text: String, asks: Bool) -> ShopAnswer {
        let form = """
            <form method="post">
            <button name="answer" value="no">No</button> <button name="answer" value="yes">Yes</button>
            </form>
            """
        return html(title: catalog.name.text, "<p>\(Self.escaped(text))</p>" + (asks ? "\n" + form : ""))
    }
}
