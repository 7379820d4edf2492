/// A network of payment cards, in the spelling of Apple Pay on the Web. The list is data: every network that
/// version 14 and the system behind it name, and Diners Club, which Baton's own shop may add.
package struct CardNetwork: Hashable, Sendable {
    package let rawValue: String
    /// As a sheet names it.
    package let displayName: String

    /// The network of exactly this spelling; nil for an unknown one.
    package init?(rawValue: String) {
        guard let known = Self.bySpelling[rawValue.lowercased()], known.rawValue == rawValue else {
            return nil
        }
        self = known
    }

    /// The network that a browser would take this for: any case, and older spellings of the same.
    package init?(spelled name: String) {
        guard name.utf8.count <= 32 else { return nil }
        let spelling = name.lowercased()
        guard let known = Self.bySpelling[Self.olderSpellings[spelling] ?? spelling] else { return nil }
        self = known
    }

    private init(_ rawValue: String, _ displayName: String) {
        self.rawValue = rawValue
        self.displayName = displayName
    }

    package static let visa = CardNetwork("visa", "Visa")
    package static let masterCard = CardNetwork("masterCard", "Mastercard")
    package static let amex = CardNetwork("amex", "Amex")
    package static let discover = CardNetwork("discover", "Discover")
    package static let jcb = CardNetwork("jcb", "JCB")
    package static let maestro = CardNetwork("maestro", "Maestro")
    package static let chinaUnionPay = CardNetwork("chinaUnionPay", "UnionPay")
    package static let dinersClub = CardNetwork("dinersClub", "Diners Club")

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    private static let olderSpellings = [
        "cartebancaire": "cartesbancaires", "cartebancaires": "cartesbancaires",
    ]
}

extension CardNetwork: CaseIterable {
    package static let allCases: [CardNetwork] =
        [visa, masterCard, amex, discover, jcb, maestro, chinaUnionPay, dinersClub] + regional

    private static let regional: [CardNetwork] = [
        CardNetwork("bancomat", "Bancomat"), CardNetwork("bancontact", "Bancontact"),
        CardNetwork("bankAxept", "BankAxept"), CardNetwork("barcode", "Barcode"),
        CardNetwork("cartesBancaires", "Cartes Bancaires"), CardNetwork("conecs", "Conecs"),
        CardNetwork("dankort", "Dankort"), CardNetwork("eftpos", "eftpos"),
        CardNetwork("elcard", "Elcard"), CardNetwork("elCorteIngles", "El Corte Inglés"),
        CardNetwork("electron", "Visa Electron"), CardNetwork("elo", "Elo"),
        CardNetwork("girocard", "girocard"), CardNetwork("himyan", "Himyan"), CardNetwork("humo", "Humo"),
        CardNetwork("idCredit", "iD"), CardNetwork("interac", "Interac"), CardNetwork("jaywan", "Jaywan"),
        CardNetwork("maal", "Maal"), CardNetwork("mada", "mada"), CardNetwork("meeza", "Meeza"),
        CardNetwork("mir", "Mir"), CardNetwork("myDebit", "MyDebit"), CardNetwork("nanaco", "nanaco"),
        CardNetwork("napas", "NAPAS"), CardNetwork("pagoBancomat", "PagoBancomat"),
        CardNetwork("payPak", "PayPak"), CardNetwork("postFinance", "PostFinance"),
        CardNetwork("privateLabel", "Store card"), CardNetwork("quicPay", "QUICPay"),
        CardNetwork("ruPay", "RuPay"), CardNetwork("suica", "Suica"), CardNetwork("tmoney", "T-money"),
        CardNetwork("uzCard", "Uzcard"), CardNetwork("verve", "Verve"), CardNetwork("vPay", "V Pay"),
        CardNetwork("waon", "WAON"),
    ]
}
