import Checkout
import Testing

@testable import Surfaces

@Suite struct CellWidthTests {
    @Test(arguments: [
        ("Coffee", 6), ("コーヒー", 8), ("e\u{301}", 1), ("👩‍👧", 2), ("한국", 4), ("", 0), ("❤️", 2), ("ﾊﾝ", 2),
        ("🇩🇪", 2),
    ])
    func `characters take the cells that terminals give them`(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    @Test(arguments: [1, 2, 3, 10, 20, 40, 80, 1000])
    func `AP-8, checkout 44: an over-long label is shortened with a visible mark, never wrapped`(columns: Int)
    {
        for label in [
            String(repeating: "x", count: 65), String(repeating: "コ", count: 128),
            String(repeating: "word ", count: 200), "Cöpany \u{1B}[31m\n👩‍👧 שלום",
        ] {
            let shown = CellWidth.shortened(ForeignText(label), to: columns)
            let isolated = shown.unicodeScalars.filter { $0.value != 0x2068 && $0.value != 0x2069 }
            #expect(CellWidth.of(String(String.UnicodeScalarView(isolated))) <= columns)
            #expect(!shown.contains("\n") && !shown.contains("\u{1B}"))
            if CellWidth.of(ForeignText(label).cleaned) > columns { #expect(shown.contains("…")) }
        }
    }
}
