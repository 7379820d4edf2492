internal import Formats
internal import Surfaces
package import Terminal

/// What a command is given: its line, its screen, and the variables.
package struct ClientContext: Sendable {
    package let command: ParsedCommand
    package let screen: Screen
    package let environment: [String: String]
}

/// What both clients do around a command: read the line, join the screen, watch for Ctrl-C, end with a
/// status.
package enum ClientShell {
    /// A command at work. Throws `UsageError` and `Complaint`, nothing else.
    package typealias Body = @Sendable (ClientContext) async throws -> ExitStatus

    /// Runs `program` with what came from outside.
    package static func run(
        _ program: Program, named name: String, arguments: [String], environment: [String: String],
        _ body: @escaping Body
    ) async -> ExitStatus {
        let output = TextOutput(descriptor: 1)
        let errors = TextOutput(descriptor: 2)
        func screen(_ style: OutputStyle) -> Screen {
            Screen(
                console: Console(
                    program: name, style: style, output: output, errors: errors, input: LineInput()),
                formats: LocaleFormats(LocaleName(environment: environment)))
        }
        do throws(UsageError) {
            switch try program.read(
                arguments, environment: environment,
                columns: output.columns(variable: environment["COLUMNS"]))
            {
            case .help(let text), .version(let text):
                output.line(text)
                return .done
            case .run(let command):
                let screen = screen(OutputStyle(flags: command, environment: environment, output: output))
                return screen.console.finish(
                    await run(
                        ClientContext(command: command, screen: screen, environment: environment), body))
            }
        } catch {
            let isJSON = arguments.contains("--json")
            return screen(OutputStyle(isJSON: isJSON, isPlain: true)).fail(usage: error)
        }
    }

    /// Ctrl-C and SIGTERM cancel the command, which leaves everything acknowledged as it is.
    private static func run(
        _ context: ClientContext, _ body: @escaping Body
    ) async -> ExitStatus {
        let signals = SignalWatch()
        defer { signals.stop() }
        return await withTaskGroup(of: ExitStatus?.self) { group in
            group.addTask { await settle(context, body) }
            group.addTask {
                for await _ in signals.received { return nil }
                return nil
            }
            var status: ExitStatus = .interrupted
            if let first = await group.next(), let first {
                status = first
                group.cancelAll()
            } else {
                // The command says its last words, then goes.
                group.cancelAll()
                _ = await group.next()
            }
            return status
        }
    }

    private static func settle(_ context: ClientContext, _ body: Body) async -> ExitStatus {
        do {
            return try await body(context)
        } catch let error as UsageError {
            return context.screen.fail(usage: error)
        } catch let complaint as Complaint {
            if Task.isCancelled { return .interrupted }
            return context.screen.fail(complaint)
        } catch {
            // Commands throw these two only.
            context.screen.console.fail("\(error)")
            return .failed
        }
    }
}
