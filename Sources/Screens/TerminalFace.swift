package import Surfaces
package import Terminal

extension HiddenText: HiddenInput {}

/// The person at a terminal, or the script behind the pipes.
package struct TerminalFace: Face {
    private let screen: Screen

    /// Talks through `screen`.
    package init(_ screen: Screen) { self.screen = screen }

    package var isInteractive: Bool { screen.console.input.isTerminal }

    package var canShow: Bool { screen.console.output.failure == nil }

    package var hasInputEnded: Bool { screen.console.input.hasEnded }

    /// Prints the event.
    package func show(_ event: ClientEvent) { screen.show(event) }

    /// Says it on standard error; the command goes on.
    package func warn(_ complaint: Complaint) { _ = screen.fail(complaint) }

    /// Reads a line; nil at the end of the input.
    package func ask(_ question: Question) async throws(Complaint) -> String? {
        do throws(InputError) { return try await screen.console.ask(question.text) } catch {
            throw Self.complaint(error)
        }
    }

    /// No comes first; so is the end of the input.
    package func confirm(_ question: Question) async throws(Complaint) -> Bool {
        do throws(InputError) { return try await screen.confirm(question) } catch {
            throw Self.complaint(error)
        }
    }

    /// Reads a line that is not echoed; nil at the end of the input.
    package func askHidden(_ question: Question) async throws(Complaint) -> (any HiddenInput)? {
        do throws(InputError) { return try await screen.console.askHidden(question.text) } catch {
            throw Self.complaint(error)
        }
    }

    /// The next line, behind a mark where a person types it.
    package func command() async throws(Complaint) -> String? {
        do throws(InputError) { return try await screen.command() } catch {
            throw Self.complaint(error)
        }
    }

    private static func complaint(_ error: InputError) -> Complaint {
        switch error {
        case .cancelled: .interrupted
        case .tooLong, .notText, .unreadable, .failed: .unreadableInput
        }
    }
}
