package import Crypto
package import HTTPMessages
package import Handoffs

/// A device that this one is paired with: what the journal keeps (Protocol/pairing.md, "What stays").
package struct PairedDevice: Sendable, Equatable {
    package let pairing: PairingID
    package let relay: BaseURL
    /// Pinned: names come from here, never from a token.
    package let card: DeviceCard
    package let psk: HPKE.PresharedKey
    /// On the watch, the shortened contact that the phone gave: country, region, postal prefix.
    package let region: ShortenedRegion?

    /// The other device of a finished pairing.
    package init(
        pairing: PairingID, relay: BaseURL, card: DeviceCard, psk: HPKE.PresharedKey, region: ShortenedRegion?
    ) {
        self.pairing = pairing
        self.relay = relay
        self.card = card
        self.psk = psk
        self.region = region
    }
}

/// So much of a person's address that a quote for shipped goods is right from the start, and no more.
package struct ShortenedRegion: Sendable, Equatable {
    /// ISO 3166-1, two letters.
    package let country: String
    /// State or province, empty where there is none.
    package let region: String
    /// The first part of the postal code.
    package let postalPrefix: String

    /// Texts of at most 64 bytes each.
    package init(country: String, region: String, postalPrefix: String) {
        self.country = country
        self.region = region
        self.postalPrefix = postalPrefix
    }
}
