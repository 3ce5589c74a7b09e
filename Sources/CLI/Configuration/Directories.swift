/// Where things are when nothing else is said: the XDG directories of a user, or those of the service.
struct Directories: Sendable, Hashable {
  let configurationFile: String
  let data: String
  let controlSocket: String

  /// The service's, as `deploy/` sets them up.
  static let service = Directories(
    configurationFile: "/etc/sophax/sophax.conf", data: "/var/lib/sophax", controlSocket: "/run/sophax/control")

  /// A user's (XDG Base Directory Specification); nil without a home directory. A relative path is ignored, as that
  /// text demands.
  static func user(_ environment: [String: String]) -> Directories? {
    func base(_ name: String, _ fallback: String) -> String? {
      if let path = environment[name], path.hasPrefix("/") { return path }
      return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + fallback : nil }
    }
    guard let configuration = base("XDG_CONFIG_HOME", "/.config"), let data = base("XDG_DATA_HOME", "/.local/share")
    else { return nil }
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return Directories(
      configurationFile: configuration + "/sophax/sophax.conf", data: data + "/sophax",
      controlSocket: (runtime ?? data) + "/sophax/control")
  }
}
