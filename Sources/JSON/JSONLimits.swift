/// What a reader accepts before it looks at meaning (house rule I1).
package struct JSONLimits: Sendable {
    /// The longest text, in bytes. 64 KiB is the largest body of the relay's interface.
    package var bytesMax: Int
    /// How deep arrays and objects may nest. Nothing in the protocol nests deeper than ten.
    package var depthMax: Int

    /// Limits in bytes and levels.
    package init(bytesMax: Int = 65_536, depthMax: Int = 32) {
        self.bytesMax = bytesMax
        self.depthMax = depthMax
    }
}
