internal import Blocking
internal import Checkout
internal import Crypto
internal import Encodings
internal import JSON
internal import Merchant
internal import Terminal

/// `baton-shop webhook verify`: whether an order event is one. There is no mode without a signature.
struct WebhookCommand {
    private let command: ParsedCommand
    private let report: ToolReport
    private let now: Int64

    /// The tool for one command line, at a time in seconds since 1970.
    init(_ command: ParsedCommand, _ console: Console, at now: Int64) {
        self.command = command
        self.now = now
        report = ToolReport(console, command)
    }

    func run() throws(UsageError) -> ExitStatus {
        let path = try command.required("secret")
        let signature = try signature()
        do throws(ToolFailure) {
            let keys = try Self.keys(path)
            let body = try ToolFiles.bytes(command.argument("FILE") ?? "-")
            let signedAt: Int64
            do throws(WebhookRefusal) {
                signedAt = try WebhookSignature.verify(signature, body: body, at: now, keys: keys)
            } catch {
                return report.refuse(error.code, "\(error)")
            }
            return tell(body, signedAt)
        } catch {
            return report.refuse(error.code, error.message, hint: error.hint)
        }
    }

    private func tell(_ body: [UInt8], _ signedAt: Int64) -> ExitStatus {
        let event: OrderEvent
        let data: JSONValue
        do throws(JSONError) {
            let node = try JSONNode(parsing: body, limits: JSONLimits(bytesMax: 1_048_576))
            event = try OrderEvent(from: node)
            data = try node.member("data").value
        } catch {
            return report.refuse("malformed", "the signature is right, but this is no order event: \(error)")
        }
        func shown(_ text: String) -> String { ForeignText(text).text }
        report.tell(
            "webhook",
            [
                "type": .string(event.type), "known_type": .bool(event.isKnownType),
                "status": .string(event.status), "known_status": .bool(event.isKnownStatus),
                "signed_at": .string(UTCTime.text(signedAt)), "order": data,
            ],
            [
                "signed \(UTCTime.text(signedAt))",
                "\(shown(event.type))\(event.isKnownType ? "" : " (a type that is not known here)")",
                "order \(shown(event.orderID)) \(shown(event.status))"
                    + (event.isKnownStatus ? "" : " (a status that is not known here)"),
            ])
        return report.console.finish(.done)
    }

    private func signature() throws(UsageError) -> String? {
        if let value = command.value("signature") { return value }
        for header in command.values("header") {
            let parts = header.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else {
                throw .invalidValue("--header", got: header, expected: "NAME: VALUE")
            }
            guard parts[0].lowercased() == "merchant-signature" else { continue }
            return String(parts[1].drop { $0 == " " })
        }
        return nil
    }

    /// The secret as the shop writes it, base64url of 32 bytes or more, and as others do, whose text is the
    /// key itself.
    private static func keys(_ path: String) throws(ToolFailure) -> [Secret] {
        let bytes = try ToolFiles.bytes(path, bytesMax: 4096)
        let word = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
        guard let word, word.utf8.count >= 16 else {
            throw ToolFailure(
                code: "secret_file", message: "\(path) holds no secret of 16 characters or more")
        }
        var keys = [Secret(Array(word.utf8))]
        if let decoded = Base64.decode(String(word)), decoded.count >= 32 { keys.append(Secret(decoded)) }
        return keys
    }
}
