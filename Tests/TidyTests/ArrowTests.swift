import Testing

/// Arrows point one way and are drawn in the manifest (A1, A2, P1).
@Suite struct ArrowTests {
    private let house = House.shared
    private let system: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "Synchronization", "Dispatch",
        "Glibc",
        "Testing",
    ]
    private let pure: Set<String> = ["Encodings", "Handoffs", "HTTPMessages", "Checkout", "Surfaces"]
    private let wrappers = [
        "CSQLite": "SQLite", "COpenSSL": "Crypto", "CLibevent": "HTTPServer", "CCurl": "HTTPClient",
        "CJansson": "JSON", "CQRencode": "QRCode",
    ]

    @Test func `A1: a target imports only what the manifest lists for it`() {
        // The fuzz entries reach every parser; the manifest lists them for `make fuzz` alone.
        for file in house.files where file.target != "fuzz" {
            let allowed = house.arrows[file.target] ?? []
            for (line, module) in file.imports where !system.contains(module) {
                #expect(allowed.contains(module), "\(file.path):\(line) imports \(module)")
            }
        }
    }

    @Test func `A1: what the manifest lists is imported somewhere in the target`() {
        for (target, allowed) in house.arrows {
            let files = house.sources.filter { $0.target == target }
            guard !files.isEmpty else { continue }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            for module in allowed { #expect(imported.contains(module), "\(target) lists \(module) in vain") }
        }
    }

    @Test func `A2: pure modules import pure modules only`() {
        for file in house.sources where pure.contains(file.target) {
            for (line, module) in file.imports {
                #expect(pure.contains(module), "\(file.path):\(line) imports \(module)")
            }
        }
    }

    @Test func `P1: each C library is imported by its wrapper alone`() {
        for file in house.files {
            for (line, module) in file.imports {
                guard let wrapper = wrappers[module] else { continue }
                #expect(file.target == wrapper, "\(file.path):\(line) imports \(module)")
            }
        }
    }

    @Test func `the relay reaches no module that could name a price or open a sheet`() {
        #expect(
            closure(of: "baton-relay").isDisjoint(with: [
                "Checkout", "Sealing", "Payments", "Merchant", "Surfaces",
            ]))
        #expect(closure(of: "baton-relay").contains("Handoffs"), "the manifest could not be read")
    }

    @Test func `routes are tested without a socket: RelayHTTP does not reach HTTPServer`() {
        #expect(!closure(of: "RelayHTTP").contains("HTTPServer"))
    }

    @Test func `no arrow leads back`() {
        for target in house.arrows.keys {
            #expect(!closure(of: target).contains(target), "\(target) reaches itself")
        }
    }

    @Test func `Sources/README.md draws every arrow of the manifest`() {
        let map = house.document("Sources/README.md")
        for (target, allowed) in house.arrows where house.sources.contains(where: { $0.target == target }) {
            let row = map.split(separator: "\n").first { $0.hasPrefix("| `\(target)` |") } ?? ""
            #expect(!row.isEmpty, "\(target) has no row")
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            let drawn =
                cells.count > 2
                ? Set(cells[2].split(whereSeparator: { " ,`".contains($0) }).map(String.init)) : []
            #expect(drawn.subtracting(["–"]) == allowed, "\(target): the map has \(drawn.sorted())")
        }
    }

    private func closure(of target: String) -> Set<String> {
        var reached: Set<String> = []
        var waiting = Array(house.arrows[target] ?? [])
        while let next = waiting.popLast() {
            if reached.insert(next).inserted { waiting += house.arrows[next] ?? [] }
        }
        return reached
    }
}
