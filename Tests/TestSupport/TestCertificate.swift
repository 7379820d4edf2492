internal import Blocking

/// A certificate for `localhost` and 127.0.0.1 that signs itself, with its key, for tests alone.
package enum TestCertificate {
    /// Writes both into `folder` and says where they are.
    package static func write(
        into folder: borrowing TemporaryFolder
    ) throws -> (certificate: String, key: String) {
        let paths = (certificate: folder.file("cert.pem"), key: folder.file("key.pem"))
        try DurableFile.replace(paths.certificate, with: Array(certificate.utf8))
        try DurableFile.replace(paths.key, with: Array(key.utf8))
        return paths
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
