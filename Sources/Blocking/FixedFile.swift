import Glibc

/// A private file of fixed length whose bytes are written over in place, a block at a time. Its blocks
/// exist beforehand and the page cache is passed by, so a durable write costs the disk one write and the
/// file system nothing: less than half of what a sync after an append costs.
package struct FixedFile: ~Copyable, Sendable {
    private let file: OpenFile
    /// How long it is made.
    package let byteCount: Int
    /// What is written begins and ends at a multiple of this.
    package static let blockBytes = 4096

    /// Opens `path`, with mode 0600, and fills it up with zeros to `byteCount`. It, its length and its name
    /// are on disk when this returns, also where an earlier process was stopped before that. A file system
    /// that cannot pass by the page cache is written through it.
    package init(_ path: String, byteCount: Int) throws(FileError) {
        precondition(byteCount % Self.blockBytes == 0, "\(byteCount) bytes are not whole blocks")
        try Self.fill(path, byteCount)
        let opened = try Self.open(path)
        file = opened
        self.byteCount = byteCount
    }

    /// Writes all of `bytes` over what stands at `offset`, and zeros to the end of the last block; all is
    /// on disk after the next `syncData()`. What goes beyond its end makes it longer, and that sync slower.
    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        let count = Self.blocks(for: bytes.count) * Self.blockBytes
        precondition(offset >= 0 && offset % Self.blockBytes == 0, "an offset of \(offset)")
        try file.write(bytes, filling: count, alignment: Self.blockBytes, at: offset)
    }

    /// How many blocks so many bytes take.
    package static func blocks(for count: Int) -> Int { (count + blockBytes - 1) / blockBytes }

    /// Waits until what was written is on disk.
    package borrowing func syncData() throws(FileError) { try file.syncData() }

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
        if found < byteCount {
            let start = found / blockBytes * blockBytes
            let kept = try DurableFile.read(path, bytesMax: byteCount)[start...]
            try file.write(
                Array(kept), filling: byteCount - start, alignment: blockBytes, at: start)
        }
        try file.sync()
        try Folder.sync(Folder.parent(of: path))
    }

    #if arch(arm64) || arch(arm)
        private static let direct: Int32 = 0o200000
    #else
        private static let direct: Int32 = 0o40000
    #endif
}
