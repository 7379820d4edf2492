import Foundation
import Merchant
import Testing

@Suite struct MerchantLimitsTests {
    @Test func `the limits of Protocol-merchant are the shop's`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Protocol/merchant.md"), encoding: .utf8)
        let table = try #require(page.components(separatedBy: "## Limits of the demo shop").last)
        var rows: [String: Int64] = [:]
        for line in table.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            rows[cells[0].trimmingCharacters(in: ["`"])] = Int64(cells[1])
        }
        #expect(
            rows == [
                "linesMax": Int64(Catalog.linesMax), "quantityMax": Catalog.quantityMax,
                "codesMax": Int64(Catalog.codesMax), "codeBytesMax": Int64(Catalog.codeBytesMax),
                "idempotencyKeyBytesMax": Int64(ShopLimits.idempotencyKeyBytesMax),
                "quoteSeconds": ShopLimits.quoteSeconds,
                "quoteSecondsLeftMin": ShopLimits.quoteSecondsLeftMin,
                "sessionSeconds": ShopLimits.sessionSeconds,
                "timestampSecondsMax": ShopLimits.timestampSecondsMax,
                "notesMax": Int64(ShopLimits.notesMax),
                "bodyBytesMax": Int64(ShopLimits.bodyBytesMax),
                "paymentBytesMax": Int64(ShopLimits.paymentBytesMax),
            ])
    }

    @Test func `every rejection reason of ACP stands in Protocol-merchant`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Protocol/merchant.md"), encoding: .utf8)
        #expect(PromoRejection.known.count == 8)
        for reason in PromoRejection.known { #expect(page.contains("| `\(reason.text)` |")) }
    }
}
