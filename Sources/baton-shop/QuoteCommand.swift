internal import BatonMerchant
internal import Blocking
internal import CheckoutJSON
internal import Crypto
internal import HTTPMessages
internal import JSON
internal import Merchant
internal import Payments
internal import SQLite
internal import Serving
internal import Terminal

/// `baton-shop quote`: signs payment requests that have no session behind them.
struct QuoteCommand {
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
        switch command.path.last {
        case "key": return try reporting { () throws(ToolFailure) in try makeKey() }
        default:
            let terms = try terms()
            return try reporting { () throws(ToolFailure) in try sign(terms) }
        }
    }

    private func reporting(_ body: () throws(ToolFailure) -> ExitStatus) throws(UsageError) -> ExitStatus {
        do throws(ToolFailure) { return try body() } catch {
            return report.refuse(error.code, error.message, hint: error.hint)
        }
    }

    // MARK: Keys

    /// Makes the key where there is none, and shows the document that makes it known.
    private func makeKey() throws(ToolFailure) -> ExitStatus {
        let path = command.value("key") ?? "quote-key.pem"
        let made = try Self.freshPEM()
        do throws(FileError) { _ = try DurableFile.create(path, with: Array(made.utf8)) } catch {
            throw ToolFailure(code: "key_file", message: "\(error)")
        }
        let key = MerchantKey(try ToolFiles.key(path))
        let document = MerchantKey.document([key.key.publicKey])
        report.tell(
            "key", ["key_file": .string(path), "kid": .string(key.id), "jwks": document],
            [document.encodedString()])
        return report.console.finish(.done)
    }

    private static func freshPEM() throws(ToolFailure) -> String {
        do throws(CryptoFailure) {
            return PEMText.text("PRIVATE KEY", try P256PrivateKey().pkcs8())
        } catch {
            throw ToolFailure(code: "internal", message: "\(error)")
        }
    }

    // MARK: Signing

    private struct Terms {
        let request: String
        let origin: String
        let completeURL: BaseURL?
        let seconds: Int64
    }

    private func terms() throws(UsageError) -> Terms {
        let completeURL = try ListenOptions.base("complete-url", command)
        guard let origin = try ListenOptions.base("origin", command) ?? completeURL else {
            throw .conflict(
                reason:
                    "--origin or --complete-url says where the key is published: ORIGIN/.well-known/jwks.json"
            )
        }
        guard command.has("key") || command.has("database") else {
            throw .missingOption("--key", variable: nil)
        }
        let valid = try command.duration("valid", in: .seconds(60)...(.seconds(StandingQuote.secondsMax)))
        return Terms(
            request: try command.required("request"), origin: origin.origin, completeURL: completeURL,
            seconds: (valid ?? .seconds(3600)).components.seconds)
    }

    private func sign(_ terms: Terms) throws(ToolFailure) -> ExitStatus {
        let text = try ToolFiles.bytes(terms.request, bytesMax: StandingQuote.bytesMax)
        let checked = PaymentRequestJSON.check(text)
        for fault in checked.faults { report.console.note("\(fault.rank.rawValue): \(fault)") }
        guard checked.isAcceptable, let tree = checked.tree else {
            throw ToolFailure(
                code: "request", message: "\(terms.request) opens no sheet, nothing is signed",
                hint: "baton-watch send --check --request says the same")
        }
        let means = try means()
        let quote: StandingQuote
        do throws(StandingQuoteFailure) {
            quote = try StandingQuote.sign(
                request: tree, origin: terms.origin, issuedAt: now, expiresAt: now + terms.seconds,
                completeURL: terms.completeURL, certificateDER: means.certificate, key: means.key)
        } catch {
            switch error {
            case .quote(let refusal): throw ToolFailure(code: "quote", message: "\(refusal)")
            case .crypto(let failure): throw ToolFailure(code: "internal", message: "\(failure)")
            }
        }
        report.tell(
            "quote",
            [
                "quote": .string(quote.text), "kid": .string(quote.keyID), "iss": .string(quote.origin),
                "exp": .integer(quote.expiresAt),
            ], [quote.text])
        return report.console.finish(.done)
    }

    /// The key that signs, and the certificate that tokens are sealed to: named, or a shop's own.
    private func means() throws(ToolFailure) -> (key: MerchantKey, certificate: [UInt8]?) {
        var (key, certificate): (P256PrivateKey?, [UInt8]?)
        if let path = command.value("database") {
            var database: Database
            do throws(ShopStartError) { database = try ShopServer.open(path) } catch {
                throw ToolFailure(code: "database", message: "\(error)", hint: error.hint)
            }
            do throws(MerchantServiceError) {
                key = try ShopSecrets.quoteKey(&database)
                certificate = try ShopPayments.key(&database, at: now).certificate.der
            } catch {
                throw ToolFailure(code: "database", message: "\(error)")
            }
        }
        if let path = command.value("key") { key = try ToolFiles.key(path) }
        if let path = command.value("certificate") {
            let found = try ToolFiles.certificates(path)
            // Others may follow it in the file: those that issued it.
            guard let first = found.first, (try? MerchantPaymentCertificate(first)) != nil else {
                throw ToolFailure(
                    code: "certificate_file",
                    message: "\(path) is no merchant's payment certificate: it names no merchant id")
            }
            certificate = first.der
        }
        guard let key else { throw ToolFailure(code: "key_file", message: "no key was named") }
        return (MerchantKey(key), certificate)
    }
}
