import Checkout
import CheckoutJSON
import Testing

@Suite("Protocol/payment-request.md equals the code")
struct PaymentRequestDocumentTests {
    @Test("faults and their ranks")
    func faults() throws {
        let rows = try ProtocolPage("payment-request.md").table(under: "Faults").map { Array($0.prefix(2)) }
        #expect(rows == RequestFaultCode.allCases.map { ["`\($0.rawValue)`", $0.rank.rawValue] })
    }

    @Test("every network stands in the list")
    func networks() throws {
        let text = try ProtocolPage("payment-request.md").text
        for network in CardNetwork.allCases { #expect(text.contains("`\(network.rawValue)`")) }
    }

    @Test("limits")
    func limits() throws {
        let rows = try ProtocolPage("limits.md").table(under: "Payment requests").map { Array($0.prefix(2)) }
        #expect(
            rows == [
                ["`bytesMax`", "\(RequestLimits.bytesMax)"], ["`depthMax`", "\(RequestLimits.depthMax)"],
                ["`lineItemsMax`", "\(PaymentRequest.lineItemsMax)"],
                ["`listMax`", "\(RequestLimits.listMax)"], ["`textMax`", "\(RequestLimits.textMax)"],
                ["`faultsMax`", "\(RequestLimits.faultsMax)"],
            ])
    }
}
