import Checkout
import JSON

extension FulfillmentOption {
    /// Reads an option; nil for a kind that Baton does not know.
    init?(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        guard let kind = Kind(rawValue: try node.member("type").string()) else { return nil }
        let price = try node.total(["total", "fulfillment"])
        self.init(
            kind, id: try node.member("id").string(),
            title: try node.text("title") ?? ForeignText(kind.rawValue),
            detail: try node.text("description"),
            amount: try price.map { total throws(JSONError) in try money.amount(total.member("amount")) }
                ?? .zero(money.currency),
            arrival: try Self.arrival(node, kind))
        if let location = try node.present("location") {
            placeName = try location.text("name")
            place = try location.present("address").map { address throws(JSONError) in
                try AddressJSON.address(from: address)
            }
        }
    }

    private static func arrival(_ node: JSONNode, _ kind: Kind) throws(JSONError) -> CalendarDateRange? {
        let window = try node.present("delivery_window")
        let ends: (JSONNode?, JSONNode?) =
            switch kind {
            case .shipping: try (node.present("earliest_delivery_time"), node.present("latest_delivery_time"))
            case .localDelivery: try (window?.present("start"), window?.present("end"))
            case .pickup: try (node.present("ready_by"), node.present("ready_by"))
            case .digital: (nil, nil)
            }
        return try CalendarDateRange.read(ends.0, ends.1)
    }
}

extension CalendarDateRange {
    /// The days of two times; nil where one is absent. A range the wrong way round is dropped: it steers
    /// nothing.
    static func read(_ first: JSONNode?, _ last: JSONNode?) throws(JSONError) -> CalendarDateRange? {
        guard let first, let last, let from = CalendarDate(text: try first.string()),
            let to = CalendarDate(text: try last.string())
        else { return nil }
        return CalendarDateRange(from, to)
    }
}
