/// `metrics.show`: every counter and gauge of the daemon. Names are fixed words of the program, and no value names a
/// peer.
package enum MetricsShow: ControlMethod {
  package static let method = Method.metricsShow

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    package var counters: [String: UInt64]
    package var gauges: [String: Double]

    package init(counters: [String: UInt64], gauges: [String: Double]) {
      self.counters = counters
      self.gauges = gauges
    }
  }
}
