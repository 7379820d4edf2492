/// The bounds of a store. The values that stand here are those of a relay in service; tests have smaller
/// ones.
package struct StoreSettings: Sendable {
    /// How long the writer waits for another process's lock before it refuses what waits, as busy (relay
    /// 50). An answer after two seconds is still one that the client waits for.
    package var lockPatience: Duration = .seconds(2)
    /// Updates that may wait at once; more are refused as busy (C6). A request holds a few kilobytes.
    package var waitingMax = 4_096
    /// Pages of 8 KiB that are written to the log between two checkpoints. Each of these costs three syncs.
    package var pagesBetweenCheckpoints = 2_048
    /// Pages of 8 KiB in the log above which a checkpoint makes it begin anew, which holds the writer up
    /// for a moment (relay 52).
    package var logPagesMax = 6_144
    /// The length of each of the journal's two segments, a multiple of 4096: as much is written to it
    /// before the file is committed, and as much is done again after a crash, which takes some tens of
    /// milliseconds.
    package var segmentBytes = 2_097_152
    /// Pages of 8 KiB that the file may have; more is refused as full. Nil: what the disk holds.
    package var filePagesMax: Int?

    /// The bounds of a relay in service.
    package init() {}
}
