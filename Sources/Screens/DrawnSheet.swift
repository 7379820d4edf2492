import Surfaces
import Synchronization

/// The sheet that a person has before them, so that it is not drawn again for nothing.
final class DrawnSheet: Sendable {
    /// What is new about a sheet.
    enum Difference {
        case first
        case changed
        case same
    }

    private let last = Mutex<(id: String, surface: SheetSurface)?>(nil)

    /// Remembers what is drawn now, and says what is new about it.
    func replace(with surface: SheetSurface, of id: String) -> Difference {
        last.withLock { last in
            let before = last
            last = (id, surface)
            guard let before, before.id == id else { return .first }
            return before.surface.isDrawn(like: surface) ? .same : .changed
        }
    }
}
