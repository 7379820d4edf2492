import Testing

@testable import Checkout

@Suite struct ForeignTextTests {
    @Test(arguments: [
        ("Cöpany", "Cöpany"), ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\nb\r\n\tc ", "a b c"),
        ("e\u{301}", "e\u{301}"), ("👩‍👧 x", "👩‍👧 x"), ("a\u{202E}b\u{2066}c\u{200F}", "abc"),
        ("\u{0}\u{7F}\u{9B}1m", "1m"),
        ("\u{FEFF}x\u{200B}", "x"),
    ])
    func `checkout 43: foreign text is one line that cannot steer a terminal`(raw: String, shown: String) {
        #expect(ForeignText(raw).text == shown)
        #expect(ForeignText(raw).raw == raw)
    }

    @Test func `checkout 43: letters from the right are isolated from what stands beside them`() {
        #expect(ForeignText("שלום").text == "\u{2068}שלום\u{2069}")
        #expect(ForeignText("شركة 12").cleaned == "شركة 12")
    }

    @Test func `what cannot be seen is empty`() {
        #expect(ForeignText(" \u{200B}\n").isEmpty)
        #expect(!ForeignText("x").isEmpty)
    }
}
