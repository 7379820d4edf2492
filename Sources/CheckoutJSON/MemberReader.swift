import Checkout
import JSON

/// Reads the members of one object of a payment request; every complaint names its place.
struct MemberReader {
    let node: JSONNode

    /// The required member.
    func member(_ name: String) throws(PaymentRequestJSONError) -> MemberReader {
        do throws(JSONError) { return MemberReader(node: try node.member(name)) } catch { throw .json(error) }
    }

    /// The member, or nil when it is absent or null.
    func optional(_ name: String) throws(PaymentRequestJSONError) -> MemberReader? {
        do throws(JSONError) { return try node.present(name).map(MemberReader.init) } catch {
            throw .json(error)
        }
    }

    func string() throws(PaymentRequestJSONError) -> String {
        do throws(JSONError) { return try node.string() } catch { throw .json(error) }
    }

    func integer() throws(PaymentRequestJSONError) -> Int64 {
        do throws(JSONError) { return try node.integer() } catch { throw .json(error) }
    }

    func bool() throws(PaymentRequestJSONError) -> Bool {
        do throws(JSONError) { return try node.bool() } catch { throw .json(error) }
    }

    func array() throws(PaymentRequestJSONError) -> [MemberReader] {
        do throws(JSONError) { return try node.array().map(MemberReader.init) } catch { throw .json(error) }
    }

    /// Foreign text of that name, if there.
    func text(_ name: String) throws(PaymentRequestJSONError) -> ForeignText? {
        guard let member = try optional(name) else { return nil }
        return ForeignText(try member.string())
    }

    /// The texts of an array of that name; an absent one is empty.
    func texts(_ name: String) throws(PaymentRequestJSONError) -> [String] {
        guard let member = try optional(name) else { return [] }
        var texts: [String] = []
        for element in try member.array() { texts.append(try element.string()) }
        return texts
    }

    /// A sum as decimal text, as Apple writes it (checkout 23, 29).
    func amount(_ currency: Currency) throws(PaymentRequestJSONError) -> Amount {
        let text = try string()
        do throws(MoneyError) {
            return try Amount(decimalText: text, currency)
        } catch {
            throw .money(node.path, error)
        }
    }

    /// A day; a time behind it is dropped.
    func date() throws(PaymentRequestJSONError) -> CalendarDate {
        guard let date = CalendarDate(text: try string()) else { throw invalid("is no date") }
        return date
    }

    func invalid(_ reason: String) -> PaymentRequestJSONError { .json(node.invalid(reason)) }
}
