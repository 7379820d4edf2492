internal import Synchronization

/// Token buckets by key, bounded in number: what a limit is counted by (Protocol/limits.md). Success never
/// fills a bucket; only time does (relay 89).
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: Duration
    }

    private let perMinute: Int
    private let burst: Double
    private let buckets = Mutex<[Key: Bucket]>([:])
    /// Keys counted at once; beyond it the full buckets are dropped, which forget nothing.
    private let keysMax: Int

    /// So many a minute, half a minute's worth (at least ten) at once.
    package init(perMinute: Int, keysMax: Int = 65_536) {
        self.perMinute = perMinute
        burst = Double(max(10, perMinute / 2))
        self.keysMax = keysMax
    }

    /// Takes one; nil when there was one, else how long until there is.
    package func take(_ key: Key, at uptime: Duration) -> Duration? {
        buckets.withLock { buckets in
            if buckets.count >= keysMax, buckets[key] == nil { drop(from: &buckets, at: uptime) }
            var bucket = buckets[key] ?? Bucket(tokens: burst, at: uptime)
            bucket.tokens = level(of: bucket, at: uptime)
            bucket.at = uptime
            let isEnough = bucket.tokens >= 1
            if isEnough { bucket.tokens -= 1 }
            buckets[key] = bucket
            return isEnough ? nil : .milliseconds(Int64((1 - bucket.tokens) * 60_000 / Double(perMinute)) + 1)
        }
    }

    private func level(of bucket: Bucket, at uptime: Duration) -> Double {
        let passed = Double(max(0, (uptime - bucket.at).inSeconds))
        return min(burst, bucket.tokens + passed * Double(perMinute) / 60)
    }

    /// Drops full buckets; where none is full, the whole table: a flood of keys is then held by the bounds
    /// behind.
    private func drop(from buckets: inout [Key: Bucket], at uptime: Duration) {
        buckets = buckets.filter { level(of: $0.value, at: uptime) < burst }
        if buckets.count >= keysMax { buckets = [:] }
    }
}

extension Duration {
    /// Seconds with their fraction, for rates only.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
