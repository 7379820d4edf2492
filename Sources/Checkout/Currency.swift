/// A currency of ISO 4217, with the exponent of its minor unit: 0, 2 or 3, and 4 for two units of account
/// (checkout 16, 17, 20).
///
/// The exponent comes from the currency alone, never from a locale and never from a peer.
package struct Currency: Hashable, Sendable {
    /// Three capital letters.
    package let code: String
    /// Digits after the decimal sign.
    package let exponent: Int

    /// The currency with this code, in capital or small letters; nil for what is no code of ours.
    package init?(_ code: String) {
        let code = code.uppercased()
        guard let exponent = Self.exponents[code] else { return nil }
        self.code = code
        self.exponent = exponent
    }

    /// Every code, each with its exponent.
    package static let exponents: [String: Int] = {
        var exponents: [String: Int] = [:]
        let lists = [
            (0, withoutMinorUnit), (2, withHundredths), (3, withThousandths), (4, withTenThousandths),
        ]
        for (exponent, codes) in lists {
            for code in codes.split(separator: " ") { exponents[String(code)] = exponent }
        }
        return exponents
    }()

    /// The last line has what is counted whole because ISO 4217 gives it no minor unit: metals and units of
    /// account.
    private static let withoutMinorUnit = """
        BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF \
        XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XUA
        """

    private static let withThousandths = "BHD IQD JOD KWD LYD OMR TND"

    private static let withTenThousandths = "CLF UYW"

    /// With those withdrawn since 2022 that requests still carry: ANG, BGN, CUC, HRK, SLL, ZWL.
    private static let withHundredths = """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP \
        BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR \
        FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR \
        KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR \
        MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK \
        SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN \
        UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL
        """
}

extension Currency: CustomStringConvertible {
    package var description: String { code }
}
