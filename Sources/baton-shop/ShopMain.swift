internal import FoundationEssentials
internal import Merchant
internal import Serving
internal import Terminal

/// From the command line to the exit status.
enum ShopMain {
    static func run() async -> ExitStatus {
        await ServerProgram.run(ShopProgram.program, named: "baton-shop", run)
    }

    private static func run(
        _ command: ParsedCommand, _ console: Console
    ) async throws(UsageError) -> ExitStatus {
        switch command.path.first {
        case "catalog":
            guard let name = command.argument("NAME") else {
                console.say(DefaultCatalog.json)
                return console.finish(.done)
            }
            guard name == FlowerShop.name else {
                throw .invalidValue("NAME", got: name, expected: FlowerShop.name)
            }
            console.say(FlowerShop.json)
            return console.finish(.done)
        case "cards":
            for (number, meaning) in SimulatedCharge.declined + SimulatedCharge.challenged {
                console.say("\(number)  \(meaning)")
            }
            return console.finish(.done)
        case "token": return try TokenCommand(command, console, at: now).run()
        case "quote": return try QuoteCommand(command, console, at: now).run()
        case "webhook": return try WebhookCommand(command, console, at: now).run()
        case "order": return try OrderCommand(command, console, at: now).run()
        default: return await serve(try ShopOptions(command), console)
        }
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    private static func serve(_ options: ShopOptions, _ console: Console) async -> ExitStatus {
        let log: ShopLog = ServerProgram.log(console)
        return await ServerProgram.serve(console, log) { () throws(ShopStartError) in
            try ShopServer(options, log: log) { Int64(Date().timeIntervalSince1970) }.running
        }
    }
}
