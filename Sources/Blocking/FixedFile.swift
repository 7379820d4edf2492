import Glibc

/// A private file of a fixed length whose bytes are written over in place, a block at a time. Its blocks
/// exist beforehand and the page cache is passed by, so a durable write costs the disk one write and the
/// file system nothing: less than half of what a sync after an append costs.
package struct FixedFile: ~Copyable, Sendable {
    private let file: OpenFile
    /// How long it is.
    package let byteCount: Int
    /// What is written begins and ends at a multiple of this.
    package static let blockBytes = 4096

    /// Opens `path`, with mode 0600. Where it is missing or shorter than `byteCount` it is filled up with
    /// zeros and synced, and so is its folder. A file system that cannot pass by the page cache is written
    /// through it.
    package init(_ path: String, byteCount: Int) throws(FileError) {
        precondition(byteCount % Self.blockBytes == 0, "\(byteCount) bytes are not whole blocks")
        try Self.fill(path, byteCount)
        let opened = try Self.open(path)
        file = opened
        self.byteCount = byteCount
    }

    /// Writes all of `bytes` over what stands at `offset`, and zeros to the end of the last block; all is
    /// on disk after the next `syncData()`.
    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        let count = Self.blocks(for: bytes.count) * Self.blockBytes
        precondition(
            offset >= 0 && offset % Self.blockBytes == 0 && offset + count <= byteCount,
            "\(bytes.count) bytes at \(offset) do not fit \(byteCount)")
        try file.write(bytes, filling: count, alignment: Self.blockBytes, at: offset)
    }

    /// How many blocks so many bytes take.
    package static func blocks(for count: Int) -> Int { (count + blockBytes - 1) / blockBytes }

    /// Waits until what was written is on disk.
    package borrowing func syncData() throws(FileError) { try file.syncData() }

    /// Waits until the bytes of any file are on disk, whoever wrote them; nothing happens where there is
    /// none.
    package static func syncData(of path: String) throws(FileError) {
        do throws(FileError) {
            try OpenFile(path, O_RDONLY).syncData()
        } catch {
            guard case .missing = error else { throw error }
        }
    }

    private static func open(_ path: String) throws(FileError) -> OpenFile {
        do throws(FileError) {
            return try OpenFile(path, O_RDWR | direct)
        } catch {
            guard case .failed(_, _, errno: EINVAL) = error else { throw error }
            return try OpenFile(path, O_RDWR)
        }
    }

    private static func fill(_ path: String, _ byteCount: Int) throws(FileError) {
        let file = try OpenFile(path, O_RDWR | O_CREAT)
        let found = try DurableFile.size(of: path)
        guard found < byteCount else { return }
        let start = found / blockBytes * blockBytes
        let kept = try DurableFile.read(path, bytesMax: byteCount)[start...]
        try file.write(
            Array(kept), filling: byteCount - start, alignment: blockBytes, at: start)
        try file.sync()
        try Folder.sync(Folder.parent(of: path))
    }

    #if arch(arm64) || arch(arm)
        private static let direct: Int32 = 0o200000
    #else
        private static let direct: Int32 = 0o40000
    #endif
}
