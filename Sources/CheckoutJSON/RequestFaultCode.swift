/// What can be wrong with a payment request, equal to the table in Protocol/payment-request.md.
package enum RequestFaultCode: String, CaseIterable, Sendable {
    case notJSON = "not_json"
    case wrongType = "wrong_type"
    case missingMember = "missing_member"
    case tooLong = "too_long"
    case tooMany = "too_many"
    case unknownCountry = "unknown_country"
    case unknownCurrency = "unknown_currency"
    case unknownNetwork = "unknown_network"
    case noNetworks = "no_networks"
    case noCapabilities = "no_capabilities"
    case unknownValue = "unknown_value"
    case amountGrammar = "amount_grammar"
    case negativeAmount = "negative_amount"
    case totalTooLarge = "total_too_large"
    case badDate = "bad_date"
    case badURL = "bad_url"
    case badTimeZone = "bad_time_zone"
    case badInterval = "bad_interval"
    case wrongTiming = "wrong_timing"
    case emptyText = "empty_text"
    case unexpectedMember = "unexpected_member"
    case severalRequests = "several_requests"
    case unknownMethod = "unknown_method"
    case excessDigits = "excess_digits"
    case amountTooLarge = "amount_too_large"
    case duplicateIdentifier = "duplicate_identifier"
    case pendingWithAmount = "pending_with_amount"
    case pendingWithoutLimit = "pending_without_limit"
    case linesDoNotAddUp = "lines_do_not_add_up"
    case unnamed = "unnamed"
    case severalAgreements = "several_agreements"
    case linkNotWeb = "link_not_web"
    case severalMerchants = "several_merchants"

    /// Whether a browser refuses it, or only Baton objects.
    package var rank: RequestFaultRank {
        switch self {
        case .notJSON, .wrongType, .missingMember, .tooLong, .tooMany, .unknownCountry, .unknownCurrency,
            .unknownNetwork, .noNetworks, .noCapabilities, .unknownValue, .amountGrammar, .negativeAmount,
            .totalTooLarge, .badDate, .badURL, .badTimeZone, .badInterval, .wrongTiming, .emptyText,
            .unexpectedMember, .severalRequests, .unknownMethod:
            .refused
        case .excessDigits, .amountTooLarge, .duplicateIdentifier, .pendingWithAmount, .pendingWithoutLimit,
            .linesDoNotAddUp, .unnamed, .severalAgreements, .linkNotWeb, .severalMerchants:
            .objected
        }
    }
}
