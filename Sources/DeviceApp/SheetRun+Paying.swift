internal import BatonClient
internal import Checkout
internal import Crypto
internal import Handoffs
internal import JSON
internal import Merchant
internal import Payments
internal import Sealing
internal import Surfaces
internal import Wire

/// From the passcode to the relay's acknowledgement (design, section 5): payment token, journal, authorizing.
extension SheetRun {
    /// A person may mistype before the wallet itself makes them wait.
    private static let promptsMax = 5

    /// Asks for the passcode and unlocks the wallet with it.
    func unlock() async {
        let owner = WalletOwner(device.home)
        for _ in 0..<Self.promptsMax {
            do throws(Complaint) {
                let wallet = try owner.required()
                let passcode = try await device.passcode(from: options.passcode)
                do throws(WalletFailure) {
                    unlocked = try await owner.unlock(wallet, passcode, at: device.clock.wallTime())
                    return send(.passcodeAccepted)
                } catch {
                    guard case .wrongPasscode(let left, let wait) = error else { throw Complaint(error) }
                    device.face.show(.passcodeWrong(triesLeft: left, wait: wait))
                    guard case .person = options.passcode, device.face.isInteractive, wait == nil else {
                        throw .wrongPasscode
                    }
                }
            } catch {
                if options.action == .ask, error != .interrupted {
                    device.face.show(.complained(error))
                    return send(.passcodeAbandoned)
                }
                send(.passcodeAbandoned)
                return stop(error)
            }
        }
        send(.passcodeAbandoned)
    }

    /// Makes the payment, keeps it, and asks the relay for the point of no return. No acknowledgement, no
    /// charge.
    func commit(_ commit: SheetCommit) async {
        do throws(Complaint) {
            let attempt = try await attempt(for: commit)
            let key = opened.key
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.keep(attempt, of: key)
            }
            guard let fence else { return send(.commitRefused(.expired)) }
            do throws(RelayError) {
                _ = try await opened.line.client.authorizing(key, fence)
                send(.committed)
            } catch {
                if error.isCancelled { return }
                guard case .refused(let problem) = error else { return send(.commitFailed) }
                await forget(attempt)
                send(.commitRefused(SheetCancelCause(ended: problem.state) ?? .takenElsewhere))
            }
        } catch {
            device.face.show(.complained(error))
            send(.commitFailed)
        }
    }

    /// An attempt that the relay refused was never sent: nothing was charged.
    private func forget(_ attempt: PaymentAttempt) async {
        let key = opened.key
        do throws(Complaint) {
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(attempt.number, of: key, .declined)
            }
        } catch {
            // As a journaled attempt it is settled at the next start, in the same way.
        }
    }

    /// The exact bytes and key of this attempt.
    private func attempt(for commit: SheetCommit) async throws(Complaint) -> PaymentAttempt {
        guard let unlocked, let answer, let quote = answer.quote, let handler = answer.session.handler else {
            throw .shopUnusable("payment handler")
        }
        guard quote.request.total.amount == commit.terms.total else { throw .shopUnusable("quote") }
        let card: CardSecret
        do throws(WalletFailure) { card = try unlocked.card(commit.cardID) } catch { throw Complaint(error) }
        let token = try payment(of: commit.terms.total, from: card, to: handler, for: quote)
        let contents = opened.incoming.token.contents
        let number = number(commit.attempt)
        let body = CompleteRequest(
            contact: contact, token: .string(String(decoding: token.json.encoded(), as: UTF8.self)))
        return PaymentAttempt(
            number: number,
            key: IdempotencyKey.complete(salt: contents.salt, opened.key.id, attempt: number),
            body: body.encoded(), payment: Words.payment(card.summary), state: .journaled)
    }

    private func payment(
        of total: Amount, from card: CardSecret, to handler: PayHandler, for quote: Quote
    ) throws(Complaint) -> PaymentToken {
        let now = device.clock.wallTime().seconds
        do throws(CryptoFailure) {
            let credential = PaymentCredential(
                accountNumber: card.number, expirationDate: card.expirationDate,
                currencyCode: NumericCurrency.code(for: total.currency),
                transactionAmount: total.minorUnits,
                cardholderName: card.holder.isEmpty ? nil : card.holder,
                // Apple's simulator has a number of this form; ours is nobody's.
                deviceManufacturerIdentifier: "040010030273", cryptogram: RandomBytes.make(20),
                eciIndicator: "7")
            return try PaymentToken(
                sealing: credential, for: MerchantPaymentCertificate(der: handler.certificateDER),
                transactionID: RandomBytes.make(PaymentToken.transactionIDByteCount),
                applicationData: quote.digest, signer: .simulated(at: now), at: now)
        } catch {
            throw .shopUnusable("payment certificate: \(error)")
        }
    }

    /// Only what the purchase needs (AP-6).
    private var contact: Contact {
        let contact = sheet.selectedContact ?? Contact()
        let wanted = sheet.needs.contactFields
        let address = sheet.needs.hasAddress ? sheet.selectedAddress : nil
        let hasName = wanted.contains(.name)
        return Contact(
            givenName: hasName ? contact.givenName : address?.givenName ?? "",
            familyName: hasName ? contact.familyName : address?.familyName ?? "",
            email: wanted.contains(.email) ? contact.email : "",
            phone: wanted.contains(.phone) ? contact.phone : "")
    }
}
