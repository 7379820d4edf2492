import Glibc
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// Want of file descriptors, each time in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveDescriptorLimitTests {
    @Test func `R-73, R-82: short of descriptors it refuses politely, never spins, and recovers`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 200
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // libdispatch opens its timer now; it traps where it can open none.
            try await Task.sleep(for: .milliseconds(1))
            try await withServer(loops: 1) { address, server, _ in
                // Each client takes a descriptor on both sides; the last ones are refused, then nothing
                // opens.
                var clients: [RawClient] = []
                var refused = 0
                while clients.last.map({ $0.descriptor < 190 }) ?? true {
                    let client = try RawClient(address)
                    clients.append(client)
                    if await client.read(within: 0).map({ !$0.isEmpty }) ?? true { refused += 1 }
                }
                let isPolite = await eventually { server.counters.turnedAway > 0 }
                var before = rusage()
                unsafe getrusage(RUSAGE_SELF.rawValue, &before)
                try await Task.sleep(for: .milliseconds(500))
                var after = rusage()
                unsafe getrusage(RUSAGE_SELF.rawValue, &after)
                let spent = after.ru_utime.tv_sec - before.ru_utime.tv_sec
                clients.removeAll()
                let isEmpty = await eventually { server.counters.connections == 0 }
                let client = try RawClient(address)
                client.send(LiveCase.get)
                try await client.read(until: "hello")
                if !isPolite || !isEmpty || spent > 0 { exit(3) }
            }
        }
    }
}
