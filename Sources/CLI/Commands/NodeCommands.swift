import Bytes
import ControlAPI
import World

/// Starting, watching and stopping a node.
enum NodeCommands {
  static let all = [initialise, daemon, status, readyz, doctor, stop]

  /// The settings that can be given as options, beside those that every command takes.
  static let settings: [Option] = [
    Option("tor", takes: .choice(NodeConfiguration.TorMode.allCases.map(\.rawValue)), "which tor to use"),
    Option("tor-control", takes: .text("ADDRESS"), "tor's control port: unix:/path or 127.0.0.1:port"),
    Option("tor-password-file", takes: .file("FILE"), "holds the password of the control port"),
    Option("tor-binary", takes: .file("PATH"), "the tor program for the node's own tor"),
    Option("tor-template", takes: .file("FILE"), "the torrc template for the node's own tor"),
    Option("port", takes: .integer(1...65535), "the port of the onion service"),
    Option("seed", takes: .text("ADDRESS"), "a node through which the directory is entered", repeatable: true),
    Option(
      "log-level", takes: .choice(LogLevel.allCases.map(\.rawValue)), "the least important kind of line to log"),
    Option("log-identities", "let log lines name peers"),
    Option("relay", takes: .choice(["yes", "no"]), "pass on and hold sealed messages for others"),
    Option("mailbox-messages", takes: .integer(0...Settings.largestQuantity), "how many of them to hold at most"),
    Option("mailbox-megabytes", takes: .integer(0...Settings.largestQuantity), "how many megabytes of them"),
    Option(
      "work-bits", takes: .integer(0...Settings.mostWorkBits), "zero bits of the proof of work on the own identity"),
    Option("work-required", takes: .integer(0...Settings.mostWorkBits), "the same that is asked of others"),
    Option("chat-receipts", takes: .choice(["yes", "no"]), "whether contacts are told what you have read"),
    Option("chat-typing", takes: .choice(["yes", "no"]), "whether contacts are told that you write"),
    Option("chat-keep", takes: .text("TIME"), "for how long messages are kept, like 30d, or forever"),
    Option(
      "files-unasked-megabytes", takes: .integer(0...Settings.largestQuantity),
      "up to how many megabytes a contact's file is fetched without your word"),
    Option(
      "files-quota-megabytes", takes: .integer(0...Settings.largestQuantity),
      "how many megabytes of files are kept of one contact"),
    Option("passphrase-file", takes: .file("FILE"), "read the passphrase of the store from the first line of FILE"),
    Option("key-file", takes: .file("FILE"), "open the store with the key in FILE"),
  ]

  static let initialise = Command(
    "init", "make an identity and the encrypted store that holds it",
    options: [Option("name", takes: .text("NAME"), "what the node calls itself to others")] + settings,
    details: [
      "The store is opened by a passphrase of at least 8 characters, which is asked for twice, or by a key file, which is made when it does "
        + "not exist: that is for a node that starts unattended. There is no way back from a lost passphrase or key."
    ]
  ) { context throws(Stop) in
    let configuration = try context.loadConfiguration().configuration
    let key = try KeySource(context: context, configuration: configuration).find(choosing: true)
    try Folders.makeParent(of: configuration.dataDirectory)
    let request = InitialiseRequest(
      configuration: configuration, key: key, username: context.arguments.value("name"))
    let identity = try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.initialise(request)
    }
    try context.print(identity) { IdentityText.lines(identity) }
    context.note("the identity is in \(configuration.dataDirectory); start the node with: sophax daemon")
    return .success
  }

  static let daemon = Command(
    "daemon", "run the node in the foreground", options: settings,
    details: [
      "The daemon logs to its standard error and ends in order on SIGTERM, SIGINT and SIGHUP. Under systemd it reads the "
        + "passphrase from the credential sophax-passphrase and tells when it is ready."
    ]
  ) { context throws(Stop) in
    let loaded = try context.loadConfiguration()
    try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.requireFree(loaded.configuration)
    }
    let key = try KeySource(context: context, configuration: loaded.configuration).find(choosing: false)
    // A socket beside the store needs no folder: there is one once there is a node.
    if !loaded.configuration.controlSocket.hasPrefix(loaded.configuration.dataDirectory + "/") {
      try Folders.makeParent(of: loaded.configuration.controlSocket)
    }
    let logger = LogSink.logger(
      loaded.configuration.log, console: context.console, environment: context.surroundings.environment)
    let request = DaemonRequest(configuration: loaded.configuration, key: key, logger: logger)
    let manager = ServiceManager(environment: context.surroundings.environment)
    try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.runDaemon(request) { manager.tellReady() }
    }
    return .success
  }

  static let status = Command(
    "status", "what is up, since when, and what is missing",
    options: [
      Option(
        "wait", takes: .choice(StatusGoal.allCases.map(\.rawValue)),
        "wait until the daemon runs, tor is ready, the onion service is published, or it was reached from outside"),
      Option("timeout", takes: .duration, "how long to wait for it (default 120s)"),
    ],
    details: [
      "A wait ends with code 6 when the time is up, and with code 3 when the daemon stops meanwhile or none was "
        + "started in that time."
    ]
  ) { context throws(Stop) in
    try context.requireWait()
    let status = try StatusWait(context: context).status().naming(context.node)
    try context.print(status) { StatusText(colour: context.console.coloursOutput).lines(status) }
    return .success
  }

  static let readyz = Command(
    "readyz", "whether others can reach this node and it can keep what they bring, for supervisors",
    details: [
      "Ends with 0 when tor is ready, the onion service is published and not found unreachable, and the store takes "
        + "writes; otherwise with 12, 5 or 9 for the first of these that is not so, and says which. It never waits."
    ]
  ) { context throws(Stop) in
    let status = try context.ask(NodeStatus.self, Nothing())
    if let unready = Readiness(status).failure { throw .failure(unready) }
    try context.print(["ready": true]) { ["ready"] }
    return .success
  }

  static let doctor = Command(
    "doctor", "look for faults and name the exact fix", options: settings,
    details: ["Works with and without a running daemon. Ends with the exit code of the first fault."]
  ) { context throws(Stop) in try await Doctor(context: context).run() }

  static let stop = Command(
    "stop", "end the daemon in order",
    options: [Option("timeout", takes: .duration, "how long to wait for its end (default 120s)")]
  ) { context throws(Stop) in
    let client = try context.connect()
    let result = try client.call(NodeStop.self, Nothing(), within: Settings.localCall)
    try client.waitForClose(within: context.timeout)
    try context.print(result) { [] }
    context.note("stopped (process \(result.pid))")
    return .success
  }
}
