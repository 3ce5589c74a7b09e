import Simulator

/// What one simulation came to.
struct SimulationRow {
  let name: String
  let nodes: Int
  var sybils = 0
  let seed: UInt64
  /// Simulated hours that it ran for.
  var hours = 0.0
  let report: SimulationReport
  var survey: RecordSurvey?
  let violations: [String]
  /// Seconds of this machine.
  let wallClock: Double
  /// Of which its processor worked for this: other work on the machine hardly changes that.
  var processor = 0.0
  /// What is asked of it, and whether it holds; nil when nothing is.
  var bar: (text: String, holds: Bool)?

  /// The names of the columns. The same run gives the same table, unless it is to tell the time that this machine took.
  static func header(isTimed: Bool) -> String {
    "name,nodes,sybils,seed,hours,lookups,found,depth_p50,depth_p95,requests_mean,requests_p95,seconds_p50,seconds_p95,"
      + "first_copy_p50,first_copy_p95,"
      + "records,replicas_median,replicas_least,records_lost,violations,bar,holds"
      + (isTimed ? ",wall_seconds,processor_seconds" : "")
  }

  func csv(isTimed: Bool) -> String {
    let records = survey.map { "\($0.records),\($0.median),\($0.least),\($0.lost)" } ?? ",,,"
    let verdict = bar.map { "\"\($0.text)\",\($0.holds)" } ?? ","
    return "\(name),\(nodes),\(sybils),\(seed),\(hours.tenths),\(report.lookups),\(report.successes),"
      + "\(report.depth.p50),\(report.depth.p95),\(report.requests.mean.tenths),\(report.requests.p95),"
      + "\(report.seconds.p50.tenths),\(report.seconds.p95.tenths),"
      + "\(report.firstCopy.p50.tenths),\(report.firstCopy.p95.tenths),"
      + "\(records),\(violations.count),\(verdict)"
      + (isTimed ? ",\(wallClock.tenths),\(processor.tenths)" : "")
  }

  var text: String {
    var parts = ["\(name): \(nodes) nodes" + (sybils > 0 ? ", \(sybils) Sybils" : ""), "seed \(seed)", "\(report)"]
    if let survey {
      parts.append(
        "\(survey.records) records, copies alive p50 \(survey.median), least \(survey.least), lost \(survey.lost)")
    }
    parts.append("\(wallClock.tenths) s of this machine, \(processor.tenths) s of its processor")
    if let bar { parts.append((bar.holds ? "holds: " : "DOES NOT HOLD: ") + bar.text) }
    return (parts + violations.map { "VIOLATED: \($0)" }).joined(separator: "; ")
  }

  /// The same as one JSON line, the fields named as in the CSV.
  var json: String {
    var fields = ["\"row\":\"\(name)\"", "\"nodes\":\(nodes)", "\"sybils\":\(sybils)", "\"seed\":\(seed)"]
    fields += ["\"hours\":\(hours.tenths)", "\"lookups\":\(report.lookups)", "\"found\":\(report.successes)"]
    fields += ["\"depth_p50\":\(report.depth.p50)", "\"depth_p95\":\(report.depth.p95)"]
    fields += ["\"requests_mean\":\(report.requests.mean.tenths)", "\"requests_p95\":\(report.requests.p95)"]
    fields += [
      "\"first_copy_p50\":\(report.firstCopy.p50.tenths)", "\"first_copy_p95\":\(report.firstCopy.p95.tenths)",
    ]
    fields += ["\"seconds_p50\":\(report.seconds.p50.tenths)", "\"seconds_p95\":\(report.seconds.p95.tenths)"]
    if let survey {
      fields += ["\"records\":\(survey.records)", "\"replicas_median\":\(survey.median)"]
      fields += ["\"replicas_least\":\(survey.least)", "\"records_lost\":\(survey.lost)"]
    }
    fields += ["\"violations\":\(violations.count)", "\"wall_seconds\":\(wallClock.tenths)"]
    fields.append("\"processor_seconds\":\(processor.tenths)")
    if let bar { fields += ["\"bar\":\"\(bar.text)\"", "\"holds\":\(bar.holds)"] }
    return "{\(fields.joined(separator: ",")),\"v\":1}"
  }
}

extension Double {
  /// To one decimal.
  var tenths: Double { (self * 10).rounded() / 10 }
}
