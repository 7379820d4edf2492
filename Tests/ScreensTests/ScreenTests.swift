import Checkout
import Glibc
import Surfaces
import Terminal
import TestScenes
import Testing

@testable import Screens

@Suite struct ScreenTests {
    /// What `body` writes to standard output, as lines.
    private func written(_ style: OutputStyle, _ body: (Screen) throws -> Void) throws -> [String] {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        let output = TextOutput(descriptor: ends[1])
        let console = Console(
            program: "try", style: style, output: output, errors: TextOutput(descriptor: -1),
            input: LineInput(descriptor: -1))
        try body(Screen(console: console, formats: WireFormats()))
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(ends[0], &bytes, bytes.count)
        close(ends[0])
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    @Test func `a sheet is drawn once, and again only for something new to look at`() throws {
        var (sheet, _) = try Scenes.open()
        let shown = try written(OutputStyle(columns: 80)) { screen in
            screen.show(.sheet(sheet, id: "a"))
            _ = try sheet.apply(.claimAcknowledged, at: .zero)
            screen.show(.sheet(sheet, id: "a"))
            _ = try sheet.apply(.answered(UpdateID(1), sheet.request), at: .zero)
            screen.show(.sheet(sheet, id: "a"))
            _ = try sheet.apply(.pay(sheet.terms), at: .zero)
            screen.show(.sheet(sheet, id: "a"))
        }
        #expect(shown.count { $0.hasPrefix("Total") } == 1)
        #expect(
            shown.suffix(3) == [
                "Asking the merchant for the newest price.", "[ Pay Baton Coffee ]",
                "Waiting for the passcode.",
            ])
    }

    @Test func `a choice is drawn once, when the merchant has answered`() throws {
        var sheet = try Scenes.sheet()
        let shown = try written(OutputStyle(columns: 80)) { screen in
            screen.show(.sheet(sheet, id: "a"))
            _ = try sheet.apply(.chooseMethod("express"), at: .zero)
            screen.show(.sheet(sheet, id: "a"))
            screen.show(.sheet(sheet, id: "a"))
            var request = sheet.request
            request.selectedMethodID = "express"
            request.total.amount = try Scenes.dollars(1940)
            request.lineItems[2].amount = try Scenes.dollars(900)
            _ = try sheet.apply(.answered(try #require(sheet.awaited), request), at: .zero)
            screen.show(.sheet(sheet, id: "a"))
        }
        #expect(shown.count { $0.hasPrefix("Total") } == 2)
        #expect(shown.count { $0 == "Asking the merchant for the newest price." } == 1)
        let between = try #require(shown.firstIndex(of: "Asking the merchant for the newest price."))
        #expect(shown[between + 1].allSatisfy { $0 == "-" })
        #expect(shown.contains { $0.hasPrefix("Total") && $0.hasSuffix("19.40 USD") })
    }

    @Test func `AP-11: a changed price is drawn anew`() throws {
        var (sheet, _) = try Scenes.open()
        let shown = try written(OutputStyle(columns: 80)) { screen in
            screen.show(.sheet(sheet, id: "a"))
            var request = sheet.request
            request.total.amount = try Scenes.dollars(1640)
            _ = try sheet.apply(.answered(UpdateID(1), request), at: .zero)
            screen.show(.sheet(sheet, id: "a"))
        }
        #expect(shown.count { $0.hasPrefix("Total") } == 2)
        #expect(shown.contains { $0.hasSuffix("16.40 USD (changed)") })
    }

    @Test func `scripts get every sheet, one object a line`() throws {
        let sheet = try Scenes.sheet()
        let shown = try written(OutputStyle(isJSON: true)) { screen in
            screen.show(.sheet(sheet, id: "a"))
            screen.show(.sheet(sheet, id: "a"))
            #expect(screen.fail(.noWallet) == .failed)
        }
        #expect(shown.count == 3)
        #expect(shown.allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}") })
    }
}
