internal import Checkout
internal import CheckoutJSON
internal import Payments
package import Surfaces

/// `baton-phone availability [--request FILE]`: whether there would be a button to pay, one to set up, or
/// none (AP-14).
package struct AvailabilityFlow: Sendable {
    private let device: Device
    private let file: String?

    /// `file` holds a payment request; `-` is standard input, nil asks for any payment at all.
    package init(_ device: Device, request file: String?) {
        self.device = device
        self.file = file
    }

    /// Says it; true where it can be paid now.
    package func run() async throws(Complaint) -> Bool {
        let request = try await request()
        let availability = PaymentAvailability(
            request, with: try WalletOwner(device.home).open()?.data, takingCardsOf: TestCards.networks,
            on: device.today)
        device.face.show(.availability(availability))
        if case .canPay = availability { return true }
        return false
    }

    private func request() async throws(Complaint) -> PaymentRequest? {
        guard let file else { return nil }
        let check = PaymentRequestJSON.check(try await SendFile.read(file))
        guard let request = check.request else {
            throw .cannotShow(check.faults.first.map { "\($0)" } ?? file)
        }
        return request
    }
}
