internal import Blocking
internal import Surfaces

/// A file that is sent, read whole and within a bound.
enum SendFile {
    /// The longest file that is looked at.
    static let bytesMax = 4_194_304

    /// The bytes of a file; `-` is standard input. A read that waits ends when its task is cancelled.
    static func read(_ name: String) async throws(Complaint) -> [UInt8] {
        let path = name == "-" ? "/dev/stdin" : name
        let (results, continuation) = AsyncStream<Result<[UInt8], FileError>>.makeStream()
        _ = WorkerThread {
            continuation.yield(
                Result { () throws(FileError) in try DurableFile.read(path, bytesMax: bytesMax) })
            continuation.finish()
        }
        for await result in results {
            do throws(FileError) { return try result.get() } catch {
                if name == "-", case .tooLarge(_, let max) = error { throw .inputTooLong(max) }
                throw .unreadableFile("\(error)")
            }
        }
        throw .interrupted
    }
}
