import Blocking
import Glibc
import TestSupport
import Testing

@Suite struct FixedFileTests {
    private let block = FixedFile.blockBytes

    @Test func `a fixed file is private, filled with zeros, and written over in place`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        let file = try FixedFile(path, byteCount: 3 * block)
        try file.write([UInt8](repeating: 9, count: block + 1), at: 0)
        try file.write([1, 2, 3], at: 2 * block)
        try file.write([7], at: block)
        try file.syncData()
        #expect(try DurableFile.permissions(of: path) == 0o600)
        let bytes = try DurableFile.read(path)
        #expect(bytes.count == 3 * block)
        #expect(bytes[..<block].allSatisfy { $0 == 9 })
        #expect(bytes[block...(block + 1)] == [7, 0])
        #expect(bytes[(2 * block)...(2 * block + 3)] == [1, 2, 3, 0])
    }

    @Test func `what a fixed file holds is there when it is opened again, longer or not`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        try FixedFile(path, byteCount: 2 * block).write([1, 2, 3, 4], at: block)
        #expect(try FixedFile(path, byteCount: block).byteCount == block)
        _ = try FixedFile(path, byteCount: 4 * block)
        let bytes = try DurableFile.read(path)
        #expect(bytes.count == 4 * block)
        #expect(bytes.indices.filter { bytes[$0] != 0 } == (0..<4).map { block + $0 })
    }

    @Test func `a file that was left with part of a block keeps what it has`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        try DurableFile.replace(path, with: [UInt8](repeating: 5, count: block + 10))
        _ = try FixedFile(path, byteCount: 2 * block)
        #expect(
            try DurableFile.read(path)
                == [UInt8](repeating: 5, count: block + 10) + [UInt8](repeating: 0, count: block - 10))
    }

    @Test func `what does not fit makes it longer`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fixed")
        let file = try FixedFile(path, byteCount: block)
        try file.write([UInt8](repeating: 6, count: block + 1), at: 0)
        try file.syncData()
        try FollowedFile(path).syncData()
        let bytes = try DurableFile.read(path)
        #expect(bytes.count == 2 * block)
        #expect(bytes[block...(block + 1)] == [6, 0])
    }

    @Test func `a file is found through a link, and one that is missing where it would be`() throws {
        let folder = try TemporaryFolder()
        let (path, link) = (folder.file("file"), folder.file("link"))
        #expect(try DurableFile.target(of: path) == path)
        try DurableFile.replace(path, with: [1])
        try #require(unsafe symlink(path, link) == 0)
        #expect(try DurableFile.target(of: link) == DurableFile.target(of: path))
    }

    @Test func `a folder that is missing, and a file that is, are told`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.missing(path: folder.file("none/file"))) {
            _ = try FixedFile(folder.file("none/file"), byteCount: block)
        }
        #expect(throws: FileError.missing(path: folder.file("none"))) {
            try FollowedFile(folder.file("none")).syncData()
        }
    }
}
