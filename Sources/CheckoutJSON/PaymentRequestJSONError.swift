package import Checkout

/// Why a payment request in JSON was refused, with the place.
package enum PaymentRequestJSONError: Error, Equatable {
    /// What is wrong, in document order. Empty only where nothing of the request could be read.
    case refused([RequestFault])
    case request(PaymentRequestError)
}

extension PaymentRequestJSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let faults): faults.first.map { "\($0)" } ?? "the payment request cannot be read"
        case .request(let error): "the payment request is not usable: \(error)"
        }
    }
}
