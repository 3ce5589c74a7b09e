import TestWorld

/// The same work done by packages of Python, in the same run: what their calls take is read as JSON, seconds by name.
enum PythonPeer {
  /// Measures as `Stopwatch` does.
  private static let stopwatch = """
    import json, time
    def seconds(rounds, f):
        start = time.perf_counter()
        for _ in range(rounds): f()
        return time.perf_counter() - start
    def per_call(f):
        f()
        rounds = 1
        while seconds(rounds, f) < 0.05: rounds *= 2
        return min(seconds(rounds, f) / rounds for _ in range(7))
    """

  /// What `script` leaves in `result`, a dictionary of seconds; empty when a package is absent or Python is.
  static func seconds(_ script: String) -> [String: Double] {
    let text = stopwatch + "\nresult = {}\n" + script + "\nprint(json.dumps(result))"
    return ((try? Python.run(text))?.asObject ?? [:]).compactMapValues(\.asDouble)
  }
}
