import Testing

@testable import QRCode

@Suite struct QRCodeTests {
    /// As long as a pairing link to a relay with an ordinary name.
    private let link =
        "baton-pair:https://relay.example/AAAAAAAAAAAAAAAAAAAAAA"
        + "#BBBBBBBBBBBBBBBBBBBBBB.CCCCCCCCCCCCCCCCCCCCCC"

    @Test func `a pairing link takes 41 by 21 to 45 by 23 cells`() throws {
        let code = try QRCode(link)
        #expect(code.columns <= 45)
        #expect(code.rows <= 23)
        let lines = code.halfBlocks()
        #expect(lines.count == code.rows)
        #expect(lines.allSatisfy { $0.count == code.columns })
    }

    @Test func `the three finder patterns stand in their corners`() throws {
        let code = try QRCode("x")
        #expect(code.size == 21)
        for (left, top) in [(0, 0), (14, 0), (0, 14)] {
            for step in 0..<7 {
                #expect(code.isDark(x: left + step, y: top))
                #expect(code.isDark(x: left + step, y: top + 6))
            }
            #expect(!code.isDark(x: left + 1, y: top + 1))
            #expect(code.isDark(x: left + 3, y: top + 3))
        }
        #expect(!code.isDark(x: -1, y: 0) && !code.isDark(x: 21, y: 20))
    }

    @Test func `half blocks say what the modules say, with a light edge of two`() throws {
        let code = try QRCode(link)
        let drawn = code.halfBlocks().map(Array.init)
        for y in -2..<code.size + 2 {
            for x in -2..<code.size + 2 {
                let cell = drawn[(y + 2) / 2][x + 2]
                let isLight = (y + 2) % 2 == 0 ? "█▀".contains(cell) : "█▄".contains(cell)
                #expect(isLight == !code.isDark(x: x, y: y))
            }
        }
        let inverted = code.halfBlocks(isInverted: true)
        #expect(inverted[0].allSatisfy { $0 == " " })
    }

    @Test func `what no code holds is refused with the limit`() {
        #expect(throws: QRCodeError.tooLong(bytes: 0, max: 2953)) { try QRCode("") }
        #expect(throws: QRCodeError.tooLong(bytes: 2954, max: 2953)) {
            try QRCode(String(repeating: "x", count: 2954))
        }
        #expect(throws: Never.self) { try QRCode(String(repeating: "x", count: 2953)) }
    }
}
