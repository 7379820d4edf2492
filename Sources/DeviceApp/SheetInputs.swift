internal import Checkout
internal import Handoffs
internal import Merchant
internal import Payments
internal import Surfaces
internal import Wire

/// What an open sheet waits for, in one queue.
struct SheetInputs: Sendable {
    enum Input: Sendable {
        case event(SheetEvent)
        case claimed(Fence)
        case answered(UpdateID, CheckoutAnswer)
        case unlocked(UnlockedWallet)
        case completed(PaymentAnswer, attempt: Int64)
        case closed(ClosedSession)
        /// A command; nil at the end of the input.
        case line(String?)
        /// A wait before asking the merchant again is over.
        case retry
        case failed(Complaint)
    }

    let queue: AsyncStream<Input>
    private let continuation: AsyncStream<Input>.Continuation

    init() {
        // A sheet has a handful of questions under way; the bound is for a bug.
        (queue, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
    }

    func add(_ input: Input) { continuation.yield(input) }
}
