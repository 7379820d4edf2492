/// How to reach and name a person. Members that are not known are empty.
package struct Contact: Hashable, Sendable {
    package var givenName: String
    package var familyName: String
    package var email: String
    package var phone: String

    /// A contact with what is known.
    package init(givenName: String = "", familyName: String = "", email: String = "", phone: String = "") {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.phone = phone
    }

    /// Both names, as far as known.
    package var name: String { [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// A part of a contact that a purchase may need (ApplePayContactField).
package enum ContactField: String, CaseIterable, Sendable {
    case email
    case name
    case phone
    case postalAddress
}

/// Where something goes. Which parts are needed depends on the country; absent ones are empty (checkout 49).
package struct PostalAddress: Hashable, Sendable {
    /// Street and number, and further lines.
    package var lines: [String]
    package var city: String
    /// State or province.
    package var region: String
    package var postalCode: String
    /// Two capital letters (ISO 3166).
    package var country: String

    /// An address with what is known.
    package init(
        lines: [String] = [], city: String = "", region: String = "", postalCode: String = "",
        country: String
    ) {
        self.lines = lines
        self.city = city
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }

    /// What a merchant may know before the person pays: country, region, city and the beginning of the
    /// postal code (design, section 7; checkout 46, 47).
    package var shortened: PostalAddress {
        PostalAddress(city: city, region: region, postalCode: postalPrefix, country: country)
    }

    /// The part of the postal code that names an area: the outward code in Britain, the first three
    /// characters in Canada, the first four of the Dutch six; elsewhere the first half, and at most three
    /// places lost.
    package var postalPrefix: String {
        let code = postalCode.split(separator: " ").joined(separator: " ")
        let letters = Array(code.filter { $0 != " " })
        switch country {
        case "GB", "IM", "JE", "GG": return String(letters.dropLast(min(3, max(letters.count - 2, 0))))
        case "CA": return String(letters.prefix(3))
        case "NL": return String(letters.prefix(4))
        default: return String(letters.prefix(max((letters.count + 1) / 2, letters.count - 3)))
        }
    }

    /// The lines as an envelope has them, without the recipient.
    package var envelope: [String] {
        let place = [city, region, postalCode].filter { !$0.isEmpty }.joined(separator: " ")
        return (lines + [place, country]).filter { !$0.isEmpty }
    }
}
