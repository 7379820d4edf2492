internal import BatonClient
internal import Checkout
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Payments
internal import Surfaces

/// What the sheet asks for.
extension SheetRun {
    /// Carries out effects in their order. Questions run beside; their answers come through the queue.
    mutating func perform(_ effects: [SheetEffect]) async throws(Complaint) {
        for effect in effects {
            switch effect {
            case .ask(let id, let update): try ask(id, CheckoutUpdate(update))
            case .askLast(let id, let details):
                self.details = details
                try ask(id, CheckoutUpdate(details))
            case .stopAsking:
                asking?.cancel()
                asking = nil
            case .askPasscode: askPasscode()
            case .commit(let commit): try await self.commit(commit)
            case .complete, .askMerchant: try await complete()
            case .closeSession: try await closeSession()
            case .release: await tellRelay(ending: nil)
            case .decline: await tellRelay(ending: "declined")
            case .reportSuccess: try await reportSuccess()
            case .reportFailure(let failure): try await reportFailure(failure)
            }
        }
    }

    private mutating func ask(_ id: UpdateID, _ update: CheckoutUpdate) throws(Complaint) {
        if case .standing(let quote) = opened.backing { return askStanding(id, quote) }
        guard let access = opened.access else { return }
        let client = try device.merchants.client(at: access.origin)
        let options = answer?.session.options ?? []
        let (inputs, chosen) = (inputs, sheet.selection.methodID)
        asking?.cancel()
        asking = Task {
            do throws(MerchantFailure) {
                var answer =
                    update.isEmpty
                    ? try await client.retrieve(access)
                    : try await client.update(
                        update, options: options, of: access, idempotencyKey: IdempotencyKey.fresh())
                if let choice = answer.session.changeBack(to: chosen) {
                    // An earlier sheet left another method chosen: the one on this sheet counts (checkout
                    // 56).
                    answer = try await client.update(
                        choice, options: answer.session.options, of: access,
                        idempotencyKey: IdempotencyKey.fresh())
                }
                inputs.add(.answered(id, answer))
            } catch {
                if case .cancelled = error { return }
                inputs.add(.event(.updateFailed(id, SheetProblem(error))))
            }
        }
    }

    private mutating func askPasscode() {
        let (device, inputs, plan, known) = (device, inputs, plan, unlocked)
        unlocking = Task {
            if let known, case .pay = plan.decider { return inputs.add(.unlocked(known)) }
            do throws(Complaint) {
                let unlocking = Unlocking(device: device, source: plan.passcode)
                if let wallet = try await unlocking.run() {
                    inputs.add(.unlocked(wallet))
                } else {
                    inputs.add(.event(.passcodeAbandoned))
                }
            } catch {
                inputs.add(.failed(error))
            }
        }
    }

    /// Gives the claim back or declines; a relay that does not answer lets the lease lapse.
    private mutating func tellRelay(ending: String?) async {
        guard let fence else { return }
        renewing?.cancel()
        let key = opened.key
        do {
            if let ending {
                _ = try await line.client.decline(key, fence)
                try await device.journal.end(key, ending)
                try await device.journal.update(key, state: .declined)
            } else {
                _ = try await line.client.release(key, fence)
                try await device.journal.update(key, state: .offered)
            }
            try await device.journal.setFence(nil, of: key)
        } catch let error as RelayError {
            device.face.warn(Complaint(error, at: line.relay.base.text))
        } catch {
            device.face.warn(.homeUnusable(device.home.folder, "\(error)"))
        }
    }
}

/// Asks for the passcode until it is right, the person gives up, or the wallet locks.
struct Unlocking: Sendable {
    let device: Device
    let source: PasscodeSource

    /// The unlocked wallet; nil where the person gave up.
    func run() async throws(Complaint) -> UnlockedWallet? {
        let owner = WalletOwner(device.home)
        let wallet = try owner.required()
        while true {
            let passcode: Secret
            if case .person = source {
                guard let typed = try await device.face.askHidden(.passcode) else { return nil }
                passcode = Secret(typed)
                if passcode.count == 0 { return nil }
            } else {
                passcode = try await device.passcode(from: source)
            }
            do throws(WalletFailure) {
                return try await owner.unlock(wallet, passcode, at: device.clock.wallTime())
            } catch {
                guard case .person = source, case .wrongPasscode(let left, let wait) = error else {
                    throw Complaint(error)
                }
                device.face.show(.passcodeWrong(triesLeft: left, wait: wait))
            }
        }
    }
}

extension CheckoutSession {
    /// The update that makes `methodID` the chosen one; nil where it is already, or is not offered.
    func changeBack(to methodID: String?) -> CheckoutUpdate? {
        guard let methodID, methodID != selectedOptionID, !status.hasEnded,
            options.contains(where: { $0.id == methodID })
        else { return nil }
        var update = CheckoutUpdate()
        update.optionID = methodID
        return update
    }
}

extension CheckoutUpdate {
    /// What the merchant may know before the person pays.
    init(_ update: SheetUpdate) {
        self.init()
        optionID = update.methodID
        address = update.area
    }

    /// What it is told after the passcode.
    init(_ details: SheetDetails) {
        self.init()
        optionID = details.methodID
        var contact = details.contact
        if contact.name.isEmpty, let recipient = details.recipient {
            contact.givenName = recipient.givenName
            contact.familyName = recipient.familyName
        }
        self.contact = contact
        address = details.recipient?.address
    }
}

extension SheetProblem {
    init(_ failure: MerchantFailure) {
        self =
            switch failure {
            case .unreachable, .unclear, .cancelled: .merchantUnreachable
            case .timedOut: .merchantSlow
            case .refused(let problem):
                if let field = problem.param.flatMap(ContactField.init(merchantPath:)) {
                    .contactRefused(field, ForeignText(problem.message))
                } else {
                    .merchantRefused(ForeignText(problem.message))
                }
            case .quote(.signature), .quote(.unknownKey), .quote(.origin): .notProven
            case .malformed, .quote: .answerUnusable
            }
    }
}

extension CheckoutSession {
    /// What the sheet shows of the merchant's messages. Refused codes stand in words of their own, and a
    /// declined card is told by the payment's answer.
    var sheetMessages: [SheetMessage] {
        messages.filter { message in
            let isTold =
                message.param?.contains("codes") == true || message.code == SessionMessage.paymentDeclined
            return !isTold
        }.map { message in
            let weight: SheetMessage.Weight =
                switch message.kind {
                case .info, .warning: .note
                // A session that may be paid says only what is good to know.
                case .error where status != .notReady: .note
                case .error: message.code == "missing" ? .missing : .refusal
                }
            return SheetMessage(
                weight, message.param.flatMap(ContactField.init(merchantPath:)), message.text)
        }
    }
}
