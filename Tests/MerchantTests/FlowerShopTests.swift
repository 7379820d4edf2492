import Checkout
import Foundation
import JSON
import Testing

@testable import Merchant

/// The flower shop prices as the conformance suite's own data and flows say.
@Suite struct FlowerShopTests {
    private let catalog: Catalog

    init() throws { catalog = try Catalog(from: JSONNode(parsing: Array(FlowerShop.json.utf8))) }

    private func priced(
        _ items: [(String, Int64)], codes: [String] = [], country: String? = "US", option: String? = nil
    ) -> PricedSession {
        let address = country.map {
            PostalAddress(lines: [], city: "x", region: $0 == "US" ? "IL" : "", postalCode: "1", country: $0)
        }
        let input = PricingInput(
            items: items.map { OrderedVariant(id: $0.0, quantity: $0.1) }, codes: codes, address: address,
            optionID: option, now: 1_796_289_300, stock: catalog.initialStock)
        return PricedSession(input, catalog)
    }

    private func total(
        _ items: [(String, Int64)], codes: [String] = [], country: String? = "US", option: String? = nil
    ) -> Int64 {
        priced(items, codes: codes, country: country, option: option).total.minorUnits
    }

    @Test func `codes compound, in any spelling, and unknown ones do nothing (checkout 8, 10)`() {
        let roses: [(String, Int64)] = [("bouquet_roses", 1)]
        #expect(total(roses) == 3500 && total([("bouquet_roses", 2)]) == 7000)
        for code in ["10OFF", "10off", " 10Off "] { #expect(total(roses, codes: [code]) == 3150, "\(code)") }
        // 3500 -> 3150 -> 2520, and back to front 3500 -> 2800 -> 2520.
        #expect(total(roses, codes: ["10OFF", "WELCOME20"]) == 2520)
        #expect(total(roses, codes: ["WELCOME20", "10OFF"]) == 2520)
        #expect(total(roses, codes: ["FIXED500"]) == 3000)
        #expect(total(roses, codes: ["10OFF", "FIXED500"]) == 2650)
        #expect(total(roses, codes: ["10OFF", "INVALID_CODE"]) == 3150)
        let result = priced(roses, codes: ["10off", "INVALID_CODE"]).promo
        #expect(result.map(\.code) == ["10OFF", "INVALID_CODE"] && result.map(\.isApplied) == [true, false])
        // The recorded dialog: roses and tulips with 10OFF, standard delivery free for the roses.
        #expect(total([("bouquet_roses", 1), ("bouquet_tulips", 1)], codes: ["10OFF"]) == 5850)
    }

    @Test func `delivery costs what the country and the level say`() {
        let pot: [(String, Int64)] = [("pot_ceramic", 1)]
        #expect(total(pot) == 2000 && total(pot, option: "exp-ship-us") == 3000)
        #expect(total(pot, country: "CA") == 2000)
        #expect(total(pot, country: "CA", option: "exp-ship-intl") == 4000)
        #expect(priced(pot).options.map(\.id) == ["std-ship", "exp-ship-us"])
        #expect(priced(pot, country: "CA").options.map(\.id) == ["std-ship", "exp-ship-intl"])
    }

    @Test func `standard delivery is free for roses and from a hundred dollars on, express never`() {
        #expect(total([("orchid_white", 2)]) == 9500)
        #expect(total([("orchid_white", 2), ("pot_ceramic", 1)]) == 10_500)
        #expect(total([("bouquet_sunflowers", 4)]) == 10_000)
        #expect(total([("bouquet_roses", 1), ("pot_ceramic", 1)]) == 5000)
        #expect(total([("bouquet_roses", 1)], option: "exp-ship-us") == 5000)
        let free = priced([("bouquet_roses", 1)])
        #expect(free.options.map(\.title.raw) == ["Standard Shipping (Free)", "Express Shipping (US)"])
        #expect(free.totals.filter { $0.kind == .discount }.isEmpty)
    }

    @Test func `what is out of stock is said to be so`() {
        #expect(priced([("gardenias", 1)]).messages.contains { $0.code == "out_of_stock" })
        #expect(priced([("bouquet_sunflowers", 100)]).isReady)
    }

    // MARK: The suite's own files, where they are at hand

    private func rows(_ name: String) throws -> [[String: String]] {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = top.appendingPathComponent("../shared/samples/ucp-conformance/\(name)").standardized
        // The suite is not at hand everywhere.
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        }
        guard let head = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }
    }

    @Test func `every row of the suite's data stands in the catalog`() throws {
        for row in try rows("products.csv") {
            let found = try #require(catalog.find(row["id"] ?? ""))
            #expect(String(found.variant.price.minorUnits) == row["price"])
            #expect(found.variant.title.raw == row["title"])
        }
        for row in try rows("inventory.csv") {
            #expect(catalog.initialStock[row["product_id"] ?? ""].map(String.init) == row["quantity"])
        }
        for row in try rows("shipping_rates.csv") {
            let delivery = try #require(catalog.deliveries.first { $0.id == row["id"] })
            #expect(String(delivery.amount.minorUnits) == row["price"] && delivery.title.raw == row["title"])
        }
        for row in try rows("discounts.csv") {
            let promotion = try #require(catalog.promotions.first { $0.code == row["code"] })
            #expect(promotion.name.raw == row["description"])
            let value = Int64(row["value"] ?? "") ?? -1
            switch promotion.effect {
            case .percentage(let points):
                #expect(row["type"] == "percentage" && points == value * 100)
            case .fixed(let amount): #expect(row["type"] == "fixed_amount" && amount.minorUnits == value)
            case .freeShipping, .freeDelivery, .storeCredit: Issue.record("\(row)")
            }
        }
        for row in try rows("promotions.csv") {
            let promotion = try #require(catalog.promotions.first { $0.name.raw == row["description"] })
            #expect((promotion.minimum?.minorUnits).map(String.init) ?? "" == row["min_subtotal"])
            #expect(
                promotion.products.allSatisfy { row["eligible_item_ids"]?.contains($0) ?? false }
                    && promotion.products.isEmpty == row["eligible_item_ids"]?.isEmpty)
        }
    }
}
