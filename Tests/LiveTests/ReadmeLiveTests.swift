import Blocking
import JSON
import TestSupport
import Testing

/// The README's "By hand" as somebody copies it: its own lines, on free ports and in a home of its own.
@Suite(.serialized) struct ReadmeLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `the README's walk-through leads from setup to the order on both devices`() async throws {
        let folder = try TemporaryFolder()
        var walk = try ReadmeWalk("By hand", folder: folder.path)
        let servers = [try await walk.serve("baton-relay"), try await walk.serve("baton-shop")]

        let setup = try walk.start("baton-phone setup")
        #expect(try await setup.status() == 0)
        let passcode = try #require(setup.output.firstMatch(of: /Its passcode is (\S+)/)?.1)

        let phone = try walk.start("baton-phone pair")
        let watch = try walk.start("baton-watch pair")
        phone.type(String(try await watch.waits { $0.output.firstMatch(of: /baton-pair:\S+/)?.0 }))
        let code = try await phone.waits { $0.output.firstMatch(of: /(?m)^ *([0-9]{6})$/)?.1 }
        watch.type(String(code))
        _ = try await watch.waits { $0.output.contains("Code right") ? true : nil }
        phone.type("y")
        for program in [watch, phone] { #expect(try await program.status() == 0, "\(program.errors)") }

        let listening = try walk.start("baton-phone --allow-local-merchant listen")
        _ = try await listening.waits { $0.output.contains("Listening") ? true : nil }
        let menu = try walk.start("baton-watch --allow-local-merchant menu")
        #expect(try await menu.status() == 0)
        #expect(menu.output.contains("latte"))
        let buying = try walk.start("baton-watch --allow-local-merchant buy")
        _ = try await buying.waits { $0.errors.contains("Order?") ? true : nil }
        buying.type("y")
        let open = try await listening.waits { $0.output.firstMatch(of: /open [A-Za-z0-9_-]{8,}/)?.0 }
        listening.type(String(open))
        _ = try await listening.waits { $0.output.contains("[ Pay ") ? true : nil }
        listening.type("pay")
        listening.type(String(passcode))
        let order = String(try await listening.waits { $0.output.firstMatch(of: /Order [0-9]+/)?.0 })
        #expect(try await buying.status() == 0)
        #expect(buying.output.contains(order))
        listening.type("quit")
        #expect(try await listening.status() == 0)
        for server in servers {
            server.signal(15)
            #expect(try await server.status() == 0)
        }
        #expect(!(try Folder.names(in: "\(folder.path)/.local/share/baton").isEmpty))
        #expect(try await walk.shell("rm -rf").status() == 0)
        #expect(try Folder.names(in: "\(folder.path)/.local/share").isEmpty)
        #expect(try Folder.names(in: folder.path).filter { $0.hasPrefix("baton-") }.isEmpty)
        #expect(walk.left.isEmpty, "in the README, but nobody tried it")
    }
}

extension ReadmeLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `the README's request of one's own is checked, sent and paid`() async throws {
        let scene = try await SendScene()
        var (walk, id) = (try ReadmeWalk("A request of your own", folder: scene.world.folder.path), "")
        walk.means("request.json", scene.file("request.json"))
        walk.means("merchant.pem", scene.file("certificate.pem"))
        walk.means("payment.json", scene.file("payment.json"))
        let check = try walk.words("baton-watch send --check")
        #expect(try await scene.world.run(check[0], "w", Array(check.dropFirst())).status == 0)
        let send = try walk.words("baton-watch send --request")
        let sending = try scene.world.start(send[0], "w", Array(send.dropFirst()))
        sending.type("y")
        id = try await sending.event("handed-off").member("id").string()
        walk.means(" ID ", " \(id) ")
        let pay = try walk.words("baton-phone resume")
        let paying = try scene.world.start(pay[0], "p", Array(pay.dropFirst()))
        paying.type(try scene.world.passcode("p"))
        #expect(try await paying.ended() == (0, "authorized"), "\(paying.errors)")
        #expect(try await sending.ended() == (0, "authorized"), "\(sending.errors)")
        #expect(try await scene.opened(scene.file("payment.json")).status == 0)
        #expect(walk.left.isEmpty, "in the README, but nobody tried it")
    }

    @Test(arguments: ["baton-watch", "baton-phone", "baton-relay", "baton-shop"])
    func `the README's table has each program's commands, in the order of its help`(name: String) async throws
    {
        let readme = String(
            decoding: try LiveFile.read(LiveFile.path(inTests: "../README.md")), as: UTF8.self)
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") })
        let written = row.matches(of: /`([a-z-]+)`/).dropFirst().map { String($0.1) }
        let program = try RunningProgram(name, ["--help"])
        #expect(try await program.status() == 0)
        let commands = try #require(
            program.output.split(separator: "\n\n").first { $0.hasPrefix("commands:") })
        let real = commands.split(separator: "\n").compactMap { $0.firstMatch(of: /^  ([a-z-]+)/)?.1 }
        #expect(written == real.map(String.init))
    }

    @Test(.timeLimit(.minutes(2)))
    func `the README's relay starts`() async throws {
        let folder = try TemporaryFolder()
        var walk = try ReadmeWalk("Running a relay", folder: folder.path)
        walk.means("/var/lib/baton-relay/", "\(folder.path)/")
        let relay = try await walk.serve("baton-relay")
        #expect(try await relay.line(0).contains(#""origin":"https://relay.example""#))
        relay.signal(15)
        #expect(try await relay.status() == 0)
        #expect(walk.left.isEmpty)
    }
}

/// The command lines of a section, each run once.
private struct ReadmeWalk {
    private(set) var left: [String]
    private let folder: String
    /// What stands in the README for what a test has.
    private var places: [(String, String)]

    init(_ title: String, folder: String) throws {
        let readme = String(
            decoding: try LiveFile.read(LiveFile.path(inTests: "../README.md")), as: UTF8.self)
        let section = try #require(readme.split(separator: "\n## ").first { $0.hasPrefix(title) })
        left = section.replacing("\\\n", with: " ").split(separator: "\n").filter {
            $0.hasPrefix("    ") && !$0.contains("export")
        }.map {
            String($0.dropFirst(4))
        }
        self.folder = folder
        places = [
            ("--listen 127.0.0.1:8700", "--listen 127.0.0.1:0"),
            ("--listen 127.0.0.1:8800", "--listen 127.0.0.1:0"),
            ("/tmp/", "\(folder)/"), (" &", ""),
        ]
    }

    /// From now on `written` stands for what the test has.
    mutating func means(_ written: String, _ meant: String) { places.append((written, meant)) }

    /// The words of the README's line that begins so.
    mutating func words(_ beginning: String) throws -> [String] {
        try line(beginning).split(separator: " ").map(String.init)
    }

    /// Runs the README's line that begins so.
    mutating func start(_ beginning: String) throws -> RunningProgram {
        let words = try words(beginning)
        return try RunningProgram(words[0], Array(words.dropFirst()), environment: environment)
    }

    /// The same by the shell, for a line that is none of the programs'.
    mutating func shell(_ beginning: String) throws -> RunningProgram {
        try RunningProgram(path: "/bin/sh", ["-c", line(beginning)], environment: environment)
    }

    private var environment: [String: String] {
        ["HOME": folder, "XDG_DATA_HOME": "", "LC_ALL": "C.UTF-8"]
    }

    /// That line, with the test's places in it; nobody tries it twice.
    private mutating func line(_ beginning: String) throws -> String {
        let index = try #require(left.firstIndex { $0.hasPrefix(beginning) }, "no line \(beginning)")
        var line = left.remove(at: index)
        for (written, meant) in places { line = line.replacing(written, with: meant) }
        return line
    }

    /// Runs a server; where it listens stands for the README's port from now on.
    mutating func serve(_ name: String) async throws -> RunningProgram {
        let written = left.first { $0.hasPrefix(name) }?.firstMatch(of: /--listen (\S+)/)?.1
        let server = try start("\(name) serve")
        let ready = try JSONNode(parsing: Array(try await server.line(0).utf8))
        let address = try #require(written)
        places.append(("http://\(address)", try ready.member("origin").string()))
        return server
    }
}

extension RunningProgram {
    /// What `look` finds, once it finds something.
    func waits<Found>(
        within deadline: Duration = .seconds(60), for look: (RunningProgram) -> Found?
    ) async throws -> Found {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            if let found = look(self) { return found }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ProgramFailure(what: "not shown; output: \(output) errors: \(errors)")
    }
}
