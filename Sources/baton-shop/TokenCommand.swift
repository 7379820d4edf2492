internal import Blocking
internal import Checkout
internal import Crypto
internal import Encodings
internal import FoundationEssentials
internal import JSON
internal import Merchant
internal import Payments
internal import SQLite
internal import Terminal

/// `baton-shop token open`: looks into a payment token, without charging it.
struct TokenCommand {
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
        let wanted = try wanted()
        guard command.has("certificate") || command.has("merchant-id-hash") else {
            throw .conflict(
                reason: "--certificate or --merchant-id-hash says which merchant: the key alone does not")
        }
        let hash = try merchantIDHash()
        do throws(ToolFailure) {
            return try open(wanted, hash)
        } catch {
            return report.refuse(error.code, error.message, hint: error.hint)
        }
    }

    private func open(_ wanted: WantedPayment, _ hash: [UInt8]?) throws(ToolFailure) -> ExitStatus {
        let inspector = PaymentTokenInspector(
            keys: try keys(hash), trusting: try roots(), ignoringExpiry: command.has("ignore-expiry"))
        let text = try ToolFiles.bytes(
            command.argument("FILE") ?? "-", bytesMax: PaymentTokenFile.bytesMax)
        let token: PaymentToken
        do throws(PaymentTokenRefusal) { token = try PaymentTokenFile.token(in: text) } catch {
            return report.refuse(error.code, "\(error)")
        }
        let memory = try command.value("seen").map { path throws(ToolFailure) in
            try TransactionMemory(path)
        }
        let opened: InspectedPaymentToken
        do throws(PaymentTokenComplaint) {
            opened = try inspector.open(token, wanted: wanted, at: now) { _ in false }
        } catch {
            return refuse(error)
        }
        // Told and remembered in one step, so that of two at once one is refused.
        if let memory, try !memory.remember(opened.transactionID, at: now) {
            let refusal = PaymentTokenRefusal.transactionRepeated
            return report.refuse(refusal.code, "\(refusal)")
        }
        tell(opened)
        return report.console.finish(.done)
    }

    private func refuse(_ complaint: PaymentTokenComplaint) -> ExitStatus {
        var message = "\(complaint.refusal)"
        var members = JSONObject()
        if let signer = complaint.signer {
            message += "; \(TokenWords.origin(signer))"
            members["chain"] = .object(TokenWords.members(of: signer))
        }
        let isOld: Bool
        switch complaint.refusal {
        case .expiredChain: isOld = complaint.signer != nil
        case .signingTime(let off): isOld = off > 0
        case .empty, .simulated, .malformed, .truncated, .version, .unknownKey, .ephemeralKey,
            .signatureMalformed, .signatureMismatch, .untrustedChain, .certificateRole, .signingTimeMissing,
            .transactionRepeated, .applicationData, .notDecryptable, .plaintext, .amount, .currency:
            isOld = false
        }
        return report.refuse(
            complaint.refusal.code, message,
            hint: isOld ? "--ignore-expiry opens it all the same, to look at" : nil, members)
    }

    private func tell(_ opened: InspectedPaymentToken) {
        report.tell("token", TokenWords.members(of: opened), TokenWords.lines(opened))
    }

    // MARK: Options

    private func keys(_ hash: [UInt8]?) throws(ToolFailure) -> [PaymentOpeningKey] {
        var merchants: [MerchantPaymentCertificate] = []
        for path in command.values("certificate") {
            for certificate in try ToolFiles.certificates(path) {
                do throws(CryptoFailure) {
                    merchants.append(try MerchantPaymentCertificate(certificate))
                } catch {
                    guard hash == nil else { continue }
                    throw ToolFailure(
                        code: "certificate_file",
                        message: "\(path) is no merchant's payment certificate: it names no merchant id",
                        hint: "give the id's hash with --merchant-id-hash")
                }
            }
        }
        var keys: [PaymentOpeningKey] = []
        for path in command.values("key") {
            let key = try ToolFiles.key(path)
            let own = merchants.first { $0.publicKey == key.publicKey }?.merchantIDHash
            guard let hash = hash ?? own else {
                throw ToolFailure(
                    code: "unknown_key", message: "\(path) is not the key of the certificate that was given")
            }
            keys.append(PaymentOpeningKey(key, merchantIDHash: hash))
        }
        return keys
    }

    private func roots() throws(ToolFailure) -> [PaymentTokenRoot] {
        var roots: [PaymentTokenRoot] = []
        for path in command.values("root") {
            for certificate in try ToolFiles.certificates(path) {
                roots.append(PaymentTokenRoot(certificate, .configured))
            }
        }
        guard roots.isEmpty else { return roots }
        do throws(CryptoFailure) { return try PaymentTokenRoot.known() } catch {
            throw ToolFailure(code: "internal", message: "\(error)")
        }
    }

    private func merchantIDHash() throws(UsageError) -> [UInt8]? {
        guard let text = command.value("merchant-id-hash") else { return nil }
        guard let hash = Hexadecimal.decode(text.lowercased()), hash.count == SHA256.byteCount else {
            throw command.invalid("merchant-id-hash", expected: "64 hexadecimal digits: SHA-256 of the id")
        }
        return hash
    }

    private func wanted() throws(UsageError) -> WantedPayment {
        _ = try command.required("key")
        var wanted = WantedPayment()
        wanted.amount = try command.integer("amount", in: 0...999_999_999_999).map(Int64.init)
        if let text = command.value("currency") {
            guard let currency = Currency(text) else {
                throw command.invalid("currency", expected: "a currency code as USD")
            }
            wanted.currencyCode = NumericCurrency.code(for: currency)
        }
        if let text = command.value("application-data") {
            guard let data = Base64.decode(text, .standard) ?? Base64.decode(text) else {
                throw command.invalid("application-data", expected: "the request's applicationData, base64")
            }
            wanted.applicationData = data
        }
        return wanted
    }
}
