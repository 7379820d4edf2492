import Glibc

/// Private folders: mode 0700, made with their parents, removed with what is in them.
package enum Folder {
    /// Makes `path` and the parents it lacks; what is there stays as it is.
    package static func make(_ path: String) throws(FileError) {
        if unsafe mkdir(path, 0o700) == 0 { return try sync(parent(of: path)) }
        let code = errno
        switch code {
        case EEXIST:
            guard isFolder(path) else { throw .exists(path: path) }
        case ENOENT where parent(of: path) != path:
            try make(parent(of: path))
            guard unsafe mkdir(path, 0o700) == 0 || (errno == EEXIST && isFolder(path)) else {
                throw FileError(errno, "mkdir", path)
            }
            try sync(parent(of: path))
        default:
            throw FileError(code, "mkdir", path)
        }
    }

    /// A new folder that nobody else uses, below `root`, else `TMPDIR`, else /tmp.
    package static func makeTemporary(
        prefix: String, in root: String? = nil
    ) throws(FileError) -> String {
        let root = unsafe root ?? getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(root)/\(prefix).XXXXXX".utf8CString)
        let made = unsafe mkdtemp(&template) != nil
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard made else { throw FileError(errno, "mkdtemp", path) }
        return path
    }

    /// Removes `path` and everything in it; links are removed and not followed.
    package static func removeTree(_ path: String) throws(FileError) {
        if isFolder(path) {
            for name in try names(in: path) { try removeTree("\(path)/\(name)") }
            guard unsafe rmdir(path) == 0 else { throw FileError(errno, "rmdir", path) }
        } else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileError(errno, "unlink", path) }
        }
    }

    /// What lies in the folder, by name and in order.
    package static func names(in path: String) throws(FileError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw FileError(errno, "opendir", path) }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            // SAFETY: readdir's entry is valid until the next call on this folder; the name is copied here.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Waits until the names in the folder are on disk.
    static func sync(_ path: String) throws(FileError) {
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        try folder.sync()
    }

    /// The folder that `path` lies in.
    static func parent(of path: String) -> String {
        var bytes = Array(path.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
