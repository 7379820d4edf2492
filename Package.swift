// swift-tools-version: 6.2
// The modules of Baton and their arrows. `Sources/README.md` draws them and says why; a tidy test holds
// every `import` against this file, so an arrow is added here first.
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func c(_ name: String) -> Target { .systemLibrary(name: name, path: "Sources/\(name)") }

func module(_ name: String, _ imports: String...) -> Target {
    .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

func program(_ name: String, _ imports: String...) -> Target {
    .executableTarget(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

/// What several test targets use; it holds no tests and no product links it.
func support(_ name: String, _ imports: String...) -> Target {
    .target(
        name: name, dependencies: imports.map { .byName(name: $0) }, path: "Tests/\(name)",
        swiftSettings: settings)
}

func tests(_ name: String, _ imports: String...) -> Target {
    .testTarget(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

let targets: [Target] = [
    // 0: C libraries
    c("CSQLite"), c("COpenSSL"), c("CLibevent"), c("CCurl"), c("CJansson"), c("CQRencode"),

    // 1: pure values, and the two plain modules that touch the system
    module("Encodings"),
    module("Handoffs", "Encodings"),
    module("HTTPMessages"),
    module("Blocking"),
    module("Terminal"),

    // 2: wrappers of C libraries, and what rests on the pure modules
    module("SQLite", "CSQLite"),
    module("Crypto", "COpenSSL", "Encodings"),
    module("HTTPServer", "CLibevent", "HTTPMessages"),
    module("HTTPClient", "CCurl", "HTTPMessages"),
    module("JSON", "CJansson"),
    module("QRCode", "CQRencode"),
    module("Checkout"),
    module("CheckoutJSON", "Checkout", "JSON"),
    module("Wire", "Handoffs", "JSON", "Encodings"),

    // 3: what people see, what is signed, sealed and paid
    module("Surfaces", "Checkout"),
    module("Formats", "Checkout", "Surfaces"),
    module("Signing", "Handoffs", "Crypto", "JSON", "Encodings", "HTTPMessages"),
    module("Sealing", "Wire", "Handoffs", "Crypto", "JSON", "Encodings", "Signing"),
    module("Payments", "Checkout", "Crypto", "JSON", "Encodings"),

    // 4: the use cases
    module("Relay", "Handoffs", "Signing", "Wire", "Crypto"),
    module(
        "Merchant", "Checkout", "CheckoutJSON", "Signing", "HTTPMessages", "JSON", "Crypto",
        "Encodings"),
    module(
        "BatonClient", "Handoffs", "Wire", "Signing", "Sealing", "HTTPMessages", "HTTPClient", "Crypto",
        "JSON", "Encodings"),

    // 5: adapters and devices
    module("RelaySQLite", "Relay", "SQLite", "Handoffs", "Wire", "Blocking"),
    module(
        "RelayHTTP", "Relay", "Wire", "HTTPMessages", "Handoffs", "Signing", "JSON", "Encodings", "Crypto"),
    module(
        "DeviceApp", "BatonClient", "Merchant", "Payments", "Surfaces", "SQLite", "Handoffs", "Checkout",
        "CheckoutJSON", "Wire",
        "Sealing", "Signing", "Crypto", "JSON", "Encodings", "HTTPClient", "HTTPMessages", "Blocking"),
    module("Serving", "HTTPServer", "HTTPMessages", "Terminal", "JSON"),
    module(
        "BatonMerchant", "Merchant", "Payments", "SQLite", "Checkout", "HTTPMessages", "Crypto", "JSON",
        "Encodings", "Blocking"),
    module("Screens", "Formats", "Surfaces", "Terminal", "QRCode", "Checkout", "JSON"),

    // 6: the programs, joined in their main.swift
    program(
        "baton-relay", "RelayHTTP", "RelaySQLite", "Serving", "HTTPServer", "Terminal", "Relay",
        "HTTPMessages",
        "Handoffs", "SQLite", "Wire"),
    program("baton-watch", "DeviceApp", "Screens", "Terminal", "Surfaces"),
    program("baton-phone", "DeviceApp", "Screens", "Terminal", "Surfaces"),
    program(
        "baton-shop", "BatonMerchant", "Merchant", "SQLite", "Serving", "HTTPServer", "HTTPClient",
        "Terminal", "Checkout", "CheckoutJSON", "HTTPMessages", "Crypto", "JSON", "Payments", "Encodings",
        "Blocking"),
    program(
        "baton-bench", "Handoffs", "Wire", "Signing", "Crypto", "HTTPMessages", "Terminal", "Encodings",
        "Blocking"),

    // A tool of Tests/interop: makes and checks what other people's libraries check and make
    program(
        "baton-interop", "Sealing", "Signing", "Payments", "Handoffs", "HTTPMessages", "Crypto", "JSON",
        "Encodings", "Terminal"),

    // Tests: what they share, one suite a module, and those that look at the whole
    support("TestSupport", "Blocking"),
    support("TestScenes", "Checkout"),
    tests("EncodingsTests", "Encodings"),
    tests("HandoffsTests", "Handoffs", "Encodings"),
    tests("HTTPMessagesTests", "HTTPMessages"),
    tests("TerminalTests", "Terminal"),
    tests("BlockingTests", "Blocking", "TestSupport"),
    tests("SQLiteTests", "SQLite", "Blocking", "TestSupport"),
    tests("CryptoTests", "Crypto", "Encodings"),
    tests("HTTPServerTests", "HTTPServer", "HTTPMessages", "HTTPClient", "TestSupport"),
    tests("HTTPClientTests", "HTTPServer", "HTTPMessages", "HTTPClient", "TestSupport"),
    tests("JSONTests", "JSON"),
    tests("QRCodeTests", "QRCode"),
    tests("CheckoutTests", "Checkout"),
    tests("CheckoutJSONTests", "CheckoutJSON", "Checkout", "JSON"),
    tests("WireTests", "Wire", "Handoffs", "JSON", "Encodings"),
    tests("SurfacesTests", "Surfaces", "Checkout", "TestScenes"),
    tests("FormatsTests", "Formats", "Surfaces", "Checkout"),
    tests("SigningTests", "Signing", "Handoffs", "Crypto", "JSON", "Encodings", "HTTPMessages"),
    tests(
        "SealingTests", "Sealing", "Signing", "Wire", "Handoffs", "Crypto", "JSON", "Encodings"),
    tests("PaymentsTests", "Payments", "Checkout", "Crypto", "JSON", "Encodings"),
    tests("RelayTests", "Relay", "Handoffs", "Signing", "Wire", "Crypto", "RelaySQLite", "Encodings"),
    tests(
        "MerchantTests", "Merchant", "Checkout", "Signing", "HTTPMessages", "JSON", "Crypto",
        "Encodings"),
    tests(
        "BatonMerchantTests", "BatonMerchant", "Merchant", "Payments", "Checkout", "HTTPMessages", "Crypto",
        "JSON", "Encodings", "TestSupport"),
    tests(
        "BatonClientTests", "BatonClient", "Handoffs", "Wire", "Signing", "Sealing", "Crypto", "Encodings",
        "JSON", "HTTPMessages", "HTTPClient", "HTTPServer", "Relay", "RelayHTTP", "RelaySQLite", "Blocking",
        "TestSupport"),
    tests(
        "RelaySQLiteTests", "RelaySQLite", "Relay", "SQLite", "Handoffs", "Wire", "Blocking", "TestSupport"),
    tests(
        "RelayHTTPTests", "RelayHTTP", "Relay", "RelaySQLite", "Wire", "HTTPMessages", "Handoffs", "Signing",
        "Crypto",
        "JSON", "Encodings", "Blocking"),
    tests(
        "DeviceAppTests", "DeviceApp", "BatonClient", "Merchant", "Payments", "Surfaces", "SQLite",
        "Handoffs",
        "Checkout", "Wire", "Sealing", "Signing", "Crypto", "JSON", "Encodings", "HTTPClient", "HTTPMessages",
        "Blocking"),
    tests("ScreensTests", "Screens", "Surfaces", "Terminal", "Checkout", "JSON", "TestScenes"),
    tests("SimulationTests", "Relay", "RelaySQLite", "Handoffs", "Wire", "TestSupport"),
    tests(
        "ProtocolTests", "HTTPServer", "HTTPMessages", "Handoffs", "Wire", "Relay", "RelayHTTP", "Signing",
        "Sealing", "BatonClient", "CheckoutJSON", "Checkout",
        "Crypto", "JSON", "Encodings"),
    tests(
        "LiveTests", "BatonClient", "HTTPClient", "HTTPMessages", "Handoffs", "Wire", "Signing", "Crypto",
        "Relay", "RelaySQLite", "SQLite", "Blocking", "JSON",
        "Encodings",
        "Merchant", "Payments", "Checkout", "HTTPServer", "Screens", "Terminal",
        "TestSupport"),
    tests("TidyTests"),
]

/// The fuzz entries join only for `make fuzz`, which links them with libFuzzer.
let fuzzing = Target.executableTarget(
    name: "baton-fuzz",
    dependencies: [
        "BatonClient", "Checkout", "CheckoutJSON", "Crypto", "HTTPMessages", "Handoffs", "JSON", "Merchant",
        "Payments",
        "Sealing", "Signing", "Wire",
    ], path: "Tests/fuzz/entries", swiftSettings: settings)

let isFuzzing = Context.environment["BATON_FUZZ"] != nil
/// What somebody else's program may build on; every public name in it is a promise.
let products: [Product] = [.library(name: "BatonMerchant", targets: ["BatonMerchant"])]

let package = Package(name: "baton", products: products, targets: targets + (isFuzzing ? [fuzzing] : []))
