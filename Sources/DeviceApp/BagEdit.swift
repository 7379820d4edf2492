internal import Merchant
internal import Surfaces

/// What a person types at "Order?".
enum BagEdit: Equatable {
    case order
    case leave
    case promo(String)
    case withoutPromo(String)
    case method(String)
    case note(String)
    case add(String)
    case remove(String)

    /// Nil for what is none of these.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first?.lowercased(), words.count > 1 ? words[1] : nil) {
        case ("y", nil), ("yes", nil): self = .order
        case (nil, nil), ("n", nil), ("no", nil): self = .leave
        case ("promo", let code?): self = .promo(code)
        case ("unpromo", let code?): self = .withoutPromo(code)
        case ("method", let id?): self = .method(id)
        case ("note", let text): self = .note(text ?? "")
        case ("add", let item?): self = .add(item)
        case ("remove", let item?): self = .remove(item)
        default: return nil
        }
    }
}

extension Bag {
    /// Does what a person asked for; the price is then the merchant's newest. A code that is refused is shown
    /// with its reason and is not kept (AP-3).
    mutating func apply(_ edit: BagEdit, _ face: any Face) async throws(Complaint) {
        switch edit {
        case .order, .leave: break
        case .promo(let code):
            let before = codes
            try await submit(codes: before + [code])
            let refused = refusedCodes
            for result in refused { face.show(.codeRejected(CodeShown(result))) }
            if !refused.isEmpty { try await submit(codes: codes) }
        case .withoutPromo(let code):
            let kept = codes.filter { $0.lowercased() != code.lowercased() }
            guard kept.count < codes.count else { throw .unknownCode(code) }
            try await submit(codes: kept)
        case .method(let id): try await choose(method: id)
        case .note(let text): try await submit(note: text)
        case .add(let text):
            let products = try await shopping.products()
            let added = try shopping.item(text, among: products)
            var new = items
            if let index = new.firstIndex(where: { $0.variant.id == added.variant.id }) {
                new[index].quantity += added.quantity
            } else {
                new.append(added)
            }
            try await replace(with: new)
        case .remove(let text):
            let products = try await shopping.products()
            let ids = products.first { $0.id == text }?.variants.map(\.id) ?? [text]
            let kept = items.filter { !ids.contains($0.variant.id) }
            guard kept.count < items.count else { throw .unknownItem(text) }
            try await replace(with: kept)
        }
    }
}
