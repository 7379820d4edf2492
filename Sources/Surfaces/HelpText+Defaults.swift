extension HelpText {
    /// What a device is called where nobody said.
    package static let defaultWatchName = "Watch"
    package static let defaultPhoneName = "Phone"
}
