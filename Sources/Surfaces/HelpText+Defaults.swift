extension HelpText {
    /// What `--promo` takes.
    package static let codeExpected = "a promo code"

    /// What a device is called where nobody said.
    package static let defaultWatchName = "Watch"
    package static let defaultPhoneName = "Phone"
}
