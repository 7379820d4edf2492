import Checkout
import Encodings
package import JSON

/// Writing sessions as a merchant: what the schema of the release demands, and nothing that it forbids.
extension CheckoutSession {
    /// The API version that both ends speak.
    package static let apiVersion = "2026-04-17"

    /// The session as the body of an answer.
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "protocol": ["version": .string(Self.apiVersion)],
            "capabilities": capabilities,
            "status": .string(status.text), "currency": .string(currency.code.lowercased()),
            "line_items": .array(lines.map(\.json)),
            "fulfillment_options": .array(options.map(\.json)),
        ]
        if let option = options.first(where: { $0.id == selectedOptionID }) {
            object["selected_fulfillment_options"] = [
                [
                    "type": .string(option.kind.rawValue), "option_id": .string(option.id),
                    "item_ids": .array(lines.map { .string($0.itemID) }),
                ]
            ]
        }
        object["totals"] = .array(totals.map(\.json))
        if !promo.isEmpty { object["discounts"] = PromoWriter(promo, currency).json }
        object["messages"] = .array(messages.map(\.json))
        object["links"] = []
        if let expiresAt { object["expires_at"] = .string(UTCTime.text(expiresAt)) }
        if let continueURL { object["continue_url"] = .string(continueURL.raw) }
        if let acquirer { object["authentication_metadata"] = acquirer.json }
        object["metadata"] = metadata
        if let order { object["order"] = order.json }
        return .object(object)
    }

    private var metadata: JSONValue? {
        var metadata = JSONObject()
        if let quote { metadata["quote"] = .string(quote) }
        if let credentials {
            metadata["credentials"] = [
                "bearer": .string(credentials.bearer), "key": .string(credentials.key),
            ]
        }
        return metadata.isEmpty ? nil : .object(metadata)
    }

    private var capabilities: JSONValue {
        var capabilities: JSONObject = [
            "extensions": [
                [
                    "name": "discount",
                    "extends": [
                        "$.CheckoutSessionCreateRequest.discounts",
                        "$.CheckoutSessionUpdateRequest.discounts",
                        "$.CheckoutSession.discounts",
                    ],
                ]
            ]
        ]
        if let handler { capabilities["payment"] = ["handlers": [handler.json]] }
        return .object(capabilities)
    }
}

extension SessionLine {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "item": ["id": .string(itemID)], "quantity": .integer(quantity),
            "name": .string(name.raw), "unit_amount": .integer(unitAmount.minorUnits),
            "totals": [
                SessionTotal(.itemsBaseAmount, "Base amount", amount).json,
                SessionTotal(.subtotal, "Subtotal", amount).json, SessionTotal(.total, "Total", amount).json,
            ],
        ]
    }
}

extension SessionTotal {
    var json: JSONValue {
        [
            "type": .string(kind.text), "display_text": .string(text.raw),
            "amount": .integer(amount.minorUnits),
        ]
    }
}

extension SessionMessage {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        if !code.isEmpty { object["code"] = .string(code) }
        if let severity { object["severity"] = .string(severity.rawValue) }
        if let resolution { object["resolution"] = .string(resolution.rawValue) }
        if let param { object["param"] = .string(param) }
        object["content_type"] = "plain"
        object["content"] = .string(text.raw)
        return .object(object)
    }
}

extension FulfillmentOption {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "type": .string(kind.rawValue), "id": .string(id), "title": .string(title.raw),
        ]
        if let detail { object["description"] = .string(detail.raw) }
        if let arrival {
            let first = JSONValue.string(arrival.first.text + "T00:00:00Z")
            let last = JSONValue.string(arrival.last.text + "T23:59:59Z")
            switch kind {
            case .shipping:
                object["earliest_delivery_time"] = first
                object["latest_delivery_time"] = last
            case .localDelivery: object["delivery_window"] = ["start": first, "end": last]
            case .pickup: object["ready_by"] = first
            case .digital: break
            }
        }
        if kind == .pickup, let place {
            let name = placeName?.raw ?? title.raw
            object["location"] = ["name": .string(name), "address": AddressJSON.value(of: place, name: name)]
        }
        object["totals"] = [SessionTotal(.fulfillment, title, amount).json]
        return .object(object)
    }
}

extension PayHandler {
    fileprivate var json: JSONValue {
        [
            "id": .string(Self.name), "name": .string(Self.name),
            "version": .string(CheckoutSession.apiVersion),
            "spec": "https://baton.example/spec/handler", "requires_delegate_payment": false,
            "requires_pci_compliance": false, "psp": "baton",
            "config_schema": "https://baton.example/schemas/handler-config.json",
            "instrument_schemas": ["https://baton.example/schemas/instrument.json"],
            "config": [
                "merchant_id": .string(merchantID),
                "certificate": .string(Base64.encode(certificateDER, .standard)),
                "credential_type": .string(Self.credentialType),
                "supported_networks": .array(networks.map { .string($0.rawValue) }),
            ],
        ]
    }
}

extension AcquirerDetails {
    /// The first digits of the simulated acquirer, which is none.
    private static let number = "400000"

    fileprivate var json: JSONValue {
        [
            "acquirer_details": [
                "acquirer_bin": .string(Self.number), "acquirer_country": .string(country),
                "acquirer_merchant_id": .string(merchantID),
                "merchant_name": .string(String(merchantName.raw.prefix(40))),
            ],
            "directory_server": "visa",
        ]
    }
}
