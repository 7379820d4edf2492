/// Whether the lines give the total, and what another method makes of both.
extension PaymentRequest {
    /// Whether the lines give the total, as far as that can be said.
    ///
    /// What is paid later (recurring with a first day, deferred, reloads) may be counted or left out, for
    /// merchants do both. No lines say nothing, and an open amount may be anything.
    package var linesAddUp: Bool {
        guard !lineItems.isEmpty, !total.isPending, total.writtenAmount == nil else { return true }
        guard lineItems.allSatisfy({ $0.writtenAmount == nil }) else { return false }
        if lineItems.contains(where: \.isPending) { return true }
        return [lineItems, lineItems.filter(\.isDueNow), lineItems.filter(\.isPaidOnce)].contains { lines in
            Self.sum(lines, currency) == total.amount
        }
    }

    /// What all lines give together; nil where that cannot be said exactly.
    package var lineSum: Amount? {
        lineItems.allSatisfy { $0.writtenAmount == nil } ? Self.sum(lineItems, currency) : nil
    }

    private static func sum(_ lines: [LineItem], _ currency: Currency) -> Amount? {
        var sum = Amount.zero(currency)
        for line in lines {
            do throws(MoneyError) { sum = try sum.adding(line.amount) } catch {
                // A sum that cannot be formed is not the total.
                return nil
            }
        }
        return sum
    }

    /// The same request with another of its methods chosen, priced by its own numbers, for a request with no
    /// merchant behind it.
    ///
    /// The total moves by the difference of the two methods. The request's own line for the method is
    /// replaced; where it has none, one line is added for the difference, so that lines that added up still
    /// do. Throws `unknownMethod`, or `notPriceable` where an amount is not exact or the total would leave
    /// what may be paid.
    package func choosing(methodID id: String) throws(MethodChoiceError) -> PaymentRequest {
        guard let new = shippingMethods.first(where: { $0.id == id }) else { throw .unknownMethod(id: id) }
        guard let old = selectedMethod else { throw .notPriceable(id: id) }
        guard new.id != old.id else { return self }
        let isExact = [new.writtenAmount, old.writtenAmount, total.writtenAmount].allSatisfy { $0 == nil }
        guard isExact else { throw .notPriceable(id: id) }
        do throws(MoneyError) {
            let difference = try new.amount.subtracting(old.amount)
            var request = self
            request.selectedMethodID = new.id
            request.total.amount = try total.amount.adding(difference)
            guard !request.total.amount.isNegative else { throw .overflow }
            request.replaceLine(of: old, with: new, difference)
            return request
        } catch {
            throw .notPriceable(id: id)
        }
    }

    private mutating func replaceLine(
        of old: ShippingMethod, with new: ShippingMethod, _ difference: Amount
    ) {
        let candidates = lineItems.indices.filter {
            lineItems[$0].amount == old.amount && lineItems[$0].isDueNow && !lineItems[$0].isPending
                && lineItems[$0].writtenAmount == nil
        }
        if let index = candidates.last(where: { lineItems[$0].label.cleaned == old.label.cleaned }) {
            lineItems[index].label = new.label
            lineItems[index].amount = new.amount
        } else if let index = candidates.last(where: { lineItems[$0].namesShipping }) {
            lineItems[index].amount = new.amount
        } else if !lineItems.isEmpty, !totalsAreInconsistent {
            let label = old.amount.isZero ? new.label.raw : "\(old.label.cleaned) → \(new.label.cleaned)"
            lineItems.append(LineItem(ForeignText(label), difference))
        }
    }
}

/// Why another method cannot be chosen where no merchant can be asked.
package enum MethodChoiceError: Error, Hashable {
    case unknownMethod(id: String)
    /// Its price, or that of the present one, is not exact, or the total would leave what may be paid.
    case notPriceable(id: String)
}

extension LineItem {
    /// Whether it is paid with this payment: also what recurs from now on.
    var isDueNow: Bool {
        switch timing {
        case .immediate: true
        case .recurring(let terms): terms.start == nil
        case .deferred, .automaticReload: false
        }
    }

    /// Whether it is paid with this payment and never again.
    var isPaidOnce: Bool { timing == .immediate }

    /// Whether its label says that it is for getting the goods, in the languages that Baton speaks.
    fileprivate var namesShipping: Bool {
        let label = label.cleaned.lowercased()
        return Self.shippingWords.contains { label.contains($0) }
    }

    private static let shippingWords = [
        "shipping", "delivery", "postage", "versand", "lieferung", "livraison", "expédition", "envío",
        "spedizione", "配送", "送料", "运费", "شحن", "توصيل",
    ]
}
