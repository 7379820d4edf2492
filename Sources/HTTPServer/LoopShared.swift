import HTTPMessages

/// What all loops of a server have in common. Nothing in it changes but counters and caps.
struct LoopShared: Sendable {
    let configuration: HTTPServerConfiguration
    let tls: TLSContext?
    let counters: LiveCounters
    let caps: AddressCaps
    let respond: @Sendable (Request) async -> Response
}
