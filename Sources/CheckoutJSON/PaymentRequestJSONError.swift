package import Checkout
package import JSON

/// Why a payment request in JSON was refused, with the place.
package enum PaymentRequestJSONError: Error, Equatable {
    case json(JSONError)
    case money(JSONPath, MoneyError)
    case request(PaymentRequestError)
    /// A part of Apple's request that Baton has no sheet for.
    case unsupported(JSONPath)
}

extension PaymentRequestJSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error): "\(error)"
        case .money(let path, let error): "\(path): \(error)"
        case .request(let error): "the payment request is not usable: \(error)"
        case .unsupported(let path): "\(path) is not supported"
        }
    }
}
