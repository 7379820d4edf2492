internal import BatonMerchant
internal import Blocking
internal import Crypto
internal import Encodings
internal import HTTPClient
internal import HTTPMessages
internal import Merchant
internal import Terminal

/// Tells each order to `--webhook`, in their order, until it is heard: what is not told yet stands in the
/// database, so that neither a silent listener nor a kill loses one.
final class WebhookTeller: Sendable {
    private let task: Task<Void, Never>
    private let ticker: Task<Void, Never>
    private let client: HTTPClient

    private static let secondsBetween = 1
    private static let secondsBetweenMax = 300
    private static let keyBytes = 32

    /// Begins to tell `target`. Reads the key, or makes it where there is none.
    init(
        _ target: BaseURL, keyFile: String, _ store: SQLiteShopStore, _ bell: Bell, log: ShopLog,
        clock: @escaping @Sendable () -> Int64
    ) throws(ShopStartError) {
        let key = try Self.key(keyFile)
        var configuration = HTTPClientConfiguration()
        // Whoever runs the shop names the place, and may well run it on the same machine.
        configuration.allowsLocalAddresses = true
        configuration.userAgent = "baton-shop"
        let client = HTTPClient(configuration)
        self.client = client
        ticker = Task {
            // `baton-shop order` writes steps into the same file, where no bell of ours rings.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(Self.secondsBetween)) } catch { return }
                bell.ring()
            }
        }
        task = Task {
            var wait = Self.secondsBetween
            while !Task.isCancelled {
                switch await Self.tellNext(store, client, target, key, clock, log) {
                case .told: wait = Self.secondsBetween
                case .nothing: await bell.heard()
                case .failed:
                    do { try await Task.sleep(for: .seconds(wait)) } catch { return }
                    wait = min(wait * 2, Self.secondsBetweenMax)
                }
            }
        }
    }

    /// Stops telling and waits for the end of it.
    func stop() async {
        ticker.cancel()
        task.cancel()
        await ticker.value
        await task.value
        client.close()
    }

    private enum Step { case told, nothing, failed }

    private static func tellNext(
        _ store: SQLiteShopStore, _ client: HTTPClient, _ target: BaseURL, _ key: Secret,
        _ clock: @Sendable () -> Int64, _ log: ShopLog
    ) async -> Step {
        do throws(ShopStoreFailure) {
            guard let event = try await store.eventToTell() else { return .nothing }
            let request = WebhookSignature.request(
                path: target.path, body: event.body, at: clock(), key: key)
            do throws(HTTPClientError) {
                let answer = try await client.send(request, to: target)
                guard answer.status.isSuccess else {
                    log.warning(.webhookFailed, ["status": .integer(Int64(answer.status.code))])
                    return .failed
                }
            } catch {
                log.warning(.webhookFailed, ["reason": "\(error)"])
                return .failed
            }
            try await store.markTold(event.number)
            log.info(.webhookTold, ["number": .integer(event.number)])
            return .told
        } catch {
            log.warning(.webhookFailed, ["reason": "\(error)"])
            return .failed
        }
    }

    /// 32 bytes, in the file as base64url.
    private static func key(_ path: String) throws(ShopStartError) -> Secret {
        let text: String
        do throws(FileError) {
            let made = Array((Base64.encode(RandomBytes.make(keyBytes)) + "\n").utf8)
            _ = try DurableFile.create(path, with: made)
            text = String(decoding: try DurableFile.read(path, bytesMax: 4096), as: UTF8.self)
        } catch {
            throw .file(error)
        }
        let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        guard let bytes = Base64.decode(word), bytes.count >= keyBytes else {
            throw .key("\(path) holds no base64url of \(keyBytes) bytes or more")
        }
        return Secret(bytes)
    }
}
