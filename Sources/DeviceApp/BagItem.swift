internal import Checkout
internal import Merchant
internal import Surfaces

/// One thing in a bag: so many of one variant.
struct BagItem: Sendable, Equatable {
    let variant: ProductVariant
    var quantity: Int64

    var ordered: OrderedVariant { OrderedVariant(id: variant.id, quantity: quantity) }
}

/// How a person writes it: `ITEM[:N][,NAME=VALUE]…`, such as `latte:2,size=large`.
struct BagWord: Sendable, Equatable {
    let item: String
    var quantity: Int64
    var options: [(key: String, value: String)]

    /// The most of one thing.
    static let quantityMax: Int64 = 99

    /// Reads a word; nil where its number or an option is none.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var options: [(key: String, value: String)] = []
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else { return nil }
            options.append((String(pair[0]), String(pair[1])))
        }
        // Ids may hold colons: only a number behind the last one is a quantity.
        let head = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        let number = head.count > 1 ? head.last.flatMap { Int64($0) } : nil
        let item = number == nil ? parts[0] : head.dropLast().joined(separator: ":")
        guard !item.isEmpty, (1...Self.quantityMax).contains(number ?? 1) else { return nil }
        self.item = item
        quantity = number ?? 1
        self.options = options
    }

    static func == (left: BagWord, right: BagWord) -> Bool {
        left.item == right.item && left.quantity == right.quantity
            && left.options.elementsEqual(right.options) { $0 == $1 }
    }
}

extension Shopping {
    /// What a word names: a whole id first, for ids may hold anything, else `ITEM[:N][,NAME=VALUE]…`.
    func item(_ text: String, among products: [Product]) throws(Complaint) -> BagItem {
        if products.contains(where: { $0.id == text || $0.variants.contains { $0.id == text } }) {
            return BagItem(variant: try variant(text, options: [], among: products), quantity: 1)
        }
        guard let word = BagWord(text) else { throw .unreadableItem(text) }
        let variant = try variant(word.item, options: word.options, among: products)
        return BagItem(variant: variant, quantity: word.quantity)
    }
}
