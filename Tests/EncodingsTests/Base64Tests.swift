import Testing

@testable import Encodings

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the vectors of RFC 4648 section 10 hold in both directions`(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8), .standard) == text)
        #expect(Base64.decode(text, .standard) == Array(plain.utf8))
        let unpadded = text.filter { $0 != "=" }
        #expect(Base64.encode(Array(plain.utf8)) == unpadded)
        #expect(Base64.decode(unpadded) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg==", "Zh", "Z", "Zm9v=", "Zm 9v", "Zm+v", "Zm9v\n", "Zm9vYm", "é"])
    func `a text that is not canonical base64url is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `every byte value survives at every length`() {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64.decode(Base64.encode(bytes, .standard), .standard) == bytes)
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        }
    }
}
