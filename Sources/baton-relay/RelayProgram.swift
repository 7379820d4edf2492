internal import RelayHTTP
internal import Serving
internal import Terminal

/// The command line of `baton-relay`.
enum RelayProgram {
    static let program = Program(
        Command(
            "baton-relay", "carries purchases from a watch to a phone without being able to read them",
            subcommands: [serve], runsAlone: false),
        version: "0.1.0", isServer: true)

    private static let serve = Command(
        "serve", "serve the relay until SIGTERM",
        discussion: [
            #"The first line on stdout is {"event":"ready","listen":…,"origin":…}; the log goes to stderr."#,
            "SIGTERM stops accepting, sends streams away, finishes what was begun and ends within 25 s.",
            "Plain HTTP is served on loopback or behind a declared proxy only.",
            "Limits: " + limits,
        ],
        options: ListenOptions.declared(variables: "BATON_") + [
            .value("database", "FILE", "the SQLite file; made when absent", environment: "BATON_DATABASE"),
            .value(
                "admin", "ADDR:PORT", "serve /metrics here, on a loopback or private address",
                environment: "BATON_ADMIN"),
            .repeated("limit", "NAME=VALUE", "set a limit", environment: "BATON_LIMIT"),
        ],
        examples: [
            CommandExample(
                "baton-relay serve --listen 127.0.0.1:8080 --database relay.sqlite",
                "a relay to try things with"),
            CommandExample(
                "baton-relay serve --listen 127.0.0.1:8080 --database /var/lib/baton-relay/relay.sqlite "
                    + "--origin https://relay.example --trusted-proxy 127.0.0.1/32",
                "behind a proxy on this machine"),
        ])

    private static let limits =
        RelayLimit.allCases
        .map { "\($0.rawValue) (\($0.standard))" }.joined(separator: ", ") + "."
}
