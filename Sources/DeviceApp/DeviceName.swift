internal import BatonClient
internal import Checkout
internal import Surfaces

/// What a person calls a device.
enum DeviceName {
    /// Refuses a name that does not fit or that nobody could see: it is how the other device tells this one
    /// from others.
    static func check(_ name: String) throws(Complaint) {
        guard (1...DeviceCard.nameBytesMax).contains(name.utf8.count) else { throw .invalidName }
        let isVisible = ForeignText(name).cleaned.unicodeScalars.contains { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && !blanks.contains(scalar)
        }
        guard isVisible else { throw .invalidName }
    }

    /// Letters and patterns that are drawn as nothing, though they are no spaces.
    private static let blanks: Set<Unicode.Scalar> = ["\u{2800}", "\u{3164}", "\u{FFA0}"]
}
