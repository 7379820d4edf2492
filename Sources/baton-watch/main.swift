import FoundationEssentials
import Screens
import Terminal

BrokenPipes.ignore()
await ClientShell.run(
    WatchProgram.program, named: "baton-watch", arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment, WatchCommands.run
).exit()
