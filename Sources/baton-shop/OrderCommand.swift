internal import BatonMerchant
internal import Blocking
internal import Checkout
internal import JSON
internal import Merchant
internal import SQLite
internal import Terminal

/// `baton-shop order`: shows the orders of a database, and takes one a step on. A shop that is open on the
/// same file tells of it and answers with it from then on.
struct OrderCommand {
    private let command: ParsedCommand
    private let report: ToolReport
    private let now: Int64

    /// The tool for one command line, at a time in seconds since 1970.
    init(_ command: ParsedCommand, _ console: Console, at now: Int64) {
        self.command = command
        self.now = now
        report = ToolReport(console, command)
    }

    func run() throws(UsageError) -> ExitStatus {
        let path = try command.required("database")
        let step = try command.choice("status", among: OrderStep.allCases.map(\.rawValue))
            .flatMap(OrderStep.init)
        do throws(ToolFailure) {
            let book = try OrderBook(path)
            guard let name = command.argument("ORDER") else {
                for order in try book.all() { tell(order) }
                return report.console.finish(.done)
            }
            guard let step else {
                tell(try book.find(name))
                return report.console.finish(.done)
            }
            switch try book.advance(name, to: step, at: now) {
            case .success(let order): tell(order)
            case .failure(let refusal): return refuse(refusal, step)
            }
            return report.console.finish(.done)
        } catch {
            return report.refuse(error.code, error.message, hint: error.hint)
        }
    }

    private func refuse(_ refusal: OrderStepRefusal, _ step: OrderStep) -> ExitStatus {
        let possible = refusal.possible.map(\.rawValue).joined(separator: ", ")
        return report.refuse(
            "status_not_possible", "the order is \(refusal.current), \(step.rawValue) cannot follow",
            hint: possible.isEmpty ? "nothing can follow" : "possible now: \(possible)")
    }

    private func tell(_ order: MerchantOrder) {
        report.tell(
            "order", ["order": order.json],
            ["\(order.number)  \(order.status)  \(order.progress)  \(order.id)"])
    }
}

/// The orders of a database file, for a hand that is not the shop's.
final class OrderBook {
    private var database: Database

    /// Opens the file, which must be there.
    init(_ path: String) throws(ToolFailure) {
        // A slip in the name must not leave an empty file behind.
        do throws(FileError) { _ = try DurableFile.size(of: path) } catch {
            throw ToolFailure(code: "database", message: "\(error)")
        }
        do throws(SQLiteError) {
            database = try Database(path: path, migrations: ShopSchema.migrations)
        } catch {
            throw ToolFailure(code: "database", message: "\(error)")
        }
    }

    func all() throws(ToolFailure) -> [MerchantOrder] {
        try reach { db throws(SQLiteError) in try Self.orders(&db, where: "?1 IS NULL", .null) }
    }

    /// The order of that number or id.
    func find(_ name: String) throws(ToolFailure) -> MerchantOrder {
        guard let order = try reach({ db throws(SQLiteError) in try Self.order(name, &db) }) else {
            throw Self.unknown(name)
        }
        return order
    }

    /// Takes it a step on and tells it, in one transaction.
    func advance(
        _ name: String, to step: OrderStep, at seconds: Int64
    ) throws(ToolFailure) -> Result<MerchantOrder, OrderStepRefusal> {
        let result = try reach { db throws(SQLiteError) -> Result<MerchantOrder, OrderStepRefusal>? in
            try db.transaction { db throws(SQLiteError) in
                guard var order = try Self.order(name, &db) else { return nil }
                do throws(OrderStepRefusal) { try order.take(step, at: seconds) } catch {
                    return .failure(error)
                }
                try db.execute(
                    "UPDATE placed_order SET detail = ? WHERE id = ?", .blob(order.json.encoded()),
                    .text(order.id))
                try ShopRows.tell(order.event(.update), &db)
                return .success(order)
            }
        }
        guard let result else { throw Self.unknown(name) }
        return result
    }

    private static func unknown(_ name: String) -> ToolFailure {
        ToolFailure(code: "not_found", message: "there is no order \(name)", hint: "leave it out for a list")
    }

    private static func order(_ name: String, _ db: inout Database) throws(SQLiteError) -> MerchantOrder? {
        try orders(&db, where: "id = ?1 OR CAST(number AS TEXT) = ?1", .text(name)).first
    }

    private static func orders(
        _ db: inout Database, where condition: String, _ value: SQLiteValue
    ) throws(SQLiteError) -> [MerchantOrder] {
        let rows = try db.rows(
            "SELECT detail, currency FROM placed_order WHERE \(condition) ORDER BY number", value
        ) { row throws(SQLiteError) in
            (detail: try row.blob(0), currency: try row.optionalText(1))
        }
        var orders: [MerchantOrder] = []
        for row in rows {
            guard let currency = Currency(row.currency ?? "") else {
                throw .corrupt(detail: "an order without a currency: open the shop once on this file")
            }
            orders.append(
                try ShopRows.read(row.detail) { node throws(JSONError) in
                    try MerchantOrder(stored: node, currency: currency)
                })
        }
        return orders
    }

    private func reach<R>(
        _ body: (inout Database) throws(SQLiteError) -> R
    ) throws(ToolFailure) -> R {
        do throws(SQLiteError) { return try body(&database) } catch {
            throw ToolFailure(code: "database", message: "\(error)")
        }
    }
}
