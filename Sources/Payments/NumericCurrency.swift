package import Checkout

/// The three-digit numbers of ISO 4217, which payment tokens carry in place of letters.
package enum NumericCurrency {
    /// The number of a currency. Every currency of `Checkout` has one (a test goes through them all); 999
    /// would say "none".
    package static func code(for currency: Currency) -> String { numbers[currency.code] ?? "999" }

    /// The currency of a number; nil for one that no currency of `Checkout` has.
    package static func currency(of number: String) -> Currency? {
        let names = numbers.filter { $0.value == number }.keys
        // Of two that share a number the newer counts.
        return names.max().flatMap { Currency($0) }
    }

    private static let numbers: [String: String] = {
        var numbers: [String: String] = [:]
        for entry in table.split(separator: " ") {
            numbers[String(entry.prefix(3))] = String(entry.dropFirst(3))
        }
        return numbers
    }()

    /// Letters and number of each. XCG took over the number of ANG with its coins.
    private static let table = """
        AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 \
        BHD048 BIF108 BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 \
        CHE947 CHF756 CHW948 CLF990 CLP152 CNY156 COP170 COU970 CRC188 CUC931 CUP192 CVE132 CZK203 DJF262 \
        DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 \
        GNF324 GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 \
        JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 \
        LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 \
        MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 \
        PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 \
        SEK752 SGD702 SHP654 SLE925 SLL694 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 \
        TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 USN997 UYI940 UYU858 UYW927 \
        UZS860 VED926 VES928 VND704 VUV548 WST882 XAD396 XAF950 XAG961 XAU959 XBA955 XBB956 XBC957 XBD958 \
        XCD951 XCG532 XDR960 XOF952 XPD964 XPF953 XPT962 XSU994 XUA965 YER886 ZAR710 ZMW967 ZWG924 ZWL932
        """
}
