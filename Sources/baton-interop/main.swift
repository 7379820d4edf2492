internal import JSON
internal import Terminal

// A tool of the tests, not of people: makes one document of everything that is signed and sealed, or checks
// one that other people's libraries made (Tests/interop).

BrokenPipes.ignore()
let output = TextOutput(descriptor: 1)
let errors = TextOutput(descriptor: 2)

do {
    switch Array(CommandLine.arguments.dropFirst()) {
    case ["make"]:
        let document = try InteropDocument.make()
        output.line(document.encodedString())
    case ["check"]:
        guard let line = try await LineInput(bytesMax: 262_144).line() else { throw InteropFailure.noInput }
        let limits = JSONLimits(bytesMax: 262_144, depthMax: 16)
        for name in try InteropCheck(JSONNode(parsing: Array(line.utf8), limits: limits)).run() {
            output.line("opened here: \(name)")
        }
    default:
        errors.line("usage: baton-interop make | baton-interop check < DOCUMENT")
        ExitStatus.usage.exit()
    }
} catch {
    errors.line("baton-interop: error: \(error)")
    ExitStatus.failed.exit()
}
ExitStatus.done.exit()
