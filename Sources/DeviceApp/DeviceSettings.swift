/// What a device is told from outside: by option or environment, read once in `main.swift`.
package struct DeviceSettings: Sendable {
    /// What kind of program this is.
    package enum Role: String, Sendable {
        case watch, phone
    }

    package let role: Role
    /// `--home`.
    package var home: String?
    package var environment: [String: String]
    /// `--allow-local-merchant`: merchants on loopback and private addresses, over http.
    package var allowsLocalMerchants = false
    /// `--ca-file`.
    package var caFile: String?

    /// Settings of a program of that kind.
    package init(role: Role, environment: [String: String]) {
        self.role = role
        self.environment = environment
    }
}
