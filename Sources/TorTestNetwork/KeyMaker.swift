import Glibc

/// Makes the identity keys of authority and relays, or takes those that were kept.
struct KeyMaker {
  let folder: NetworkFolder
  /// Where keys are kept between starts.
  let kept: String

  /// Returns the nodes with their identities filled in. Keys are made in parallel: RSA keys take 1 to 2 s.
  func makeKeys(_ nodes: [TestNode]) throws(TestNetworkError) -> [TestNode] {
    let servers = nodes.filter { $0.role != .client }
    let fresh = servers.filter { !Files.exists("\(kept)/\($0.name)/fingerprint") }
    for node in servers where !fresh.contains(node) {
      try Files.copyFiles(from: "\(kept)/\(node.name)", to: folder.keys(node))
    }
    try make(fresh)
    for node in fresh {
      try Files.write(folder.keys(node) + "/fingerprint", try Files.read(folder.data(node) + "/fingerprint"))
      try Files.copyFiles(from: folder.keys(node), to: "\(kept)/\(node.name)")
    }
    var identified = nodes
    for index in identified.indices where identified[index].role != .client {
      try identify(&identified[index])
    }
    return identified
  }

  private func make(_ nodes: [TestNode]) throws(TestNetworkError) {
    var jobs: [(TrackedProcess, name: String, log: String)] = []
    for node in nodes {
      let log = folder.errorLog(node)
      jobs.append((try TrackedProcess.spawn(try relayKeys(node), log: log), "tor --list-fingerprint", log))
      if node.role == .authority {
        let arguments = try authorityKeys(node)
        let job = try TrackedProcess.spawn(arguments, input: folder.passphraseFile, log: log)
        jobs.append((job, "tor-gencert", log))
      }
    }
    let failed = jobs.filter { !$0.0.succeeds() }
    if let job = failed.first { throw .programFailed(name: job.name, log: job.log) }
  }

  private func relayKeys(_ node: TestNode) throws(TestNetworkError) -> [String] {
    [
      try Programs.find("tor"), "-f", folder.emptyFile, "--defaults-torrc", folder.emptyFile, "--quiet",
      "--DataDirectory", folder.data(node), "--ORPort", "127.0.0.1:\(node.relayPort)", "--Nickname", node.name,
      "--list-fingerprint",
    ]
  }

  private func authorityKeys(_ node: TestNode) throws(TestNetworkError) -> [String] {
    let keys = folder.keys(node)
    return [
      try Programs.find("tor-gencert"), "--create-identity-key", "--passphrase-fd", "0", "-m", "12",
      "-i", keys + "/authority_identity_key", "-s", keys + "/authority_signing_key",
      "-c", keys + "/authority_certificate",
    ]
  }

  private func identify(_ node: inout TestNode) throws(TestNetworkError) {
    let path = folder.keys(node) + "/fingerprint"
    let words = try Files.text(path).split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard words.count >= 2 else { throw .programFailed(name: "tor --list-fingerprint", log: path) }
    node.fingerprint = String(words[1])
    guard node.role == .authority else { return }
    let certificate = folder.keys(node) + "/authority_certificate"
    let line = try Files.text(certificate).split(separator: "\n").first { $0.hasPrefix("fingerprint ") }
    guard let identity = line?.split(separator: " ").last else {
      throw .programFailed(name: "tor-gencert", log: certificate)
    }
    node.authorityIdentity = String(identity)
  }
}
