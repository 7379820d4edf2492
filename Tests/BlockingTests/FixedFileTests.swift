import Blocking
import TestSupport
import Testing

@Suite struct FixedFileTests {
    @Test func `a fixed file is private, filled with zeros, and written over in place`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        let file = try FixedFile(path, byteCount: 100)
        try file.write([1, 2, 3], at: 97)
        try file.write([9, 8], at: 0)
        try file.write([7], at: 1)
        try file.syncData()
        #expect(try DurableFile.permissions(of: path) == 0o600)
        #expect(try DurableFile.read(path) == [9, 7] + [UInt8](repeating: 0, count: 95) + [1, 2, 3])
    }

    @Test func `what a fixed file holds is there when it is opened again, longer or not`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        try FixedFile(path, byteCount: 4).write([1, 2, 3, 4], at: 0)
        #expect(try FixedFile(path, byteCount: 2).byteCount == 2)
        #expect(try DurableFile.read(path) == [1, 2, 3, 4])
        _ = try FixedFile(path, byteCount: 6)
        #expect(try DurableFile.read(path) == [1, 2, 3, 4, 0, 0])
    }

    @Test func `a folder that is missing, and a file that is, are told`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.missing(path: folder.file("none/file"))) {
            _ = try FixedFile(folder.file("none/file"), byteCount: 4)
        }
        try FixedFile.syncData(of: folder.file("none"))
    }
}
