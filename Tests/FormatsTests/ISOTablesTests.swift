import Checkout
import FoundationEssentials
import FoundationInternationalization
import Testing

/// The tables in code against the toolchain's own.
@Suite struct ISOTablesTests {
    @Test func `every country that the toolchain knows by two letters is one of ours`() {
        let known = Set(
            Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0.allSatisfy(\.isLetter) })
        // Reserved and withdrawn codes, and codes for groups, are no countries.
        let others: Set = [
            "AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "AN", "XA", "XB", "ZZ",
        ]
        #expect(known.subtracting(Country.codes).subtracting(others) == [])
        #expect(Country.codes.subtracting(known) == [])
    }

    @Test func `every currency of ours is one, and has the digits of ISO 4217`() {
        let known = Set(Locale.Currency.isoCurrencies.map { $0.identifier.uppercased() })
        // Newer than the toolchain's tables may be.
        let newer: Set = ["XAD", "XCG", "ZWG"]
        #expect(Set(Currency.exponents.keys).subtracting(known).subtracting(newer) == [])
        // In use, and not yet withdrawn in these tables.
        let withdrawn: Set = ["VEF"]
        let missing = Set(Locale.commonISOCurrencyCodes.filter { Currency($0) == nil })
        #expect(missing.subtracting(withdrawn) == [])
    }
}
