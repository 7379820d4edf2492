import Blocking
import TestSupport
import Testing

@Suite struct DurableFileTests {
    @Test func `a file is read back as it was written, with mode 0600`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("key")
        try DurableFile.replace(path, with: [1, 2, 3])
        try DurableFile.replace(path, with: [4, 5])
        #expect(try DurableFile.read(path) == [4, 5])
        #expect(try DurableFile.permissions(of: path) == 0o600)
        #expect(try Folder.names(in: folder.path) == ["key"])
    }

    @Test func `a missing file is told apart from an unreadable one`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("none")
        #expect(throws: FileError.missing(path: path)) { try DurableFile.read(path) }
        #expect(try DurableFile.readIfPresent(path) == nil)
        #expect(throws: FileError.self) { try DurableFile.read(folder.path) }
    }

    @Test func `a file beyond its limit is refused before it fills the memory`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("big")
        try DurableFile.replace(path, with: [UInt8](repeating: 7, count: 100_000))
        #expect(throws: FileError.tooLarge(path: path, bytesMax: 99_999)) {
            try DurableFile.read(path, bytesMax: 99_999)
        }
        #expect(try DurableFile.read(path, bytesMax: 100_000).count == 100_000)
    }

    @Test func `of those that create a file the first wins and the others change nothing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("once")
        #expect(try DurableFile.create(path, with: [1]))
        #expect(try !DurableFile.create(path, with: [2]))
        #expect(try DurableFile.read(path) == [1])
        #expect(try Folder.names(in: folder.path) == ["once"])
    }

    @Test func `removing says whether there was something`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("gone")
        try DurableFile.replace(path, with: [])
        #expect(try DurableFile.remove(path))
        #expect(try !DurableFile.remove(path))
    }

    @Test func `a write into a folder that is not there fails and names the file`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.self) { try DurableFile.replace(folder.file("no/where"), with: [1]) }
    }

    @Test func `folders are made with their parents, private, and again without complaint`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a/b/c")
        try Folder.make(path)
        try Folder.make(path)
        #expect(try DurableFile.permissions(of: path) == 0o700)
        try DurableFile.replace(folder.file("a/file"), with: [1])
        #expect(throws: FileError.exists(path: folder.file("a/file"))) {
            try Folder.make(folder.file("a/file"))
        }
    }
}
