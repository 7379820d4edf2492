internal import Serving
internal import Terminal

/// From the command line to the exit status.
enum RelayMain {
    static func run() async -> ExitStatus {
        await ServerProgram.run(RelayProgram.program, named: "baton-relay") {
            (command, console) async throws(UsageError) in
            let options = try RelayOptions(command)
            let log: RelayLog = ServerProgram.log(console)
            return await ServerProgram.serve(console, log) { () throws(RelayServer.StartError) in
                try RelayServer(options, log: log).running
            }
        }
    }
}
