import FoundationEssentials
import Screens
import Terminal

BrokenPipes.ignore()
await ClientShell.run(
    PhoneProgram.program, named: "baton-phone", arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment, PhoneCommands.run
).exit()
