import Surfaces
import Synchronization

/// The sheet that a person has before them, so that it is not drawn again for nothing.
final class DrawnSheet: Sendable {
    /// What is new about a sheet.
    enum Difference {
        case first
        case changed
        /// Only what is happening, in these lines.
        case step([String])
    }

    private struct Drawn {
        let id: String
        var surface: SheetSurface
        var step: [String]
    }

    private let last = Mutex<Drawn?>(nil)

    /// Remembers what is drawn now, and says what is new about it.
    ///
    /// While the merchant is asked, a choice stands beside a total that is not its own: that is not drawn,
    /// and what is happening is said once. The settled sheet is then compared with the last one drawn.
    func replace(with surface: SheetSurface, of id: String, step: [String]) -> Difference {
        last.withLock { last in
            guard let before = last, before.id == id else {
                last = Drawn(id: id, surface: surface, step: step)
                return .first
            }
            let isSame = before.surface.isDrawn(like: surface)
            if isSame || surface.isUpdating {
                last?.step = step
                return .step(before.step == step ? [] : step)
            }
            last = Drawn(id: id, surface: surface, step: step)
            return .changed
        }
    }
}
