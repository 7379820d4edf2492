import Glibc

/// A file that others write, kept open to wait for its bytes. The system tells a failed write once to each
/// descriptor that was open then, so one that is opened later would be told that all is well.
package struct FollowedFile: ~Copyable, Sendable {
    private let file: OpenFile

    /// Opens `path`; throws `missing` where there is none.
    package init(_ path: String) throws(FileError) { file = try OpenFile(path, O_RDONLY) }

    /// Waits until the bytes are on disk, whoever wrote them. Throws also what failed since the last call.
    package borrowing func syncData() throws(FileError) { try file.syncData() }
}
