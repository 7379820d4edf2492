/// What a merchant says of a session that nobody shall pay any more.
package enum SheetClosing: Hashable, Sendable {
    /// It is closed and was not paid, or nothing was ever sent to it.
    case nothingCharged
    /// An attempt came through after all.
    case ordered(OrderSummary)
    /// It has not said, and nobody may be told that the payment failed.
    case unknown
}

/// No failure is told before the merchant has closed the session: a request that is still on its way could
/// be charged after that (design, section 5).
extension Sheet {
    mutating func fail(_ failure: SheetFailure) -> [SheetEffect] {
        let given = awaited.map { [SheetEffect.stopAsking($0)] } ?? []
        deadline = nil
        phase = .authorizing(.closing(failure))
        return given + [.closeSession(failure)]
    }

    mutating func sessionClosed(_ closing: SheetClosing) -> [SheetEffect] {
        guard case .authorizing(.closing(let failure)) = phase else { return [] }
        switch closing {
        case .nothingCharged:
            phase = .failed(failure)
            return [.reportFailure(failure)]
        case .ordered(let order):
            phase = .succeeded(order)
            return [.reportSuccess(order)]
        case .unknown:
            phase = .authorizing(.inDoubt)
            return []
        }
    }

    /// Takes up a purchase whose earlier attempts were all answered with no, after a restart: the relay has
    /// acknowledged the point of no return already, and another card may pay (design, section 5).
    package mutating func goOn(after decline: SheetDecline, attempts: Int) {
        precondition(!phase.isEnd && attempts > 0, "a sheet at \(phase) goes on after \(attempts) attempts")
        isClaimed = true
        isCommitted = true
        lastDecline = decline
        attempt = attempts
    }
}
