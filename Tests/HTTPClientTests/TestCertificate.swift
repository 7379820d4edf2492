import Foundation
import HTTPServer

/// A certificate for `localhost` and 127.0.0.1 that signs itself, with its key, for tests alone.
enum TestCertificate {
    /// Writes both to a new folder, shows where they are, and removes them.
    @discardableResult static func withFiles<R>(_ body: (TLSFiles) async throws -> R) async throws -> R {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = TLSFiles(
            certificate: folder.appendingPathComponent("cert.pem").path,
            key: folder.appendingPathComponent("key.pem").path)
        try certificate.write(toFile: files.certificate, atomically: true, encoding: .utf8)
        try key.write(toFile: files.key, atomically: true, encoding: .utf8)
        do {
            let result = try await body(files)
            try FileManager.default.removeItem(at: folder)
            return result
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBSjCB8KADAgECAgEHMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCmJhdG9uIHRl
        c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBUxEzARBgNVBAMM
        CmJhdG9uIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR8W8cDV/rJGVyE
        5hsEG4AlSsYo28PyzWjHOKzv5qLKpD0aHX51LlUlaKM/DAtDcgXu/+3mosXv8jz/
        0aH+UGtXoy8wLTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAjewDn3xw3Js6G3LLwF2yFhzw4gwK
        Cls7KknZWhHJKToCIQCXe7IascNpki8qD64HZMyv4qpf/V0z1mLU0OWSnK+FgQ==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu7GYma0JU0TUYzaN
        hhZvHVhUkoUGbxpnjvJxEj8gT4ShRANCAAR8W8cDV/rJGVyE5hsEG4AlSsYo28Py
        zWjHOKzv5qLKpD0aHX51LlUlaKM/DAtDcgXu/+3mosXv8jz/0aH+UGtX
        -----END PRIVATE KEY-----
        """
}
