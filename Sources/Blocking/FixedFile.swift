import Glibc

/// A private file of a fixed length whose bytes are written over in place. Its blocks exist beforehand, so
/// a sync of new bytes costs the disk one write and the file system nothing: half of what a sync after an
/// append costs.
package struct FixedFile: ~Copyable, Sendable {
    private let file: OpenFile
    /// How long it is.
    package let byteCount: Int

    /// Opens `path`, with mode 0600. Where it is missing or shorter than `byteCount` it is filled up with
    /// zeros and synced, and so is its folder.
    package init(_ path: String, byteCount: Int) throws(FileError) {
        let opened = try OpenFile(path, O_RDWR | O_CREAT)
        let found = try DurableFile.size(of: path)
        if found < byteCount {
            try opened.write([UInt8](repeating: 0, count: byteCount - found), at: found)
            try opened.sync()
            try Folder.sync(Folder.parent(of: path))
        }
        file = opened
        self.byteCount = byteCount
    }

    /// Writes all of `bytes` over what stands at `offset`; they are on disk after the next `syncData()`.
    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        precondition(
            offset >= 0 && offset + bytes.count <= byteCount,
            "\(bytes.count) bytes at \(offset) do not fit \(byteCount)")
        try file.write(bytes, at: offset)
    }

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
}
