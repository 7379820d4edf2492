package import BatonClient
internal import Checkout
internal import CheckoutJSON
internal import Crypto
internal import Handoffs
internal import JSON
internal import Merchant
internal import Payments
internal import Signing
package import Surfaces

/// Looks at what `baton-watch send` is to hand over. It needs no home, no pairing and no relay.
package struct SendCheck: Sendable {
    let face: any Face
    private let clock: any DeviceClock

    /// `clock` is what a quote's time is held against.
    package init(_ face: any Face, clock: any DeviceClock) {
        self.face = face
        self.clock = clock
    }

    /// `send --check`: shows what is found, and whether it would be handed over.
    package func run(_ order: SendOrder) async throws(Complaint) -> Bool {
        if let file = order.certificate { _ = try await certificate(file) }
        let looked = try await look(order.source)
        face.show(.checked(looked.checked))
        return looked.checked.invalid == 0
    }

    /// What was found, shown line by line.
    func look(_ source: SendOrder.Source) async throws(Complaint) -> Looked {
        switch source {
        case .request(let file): return request(try await SendFile.read(file))
        case .quote(let file): return quote(try await SendFile.read(file))
        case .acp(let file): return acp(try await SendFile.read(file))
        }
    }

    /// The payment processing certificate in a file, DER: PEM or DER, with a merchant's mark and a key that
    /// tokens are sealed to.
    func certificate(_ file: String) async throws(Complaint) -> [UInt8] {
        let bytes = try await SendFile.read(file)
        let blocks = PEMText.blocks(in: String(decoding: bytes, as: UTF8.self))
        let der = blocks.first { $0.label == "CERTIFICATE" }?.der ?? bytes
        do throws(CryptoFailure) { return try MerchantPaymentCertificate(der: der).der } catch {
            throw .unusableCertificate("\(file): \(error)")
        }
    }

    private func request(_ text: [UInt8]) -> Looked {
        let check = PaymentRequestJSON.check(text)
        show(check.faults)
        if let total = check.request?.total, let written = total.writtenAmount {
            face.warn(.totalNotExact(written, total.amount.currency.code))
        }
        // AP-8: the maker is warned of what sheets will cut.
        for label in check.request.map(LongLabel.all) ?? [] { face.warn(.longLabel(label)) }
        var looked = Looked(kind: "request", check.faults)
        if let request = check.request, let tree = check.tree {
            looked.subjects = [SendSubject(name: "", content: .request(tree), request: request, codes: [])]
        }
        return looked
    }

    private func quote(_ text: [UInt8]) -> Looked {
        var faults = Self.members(of: text)
        var looked = Looked(kind: "quote", faults)
        show(faults)
        do throws(QuoteRefusal) {
            let quote = try StandingQuote(unverified: String(decoding: text, as: UTF8.self))
            if clock.wallTime().seconds >= quote.expiresAt { throw .expired }
            looked.subjects = [
                SendSubject(name: "", content: .quote(quote), request: quote.request, codes: [])
            ]
        } catch {
            // What is wrong with the request was said member by member.
            faults.removeAll { $0.rank != .refused }
            if faults.isEmpty {
                face.show(.fault(Self.shown(error)))
                looked.invalid += 1
            }
        }
        return looked
    }

    private func show(_ faults: [RequestFault]) {
        for fault in faults { face.show(.fault(FaultShown(fault))) }
    }

    /// What is wrong with the request inside a quote, by its members.
    private static func members(of text: [UInt8]) -> [RequestFault] {
        guard text.count <= StandingQuote.bytesMax else { return [] }
        let text = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
        do {
            let jws = try CompactJWS(text, kind: .quote, bytesMax: StandingQuote.bytesMax)
            let root = try JSONNode(
                parsing: jws.payload, limits: JSONLimits(bytesMax: StandingQuote.bytesMax))
            return PaymentRequestJSON.check(try root.member("request")).faults
        } catch {
            // The quote itself does not read, which is said by the quote's own refusal.
            return []
        }
    }

    private static func shown(_ refusal: QuoteRefusal) -> FaultShown {
        var path = "$"
        if case .malformed(let error) = refusal { return shown(error, code: "malformed_quote") }
        if case .expired = refusal { path = "$.exp" }
        return FaultShown(
            rank: RequestFaultRank.refused.rawValue, code: "unusable_quote", path: path,
            message: ForeignText("\(path): \(refusal)"))
    }

    static func shown(_ error: JSONError, code: String) -> FaultShown {
        let path = error.path.map { "\($0)" } ?? "$"
        let text = "\(error)"
        return FaultShown(
            rank: RequestFaultRank.refused.rawValue, code: code, path: path,
            message: ForeignText(text.hasPrefix("$") ? text : "\(path): \(text)"))
    }
}

/// What a look at a file found.
struct Looked: Sendable {
    let kind: String
    var invalid: Int
    var objections = 0
    /// What can be handed over: one, but for a file of several messages.
    var subjects: [SendSubject] = []

    init(kind: String, invalid: Int) {
        self.kind = kind
        self.invalid = invalid
    }

    init(kind: String, _ faults: [RequestFault]) {
        self.init(kind: kind, invalid: faults.count { $0.rank == .refused })
        objections = faults.count - invalid
    }

    var checked: CheckedShown { CheckedShown(kind: kind, invalid: invalid, objections: objections) }
}
