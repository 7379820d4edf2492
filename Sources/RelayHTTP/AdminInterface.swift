package import HTTPMessages
internal import JSON
package import Relay
internal import Wire

/// What is answered on the admin address alone: health and metrics.
package struct AdminInterface: Sendable {
    private let service: RelayService
    private let metrics: RelayMetrics
    private let gauges: @Sendable () async -> [RelayMetrics.Gauge]

    /// The admin interface of a service; `gauges` are read at each scrape.
    package init(
        _ service: RelayService, metrics: RelayMetrics,
        gauges: @escaping @Sendable () async -> [RelayMetrics.Gauge]
    ) {
        self.service = service
        self.metrics = metrics
        self.gauges = gauges
    }

    /// Answers a request.
    package func respond(to request: Request) async -> Response {
        switch (request.method, request.path) {
        case (.get, "/metrics"), (.head, "/metrics"):
            let fields: Fields = ["content-type": "text/plain; version=0.0.4"]
            return Response(status: .ok, fields: fields, body: metrics.text(await gauges()))
        case (.get, "/healthz"): return RelayInterface.json(.ok, ["status": "ok"])
        case (.get, "/readyz"):
            guard await service.isReady() else { return ProblemResponse.make(transport: .unavailable) }
            return RelayInterface.json(.ok, ["status": "ready"])
        case (_, _): return ProblemResponse.make(RelayRefusal(.notFound))
        }
    }
}
