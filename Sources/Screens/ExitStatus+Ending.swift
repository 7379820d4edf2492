package import Surfaces
package import Terminal

extension ExitStatus {
    /// What a script learns from how a purchase ended (the README's table).
    package init(of ending: Ending) {
        self =
            switch ending {
            case .ordered, .authorized, .handedOff, .closed: .done
            case .declined: .declined
            case .cancelled: .cancelled
            case .expired: .expired
            case .superseded: .superseded
            case .inDoubt: .inDoubt
            case .paymentFailed: .paymentFailed
            case .interrupted: .interrupted
            case .takenElsewhere: .failed
            }
    }
}
