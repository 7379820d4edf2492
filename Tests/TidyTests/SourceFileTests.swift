import Testing

/// The tidy tests read Swift well enough to be trusted.
@Suite struct SourceFileTests {
    @Test func `comments and literals are told from code`() {
        let quote = "\"\"\""
        let text =
            "let a = \"b // c \\(d(\"e\")) f\" // g\n"
            + "/* h\n*/ let i = #\"j \"k\"#\nlet l = \(quote)\n m n\n \(quote)\n"
        let file = SourceFile(path: "Sources/X/Y.swift", text: text)
        #expect(file.code[0].hasPrefix("let a = \""))
        #expect(!file.code[0].contains("g") && !file.code[0].contains("f") && file.code[0].contains("d("))
        #expect(file.code[2].contains("let i") && !file.code[2].contains("k"))
        #expect(file.literals.map(\.line) == [1, 1, 3, 4])
        #expect(file.literals.last?.text == "\n m n\n ")
        #expect(file.target == "X")
    }

    @Test func `imports are read with their access and kind`() {
        let text =
            "package import JSON\n@testable import Crypto\n"
            + "import struct Foundation.URL\nlet x = 1 // import Y\n"
        #expect(
            SourceFile(path: "Tests/T/A.swift", text: text).imports.map(\.module) == [
                "JSON", "Crypto", "Foundation",
            ])
    }
}
