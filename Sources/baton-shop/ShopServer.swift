internal import BatonMerchant
internal import Blocking
internal import Crypto
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Merchant
internal import SQLite
internal import Serving
internal import Terminal

/// A shop that is open: its parts are joined here, once, and taken apart in the order of the drain.
final class ShopServer: Sendable {
    private let server: HTTPServer
    private let merchant: MerchantService
    private let teller: WebhookTeller?
    private let upkeep: Task<Void, Never>
    /// The folder of a database that ends with the shop.
    private let temporaryFolder: String?
    private let log: ShopLog
    private let listen: SocketAddress
    private let origin: BaseURL
    /// Where the key of the order events lies; nil where nobody is told.
    private let webhookKeyFile: String?

    /// Opens the database, listens and begins to sell. `clock` is in seconds since 1970.
    init(
        _ options: ShopOptions, log: ShopLog, clock: @escaping @Sendable () -> Int64
    ) throws(ShopStartError) {
        self.log = log
        let catalog = try Self.catalog(options)
        let bell = Bell()
        let path: String
        (path, temporaryFolder) = try Self.place(options)
        let database = try Self.open(path)
        let quoteKey = try options.quoteKey.map { path throws(ShopStartError) in try Self.key(path) }
        let doorway = Doorway<MerchantService>()
        server = HTTPServer(Self.configuration(options)) { request in
            guard let merchant = doorway.inside else { return Response(status: .unavailable) }
            return await merchant.respond(request)
        }
        do throws(HTTPServerError) { listen = try server.start() } catch { throw .server(error) }
        do throws(NoOrigin) {
            origin = try options.listening.origin(at: listen)
        } catch {
            throw .origin(error)
        }
        do throws(MerchantServiceError) {
            merchant = try MerchantService(
                catalog: catalog, origin: origin, database: database, quoteKey: quoteKey, clock: clock,
                eventMade: { bell.ring() })
        } catch {
            throw .merchant(error)
        }
        doorway.open(merchant)
        let store = merchant.store
        if let target = options.webhook {
            let keyFile = options.webhookKey ?? "\(path).webhook-key"
            webhookKeyFile = keyFile
            teller = try WebhookTeller(target, keyFile: keyFile, store, bell, log: log, clock: clock)
        } else {
            (webhookKeyFile, teller) = (nil, nil)
        }
        upkeep = Self.startUpkeep(store, log, clock)
    }

    /// What it says of itself, and its end.
    var running: RunningServer {
        guard let webhookKeyFile else {
            return RunningServer(facts: ["listen": listen.text, "origin": origin.text], drain: drain)
        }
        return RunningServer(
            facts: [
                "listen": listen.text, "origin": origin.text, "webhook_key_file": webhookKeyFile,
            ], drain: drain)
    }

    /// Stops accepting, finishes what was begun, and ends. Events that were not told are told after the next
    /// start.
    func drain() async {
        await server.drain(within: .seconds(20))
        await teller?.stop()
        upkeep.cancel()
        await upkeep.value
        await merchant.close()
        guard let temporaryFolder else { return }
        do throws(FileError) { try Folder.removeTree(temporaryFolder) } catch {
            log.warning(.cleanupFailed, ["reason": "\(error)"])
        }
    }

    private static func catalog(_ options: ShopOptions) throws(ShopStartError) -> Catalog {
        let text: [UInt8]
        do throws(FileError) {
            text =
                try options.catalog.map { path throws(FileError) in
                    // A file of that name goes first.
                    if path == FlowerShop.name, let text = try DurableFile.readIfPresent(path) { return text }
                    return path == FlowerShop.name ? Array(FlowerShop.json.utf8) : try DurableFile.read(path)
                } ?? Array(DefaultCatalog.json.utf8)
        } catch {
            throw .unreadableCatalog(error)
        }
        do throws(JSONError) {
            return try Catalog(from: JSONNode(parsing: text, limits: JSONLimits(bytesMax: 1_048_576)))
        } catch {
            throw .catalog(path: options.catalog ?? "(built in)", error)
        }
    }

    static func open(_ path: String) throws(ShopStartError) -> Database {
        do throws(SQLiteError) {
            return try Database(path: path, migrations: ShopSchema.migrations)
        } catch {
            throw .store(error)
        }
    }

    private static func key(_ path: String) throws(ShopStartError) -> P256PrivateKey {
        do throws(ToolFailure) { return try ToolFiles.key(path) } catch { throw .key(error.message) }
    }

    private static func place(
        _ options: ShopOptions
    ) throws(ShopStartError) -> (path: String, temporaryFolder: String?) {
        if let path = options.database { return (path, nil) }
        do throws(FileError) {
            let folder = try Folder.makeTemporary(prefix: "baton-shop-")
            return ("\(folder)/shop.sqlite", folder)
        } catch {
            throw .file(error)
        }
    }

    private static func configuration(_ options: ShopOptions) -> HTTPServerConfiguration {
        var configuration = options.listening.configuration
        if options.listening.listen.ip.isLoopback { configuration.connectionsPerAddressMax = .max }
        configuration.bodyBytesMax = { _, path in ShopLimits.bodyBytesMax(path: path) }
        return configuration
    }

    /// Once an hour, forgets what nobody can ask for any more.
    private static func startUpkeep(
        _ store: SQLiteShopStore, _ log: ShopLog, _ clock: @escaping @Sendable () -> Int64
    ) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                do throws(ShopStoreFailure) { try await store.forget(before: clock() - secondsKept) } catch {
                    log.warning(.upkeepFailed, ["reason": "\(error)"])
                }
                do { try await Task.sleep(for: .seconds(3600)) } catch { return }
            }
        }
    }

    /// Sessions live 25 hours and answers are asked for again within that time; twice that is kept.
    private static let secondsKept: Int64 = 180_000
}

/// What the shop logs.
enum ShopLogEvent: String, ServerLogEvent {
    case draining
    case stopped
    case cleanupFailed = "cleanup_failed"
    case upkeepFailed = "upkeep_failed"
    case webhookFailed = "webhook_failed"
    case webhookTold = "webhook_told"
}

typealias ShopLog = Log<ShopLogEvent>
