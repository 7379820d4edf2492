import Foundation
import JSON
import Merchant
import Testing

/// The release's own bodies, where they are at hand (`../shared/samples/acp`): each is read, or refused with
/// a reason.
@Suite struct ACPSamplesTests {
    /// Every object of the samples that says to be a session, with the file's name.
    func sessions() throws -> [(String, JSONNode)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folders = ["../shared/samples/acp/2026-04-17", "../../shared/samples/acp/2026-04-17"]
        var found: [(String, JSONNode)] = []
        for folder in folders.map({ root.appendingPathComponent($0) }) {
            guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            else {
                continue
            }
            for case let file as URL in files where file.pathExtension == "json" {
                let text = try Array(Data(contentsOf: file))
                let node = try JSONNode(parsing: text, limits: JSONLimits(bytesMax: 1_048_576))
                collect(node, file.lastPathComponent, &found)
            }
            if !found.isEmpty { break }
        }
        return found
    }

    private func collect(_ node: JSONNode, _ name: String, _ found: inout [(String, JSONNode)]) {
        switch node.value {
        case .object(let object):
            if object["line_items"] != nil, object["status"] != nil, object["currency"] != nil {
                found.append((name, node))
            }
            for (member, value) in object.members {
                collect(JSONNode(value, at: .member(node.path, member)), name, &found)
            }
        case .array(let elements):
            for (index, value) in elements.enumerated() {
                collect(JSONNode(value, at: .element(node.path, index)), name, &found)
            }
        case .null, .bool, .integer, .real, .string: break
        }
    }

    @Test func `each session of the samples is read, or refused by the path of a member`() throws {
        var (read, flagged) = (0, [String]())
        for (name, node) in try sessions() {
            do throws(JSONError) {
                let session = try CheckoutSession(from: node)
                read += 1
                if !session.totals.isEmpty, !session.totalsAreConsistent {
                    flagged.append(name)
                }
                // What is read can be written and read again.
                let again = try CheckoutSession(from: JSONNode(session.json))
                #expect(again.totals == session.totals)
            } catch {
                #expect(error.description.contains("$"), "\(name): \(error)")
            }
        }
        guard read > 0 else { return }
        #expect(read > 10)
        // It counts a free delivery twice.
        #expect(flagged == ["automatic-discount.json"])
    }
}
