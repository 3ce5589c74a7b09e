import ControlAPI

/// Gathers the settings of a call: the defaults, then the file, then the environment, then the options; the later
/// one wins.
struct ConfigurationLoader {
  /// The result: the configuration, and what set each key.
  struct Loaded: Sendable {
    let configuration: NodeConfiguration
    /// The file that was read, or would be.
    let file: String
    let origins: [ConfigurationKey: String]
  }

  let arguments: Arguments
  let environment: [String: String]

  func load() throws(Failure) -> Loaded {
    let directories = try directories()
    let named = arguments.value("config") ?? environment[UnknownVariables.configurationFile]
    let file = named.map(WorkingDirectory.absolute) ?? directories.configurationFile
    var builder = ConfigurationBuilder(directories, readFile: { path throws(Failure) in try FileText.read(path) })
    var origins: [ConfigurationKey: String] = [:]
    var sources: [ConfigurationKey: Source] = [:]
    // A file that was asked for has to be there; the usual one need not.
    if named != nil || FileText.exists(file) {
      let base = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
      for entry in try ConfigurationFile(text: try FileText.read(file), name: file).entries {
        origins[entry.key] = "\(file):\(entry.line)"
        sources[entry.key] = .file
        try builder.set(entry.key, to: entry.value, place: "\(file):\(entry.line)", base: base)
      }
    }
    for key in ConfigurationKey.allCases {
      if let value = environment[key.variable] {
        origins[key] = key.variable
        sources[key] = .environment
        try builder.set(key, to: value, place: key.variable, base: WorkingDirectory.path)
      }
      if arguments.has(key.option) {
        origins[key] = "--\(key.option)"
        sources[key] = .option
        let value = key == .logIdentities ? "yes" : arguments.values(key.option).joined(separator: " ")
        do throws(Failure) {
          try builder.set(key, to: value, place: "--\(key.option)", base: WorkingDirectory.path)
        } catch {
          // What is wrong inside a file that was named is no mistake of the command line.
          throw value.contains("@") ? error : .usage(error.message, hint: error.hint)
        }
      }
    }
    if dataDirectoryBringsSocket(sources), builder.configuration.dataDirectory != directories.data {
      try builder.keepSocketInDataDirectory(place: origins[.dataDirectory] ?? "")
      origins[.controlSocket] = ConfigurationKey.dataDirectory.rawValue
    }
    return Loaded(configuration: builder.configuration, file: file, origins: origins)
  }

  /// Where a setting was made; the later one wins.
  private enum Source: Int { case nowhere, file, environment, option }

  /// A node that is named by its data directory is spoken to on a socket of its own, unless the socket is named there
  /// or later as well: else a command would be answered by another node.
  private func dataDirectoryBringsSocket(_ sources: [ConfigurationKey: Source]) -> Bool {
    let (data, socket) = (sources[.dataDirectory] ?? .nowhere, sources[.controlSocket] ?? .nowhere)
    return data.rawValue > socket.rawValue
  }

  private func directories() throws(Failure) -> Directories {
    if arguments.has("system") { return .service }
    guard let user = Directories.user(environment) else {
      throw Failure(
        .badInput, "HOME is not set to an absolute path, so there is no place for the node's files",
        hint: "set HOME, or give --system for the service's places")
    }
    return user
  }
}
