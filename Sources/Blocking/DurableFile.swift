import Glibc

/// Small private files that hold either the old bytes or the new ones, also after a power cut.
///
/// New bytes go into a neighbour with mode 0600, are synced, take the name in one step, and the folder is
/// synced; only then does a call return.
package enum DurableFile {
    /// The bytes at `path`. Throws `missing` where there is no file, `tooLarge` beyond `bytesMax`.
    package static func read(_ path: String, bytesMax: Int = 1_048_576) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path, O_RDONLY)
        return try file.readAll(bytesMax: bytesMax)
    }

    /// The bytes at `path`, or nil where there is no file.
    package static func readIfPresent(
        _ path: String, bytesMax: Int = 1_048_576
    ) throws(FileError) -> [UInt8]? {
        do {
            return try read(path, bytesMax: bytesMax)
        } catch {
            if case .missing = error { return nil }
            throw error
        }
    }

    /// Puts `bytes` at `path`, whether or not something is there.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let neighbour = try writeNeighbour(of: path, bytes)
        guard unsafe rename(neighbour, path) == 0 else {
            let code = errno
            _ = unsafe unlink(neighbour)
            throw FileError(code, "rename", path)
        }
        try Folder.sync(Folder.parent(of: path))
    }

    /// Puts `bytes` at `path` unless something is there; false then, and nothing has changed. Of several
    /// that try at once exactly one gets true.
    package static func create(_ path: String, with bytes: [UInt8]) throws(FileError) -> Bool {
        let neighbour = try writeNeighbour(of: path, bytes)
        let result = unsafe link(neighbour, path)
        let code = errno
        _ = unsafe unlink(neighbour)
        if result != 0 {
            if code == EEXIST { return false }
            throw FileError(code, "link", path)
        }
        try Folder.sync(Folder.parent(of: path))
        return true
    }

    /// Removes the file for good; false where there was none.
    package static func remove(_ path: String) throws(FileError) -> Bool {
        guard unsafe unlink(path) == 0 else {
            let error = FileError(errno, "unlink", path)
            if case .missing = error { return false }
            throw error
        }
        try Folder.sync(Folder.parent(of: path))
        return true
    }

    /// Who may do what with the file or folder, as in `0o600`.
    package static func permissions(of path: String) throws(FileError) -> UInt32 {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw FileError(errno, "stat", path) }
        return status.st_mode & 0o7777
    }

    /// Where the file is in truth, with no symbolic link in its path; `path` itself where there is none.
    package static func target(of path: String) throws(FileError) -> String {
        guard let found = unsafe realpath(path, nil) else {
            let error = FileError(errno, "realpath", path)
            if case .missing = error { return path }
            throw error
        }
        // SAFETY: realpath's text is copied, then freed.
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// How many names the file has in its file system; 0 where there is none.
    package static func nameCount(of path: String) throws(FileError) -> Int {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let error = FileError(errno, "stat", path)
            if case .missing = error { return 0 }
            throw error
        }
        return Int(status.st_nlink)
    }

    /// How many bytes the file has. Throws `missing` where there is none.
    package static func size(of path: String) throws(FileError) -> Int {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw FileError(errno, "stat", path) }
        return Int(status.st_size)
    }

    /// A synced file beside `path` that no other writer uses; removed again where writing fails.
    private static func writeNeighbour(of path: String, _ bytes: [UInt8]) throws(FileError) -> String {
        let neighbour = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).new"
        do {
            let file = try OpenFile(neighbour, O_WRONLY | O_CREAT | O_EXCL)
            try file.write(bytes)
            try file.sync()
        } catch {
            _ = unsafe unlink(neighbour)
            throw error
        }
        return neighbour
    }
}
