internal import Encodings

/// The blocks of a text in the form of RFC 7468: what keys and certificates travel in between people.
package enum PEMText {
    /// One block: what its first line calls it, and its bytes.
    package struct Block: Sendable, Equatable {
        /// `CERTIFICATE`, `EC PRIVATE KEY` and so on.
        package let label: String
        package let der: [UInt8]
        /// Whether header lines stand before the bytes, as in a key that is locked the old way.
        package let hasHeaders: Bool
    }

    /// Every block of `text`, in order. What stands between blocks is read over, as is a block without an
    /// end or whose bytes are no base64.
    package static func blocks(in text: String) -> [Block] {
        var blocks: [Block] = []
        var open: (label: String, body: String, hasHeaders: Bool)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            let words = String(line)
            if let label = name(in: words, after: "-----BEGIN ") {
                open = (label, "", false)
            } else if let label = name(in: words, after: "-----END "), let block = open {
                if label == block.label, let der = Base64.decode(block.body, .standard) {
                    blocks.append(Block(label: label, der: der, hasHeaders: block.hasHeaders))
                }
                open = nil
            } else if words.contains(":") {
                open?.hasHeaders = true
            } else {
                open?.body += words
            }
        }
        return blocks
    }

    /// One block as a text.
    package static func text(_ label: String, _ der: [UInt8]) -> String {
        let body = Array(Base64.encode(der, .standard).utf8)
        let lines = stride(from: 0, to: body.count, by: 64).map {
            String(decoding: body[$0..<min($0 + 64, body.count)], as: UTF8.self)
        }
        return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }

    /// The bytes of a text that is nothing but base64, with white space wherever; nil for anything else.
    package static func bare(_ text: String) -> [UInt8]? {
        let body = text.filter { !$0.isWhitespace }
        return body.isEmpty ? nil : Base64.decode(body, .standard) ?? Base64.decode(body)
    }

    private static func name(in line: String, after start: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix("-----"), line.utf8.count > start.utf8.count + 5 else {
            return nil
        }
        return String(line.dropFirst(start.count).dropLast(5))
    }
}
