internal import Checkout

extension Words {
    /// What pairing says.
    package enum Pairing {
        package static let scan = "Scan this with the phone, or give it this link:"
        package static let give = "Give this link to the phone:"

        package static func lasts(_ duration: Duration) -> String { "It is good for \(time(duration))." }

        package static func tooNarrow(columns: Int, rows: Int) -> String {
            "The QR code needs a terminal of \(columns) columns and \(rows) lines; here is the link:"
        }

        package static let typeCode = "The phone now shows six digits. Type them here."

        package static func wrongCode(_ triesLeft: Int) -> String {
            "That is not the code. \(counted(Int64(triesLeft), "try")) left."
        }

        package static let showCode = "Type this code on the watch:"
        package static let askCodeRight = "Does the watch now say \"Code right\"?"
        package static let codeRight = "Code right"

        package static func paired(_ name: String) -> String { "Paired with \(name)." }
        package static func unpaired(_ name: String) -> String { "No longer paired with \(name)." }
        package static func pairedElsewhere(_ name: String, _ other: String, _ kind: String) -> String {
            "\(name) is now also paired with \(other) (\(ForeignText(kind).text)). "
                + "If that was not you, unpair \(name)."
        }
        package static let devicesTitle = "Paired devices"
        package static let noDevices = "No device is paired."
        package static let linkPrompt = "Pairing link:"
        package static let codePrompt = "Code:"
    }
}
