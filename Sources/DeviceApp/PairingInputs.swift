internal import BatonClient
internal import HTTPMessages
internal import Handoffs
internal import Surfaces
internal import Wire

/// What a pairing waits for, in one queue: the relay's word, asked for again and again, and the person's.
struct PairingInputs: Sendable {
    enum Input: Sendable {
        case status(PairingStatus)
        /// Nil at the end of the input.
        case typed(String?)
        case confirmed(Bool)
        case failed(Complaint)
    }

    let queue: AsyncStream<Input>
    private let line: RelayLine
    private let pairing: PairingID
    private let continuation: AsyncStream<Input>.Continuation

    init(_ pairing: PairingID, at line: RelayLine) {
        self.line = line
        self.pairing = pairing
        // The relay bounds a pairing to five messages, the person types one line at a time.
        (queue, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    }

    func add(_ input: Input) { continuation.yield(input) }

    func end() { continuation.finish() }

    /// Asks the relay until the pairing is over, each time for what is new.
    func poll() async {
        var seen: Int64 = 0
        while !Task.isCancelled {
            do throws(RelayError) {
                let status = try await line.client.pairing(pairing, seen: seen, wait: 25)
                seen = status.seen
                add(.status(status))
                switch status.state {
                case .open, .answered, .revealed, .confirming, .granted: break
                case .paired, .ended, .unpaired: return
                }
            } catch {
                if error.isCancelled { return }
                let complaint: Complaint =
                    error.code == .notFound
                    ? .pairingUnknown : Complaint(error, at: line.relay.base.text)
                add(.failed(complaint))
                return
            }
        }
    }

    /// Posts a step; its answer is one more word of the relay.
    func post(
        _ step: Pairing.Step, _ body: [UInt8], key: PublicKeyJWK? = nil
    ) async throws(Complaint) {
        do throws(RelayError) {
            add(.status(try await line.client.post(step, body, to: pairing, key: key)))
        } catch {
            throw complaint(error)
        }
    }

    /// Posts this device's grant.
    func post(grant: String) async throws(Complaint) {
        do throws(RelayError) {
            add(.status(try await line.client.grant(grant, for: pairing)))
        } catch {
            throw complaint(error)
        }
    }

    /// Tells the other device that this one gives up, also when this task was cancelled.
    func abort() async {
        let client = line.client
        let pairing = pairing
        await Task.detached {
            do throws(RelayError) {
                _ = try await client.post(.abort, [], to: pairing)
            } catch {
                // The pairing ends by itself after 120 s.
            }
        }.value
    }

    private func complaint(_ error: RelayError) -> Complaint {
        switch error.code {
        case .pairingConflict: .someoneElse
        case .pairingEnded: .pairingExpired
        case .notFound: .pairingUnknown
        default: Complaint(error, at: line.relay.base.text)
        }
    }
}
