import Testing

@testable import JSON

@Suite struct JSONValueTests {
    @Test func `a text survives reading and writing with its order and number kinds`() throws {
        let text = #"{"z":1,"a":[true,false,null,-9223372036854775808,1.5],"s":"é\n\u0001\"\\/","o":{}}"#
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(try JSONValue(parsing: value.encoded()) == value)
        #expect(value.encodedString() == text)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,}"#, "[1 2]", "\u{FEFF}{}", "{} {}", "", "1", "nul", #"{"a":NaN}"#,
        "[01]", "[+1]",
        "[9223372036854775808]", #"["\u0000"]"#, #"["\ud800"]"#, "[\"\u{1}\"]", #"{'a':1}"#, "[1e999]",
    ])
    func `what is not strict JSON is refused with its place`(text: String) {
        #expect { try JSONValue(parsing: Array(text.utf8)) } throws: { error in
            guard case JSONError.malformed(_, _, let detail) = error else { return false }
            return !detail.isEmpty
        }
    }

    @Test func `what a terminal would obey is written as an escape, and reads back`() throws {
        let value: JSONValue = ["name": "a\u{9B}2J\u{202E}b\u{2066}\u{7F}\u{2028}é\u{1}"]
        let text = value.encodedString()
        #expect(text == #"{"name":"a\u009b2J\u202eb\u2066\u007f\u2028é\u0001"}"#)
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test func `invalid UTF-8 is refused`() {
        for bytes: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0xE2, 0x82]] {
            #expect(throws: JSONError.self) {
                try JSONValue(parsing: Array("[\"".utf8) + bytes + Array("\"]".utf8))
            }
        }
    }

    @Test func `size and depth are limited before the text is read`() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 40)
        #expect(throws: JSONError.tooDeep(max: 32)) { try JSONValue(parsing: deep) }
        #expect(throws: JSONError.tooLarge(bytes: 40, max: 39)) {
            try JSONValue(parsing: deep, limits: JSONLimits(bytesMax: 39))
        }
        #expect(throws: Never.self) {
            try JSONValue(parsing: Array(#"["[[[[[["]"#.utf8), limits: JSONLimits(depthMax: 1))
        }
    }

    @Test(arguments: [#"{"amount":"100"}"#, #"{"amount":100.0}"#, #"{"amount":1e2}"#, #"{"amount":100.5}"#])
    func `checkout 82: an amount that is not an integer is refused with its path`(text: String) throws {
        let node = try JSONNode(parsing: Array(text.utf8))
        #expect { try node.member("amount").integer() } throws: { error in
            guard let error = error as? JSONError, case .mismatch(let path, _, _) = error else {
                return false
            }
            return path.description == "$.amount"
        }
    }

    @Test func `a complaint names the whole path`() throws {
        let node = try JSONNode(parsing: Array(#"{"a":[{"b c":{}}],"n":null}"#.utf8))
        let deep = try node.member("a").array()[0].member("b c")
        #expect(throws: JSONError.missing(.member(deep.path, "x"))) { try deep.member("x") }
        #expect(deep.path.description == "$.a[0]['b c']")
        #expect(try node.present("n") == nil)
        #expect(try node.optional("n") != nil)
        #expect(throws: JSONError.unknownMember(.member(.root, "n"))) { try node.requireOnly(["a"]) }
        #expect(JSONPath.member(.root, "\u{1B}[31m\u{202E}").description == "$['?[31m?']")
    }
}
