import Blocking
import TestSupport
import Testing

@Suite struct LockAndThreadTests {
    @Test func `a lock has one holder, and the next one when it is released`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("lock")
        guard let first = try FileLock.tryAcquire(path) else { throw Missing() }
        #expect(try FileLock.tryAcquire(path) == nil)
        #expect(try FileLock.acquire(path, within: .milliseconds(15)) == nil)
        first.release()
        #expect(try FileLock.tryAcquire(path) != nil)
    }

    @Test func `one file has many numbered locks, and a shared one has many holders`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("locks")
        guard let first = try FileLock.tryAcquire(path, number: .max - 1) else { throw Missing() }
        #expect(try FileLock.tryAcquire(path, number: .max - 1) == nil)
        guard let second = try FileLock.tryAcquire(path, number: 0) else { throw Missing() }
        first.release()
        #expect(try FileLock.tryAcquire(path, number: .max - 1) != nil)
        second.release()

        let shared = folder.file("shared")
        guard let one = try FileLock.tryShare(shared), let other = try FileLock.tryShare(shared) else {
            throw Missing()
        }
        #expect(try FileLock.tryAcquire(shared) == nil)
        one.release()
        other.release()
        guard let alone = try FileLock.tryAcquire(shared) else { throw Missing() }
        #expect(try FileLock.tryShare(shared) == nil)
        alone.release()
    }

    @Test func `a thread that waits sees what others put under the lock, in order`() {
        let inbox = Monitor<[Int]>([])
        let sum = Monitor(0)
        let thread = WorkerThread {
            while true {
                let batch = inbox.wait { $0.isEmpty ? nil : $0 }
                inbox.withLock { $0.removeFirst(batch.count) }
                sum.withLock { $0 += batch.reduce(0, +) }
                if batch.contains(-1) { return }
            }
        }
        for number in 1...1_000 {
            inbox.withLock { $0.append(number) }
            inbox.wakeOne()
        }
        inbox.withLock { $0.append(-1) }
        inbox.wakeOne()
        thread.join()
        #expect(sum.withLock { $0 } == 500_499)
    }

    @Test func `an owner runs one body after the other`() async {
        let owner = BlockingOwner(0, label: "test")
        await withTaskGroup { group in
            for _ in 1...100 { group.addTask { await owner.run { $0 += 1 } } }
        }
        #expect(await owner.run { $0 } == 100)
    }

    private struct Missing: Error {}
}
