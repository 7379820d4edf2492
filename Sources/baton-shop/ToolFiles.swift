internal import Blocking
internal import Crypto
internal import Encodings
internal import JSON
internal import Payments
internal import Terminal

/// Files that the tools of the shop read; `-` is standard input.
enum ToolFiles {
    static func bytes(_ path: String, bytesMax: Int = 1_048_576) throws(ToolFailure) -> [UInt8] {
        do throws(FileError) {
            return try DurableFile.read(path == "-" ? "/dev/stdin" : path, bytesMax: bytesMax)
        } catch {
            throw ToolFailure(code: "unreadable_file", message: "\(error)")
        }
    }

    static func key(_ path: String) throws(ToolFailure) -> P256PrivateKey {
        let bytes = try bytes(path, bytesMax: 65_536)
        do throws(KeyFileFault) { return try P256PrivateKey.read(file: bytes) } catch {
            throw ToolFailure(code: "key_file", message: "\(path): \(error)")
        }
    }

    /// Every certificate of a file, at least one.
    static func certificates(_ path: String) throws(ToolFailure) -> [Certificate] {
        let bytes = try bytes(path, bytesMax: 65_536)
        // A damaged one is as good as none.
        let found = (try? Certificate.all(inFile: bytes)) ?? []
        guard !found.isEmpty else {
            throw ToolFailure(
                code: "certificate_file",
                message: "\(path) holds no certificate: give PEM, DER or base64 of it")
        }
        return found
    }
}
