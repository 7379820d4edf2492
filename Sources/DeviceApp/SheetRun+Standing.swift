internal import Checkout
internal import Merchant
internal import Surfaces

/// A standing quote has no merchant to ask for prices: its issuer is asked for its keys, and the quote
/// itself gives the price of each method.
extension SheetRun {
    mutating func askStanding(_ id: UpdateID, _ quote: StandingQuote) {
        let (merchants, inputs) = (device.merchants, inputs)
        let method = sheet.selection.methodID
        asking?.cancel()
        asking = Task {
            do throws(MerchantFailure) {
                try await merchants.verify(quote)
                inputs.add(.event(.answered(id, try Self.priced(quote, with: method))))
            } catch {
                if case .cancelled = error { return }
                if case .quote(.expired) = error { return inputs.add(.event(.ended(.merchantEnded))) }
                inputs.add(.event(.updateFailed(id, SheetProblem(error))))
            }
        }
    }

    /// The request as its merchant signed it, with `method` chosen. Throws where that cannot be priced.
    private static func priced(
        _ quote: StandingQuote, with method: String?
    ) throws(MerchantFailure) -> PaymentRequest {
        guard let method, method != quote.request.selectedMethodID else { return quote.request }
        do throws(MethodChoiceError) { return try quote.request.choosing(methodID: method) } catch {
            throw .quote(.total)
        }
    }
}
