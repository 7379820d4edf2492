import Testing

@testable import JSON

/// The direct reader gives what libjansson gives, or nothing.
@Suite struct PlainReaderTests {
    @Test(arguments: [
        #"{"a":1,"b":[true,false,null],"c":{"d":"e f~!"}}"#, "{}", "[]", "[0]", "[-1,10]", #"[{},[[]],""]"#,
        #"{"n":999999999999999999}"#, #"{"":""}"#,
    ])
    func `a plain text is read directly, as libjansson reads it`(text: String) throws {
        let bytes = Array(text.utf8)
        let plain = try #require(PlainReader.read(bytes, depthMax: 12))
        // A space before the end is no longer plain.
        let spaced = bytes.dropLast() + [UInt8(ascii: " "), bytes[bytes.count - 1]]
        #expect(PlainReader.read(Array(spaced), depthMax: 12) == nil)
        #expect(try JSONValue(parsing: Array(spaced)) == plain)
        #expect(plain.encodedString() == text)
    }

    @Test(arguments: [
        "", "1", #""a""#, "{", "[", "[1", "[1,]", "[,1]", "{]", "[}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        "[] ", "[]]",
        "[01]", "[-0]", "[-]", "[00]", "[1.5]", "[1e2]", "[1000000000000000000]", "[tru]", "[truex]",
        "[nulll]",
        #"{"a":1,"a":2}"#, #"["\n"]"#, #"["é"]"#, "[\"\u{7F}\"]", "[\"\t\"]", #"["a]"#, "[+1]", "[NaN]",
        "[ 1]", "[1 ]",
        "\u{FEFF}[]", "{1:2}", #"{"a":1 "b":2}"#, #"{"a":1;"b":2}"#,
    ])
    func `whatever is not plain is left to libjansson`(text: String) {
        #expect(PlainReader.read(Array(text.utf8), depthMax: 12) == nil)
    }

    @Test func `it nests as deep as allowed and no deeper, and takes as many members as it can compare`() {
        let nested = { (depth: Int) in
            [UInt8](repeating: UInt8(ascii: "["), count: depth)
                + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(PlainReader.read(nested(12), depthMax: 12) != nil)
        #expect(PlainReader.read(nested(13), depthMax: 12) == nil)
        let wide = { (count: Int) in
            Array("{\((0..<count).map { "\"m\($0)\":1" }.joined(separator: ","))}".utf8)
        }
        #expect(PlainReader.read(wide(32), depthMax: 12) != nil)
        #expect(PlainReader.read(wide(33), depthMax: 12) == nil)
    }

    @Test func `every cut and every changed byte of a text is read alike with and without it`() throws {
        let text = Array(#"{"tokens":["ey.J-_9"],"n":-17,"t":true,"o":{"k":null}}"#.utf8)
        for end in 0..<text.count { #expect(PlainReader.read(Array(text[..<end]), depthMax: 12) == nil) }
        for place in text.indices {
            for byte: UInt8 in 0...255 {
                var changed = text
                changed[place] = byte
                guard let plain = PlainReader.read(changed, depthMax: 12) else { continue }
                #expect(try JSONValue(parsing: changed + [UInt8(ascii: " ")]) == plain)
            }
        }
    }

    @Test func `eight bytes at a time are told plain or not as each by itself, wherever one is not`() {
        for count in [0, 1, 7, 8, 9, 16, 23, 33] {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
            #expect(allPlain(text))
            for place in text.indices {
                for byte: UInt8 in 0...255 {
                    var changed = text
                    changed[place] = byte
                    let isPlain = PlainText.isPlain(byte)
                    #expect(allPlain(changed) == isPlain)
                    let prefix = PlainText.prefixCount(of: changed.span)
                    #expect(prefix == (isPlain ? count : place) / 8 * 8)
                }
            }
        }
    }

    @Test func `neighbours of a byte that is not plain cannot hide it`() {
        for first: UInt8 in 0...255 {
            for second: UInt8 in 0...255 {
                let text = Array("abc".utf8) + [first, second] + Array("defgh".utf8)
                #expect(
                    allPlain(text) == (PlainText.isPlain(first) && PlainText.isPlain(second)))
            }
        }
    }

    private func allPlain(_ text: [UInt8]) -> Bool { PlainText.isPlain(text.span) }
}
