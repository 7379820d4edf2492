import Foundation

/// The package as it lies on disk, read once for all tidy tests.
struct House {
    static let shared = House()

    let root: URL
    let files: [SourceFile]
    let manifest: String
    /// What `Package.swift` lets each target import.
    let arrows: [String: Set<String>]

    private init() {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        self.root = root
        manifest = House.text(root.appendingPathComponent("Package.swift"))
        arrows = House.arrows(in: manifest)
        var files: [SourceFile] = []
        for top in ["Sources", "Tests"] {
            for path in House.paths(below: root.appendingPathComponent(top), ending: ".swift") {
                let relative = String(path.path.dropFirst(root.path.count + 1))
                // The fuzz entries are a program of `make fuzz` alone, outside the arrows.
                if relative.hasPrefix("Tests/fuzz/") { continue }
                files.append(SourceFile(path: relative, text: House.text(path)))
            }
        }
        self.files = files.sorted { $0.path < $1.path }
    }

    /// Files of the product, without tests.
    var sources: [SourceFile] { files.filter { !$0.isTest } }

    /// A document of the project, by its path from the top.
    func document(_ path: String) -> String { House.text(root.appendingPathComponent(path)) }

    static func text(_ url: URL) -> String {
        // A file that vanished or is not UTF-8 reads as empty; the tests that expect content then fail.
        (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }

    static func paths(below folder: URL, ending: String) -> [URL] {
        let walker = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (walker?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.path.hasSuffix(ending) }
    }

    /// Reads `module("Name", "Import", …)` and its relatives out of the manifest.
    private static func arrows(in manifest: String) -> [String: Set<String>] {
        var arrows: [String: Set<String>] = [:]
        let text = manifest.replacingOccurrences(of: "\n", with: " ")
        for kind in ["module(", "program(", "support(", "tests(", "c("] {
            for part in text.components(separatedBy: " " + kind).dropFirst() {
                let arguments = part.prefix { $0 != ")" }
                let words = arguments.components(separatedBy: "\"").enumerated().compactMap {
                    $0.offset % 2 == 1 ? $0.element : nil
                }
                guard let name = words.first else { continue }
                arrows[name] = Set(words.dropFirst())
            }
        }
        return arrows
    }
}
