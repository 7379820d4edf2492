package import JSON

/// What a payment request may measure before and while it is read (Protocol/limits.md).
package enum RequestLimits {
    /// The longest file that is looked at, in bytes: far above what a handoff can carry, so that what is too
    /// long is named with its place.
    package static let bytesMax = 4_194_304
    /// How deep arrays and objects may nest. Apple's shape needs five levels.
    package static let depthMax = 32
    /// The longest text of a member, in Unicode scalars: a label of a thousand is shortened only where it is
    /// shown (checkout 44), one of a megabyte is no label.
    package static let textMax = 4096
    /// The entries of a list of networks, capabilities, fields, countries or features.
    package static let listMax = 300
    /// Faults that are reported; a file with more has one cause.
    package static let faultsMax = 1000

    /// For the strict reader.
    package static let json = JSONLimits(bytesMax: bytesMax, depthMax: depthMax)
}
