import ControlAPI
import Wire

/// A file from one node to another, against as many raw bytes over the same circuit, in turn; and messages meanwhile.
struct FileBench {
  private let sender: DaemonNode
  private let receiver: DaemonNode
  private let raw: EchoStream
  private let bytes: [UInt8]

  init(_ network: BenchNetwork, _ link: LinkBench) throws {
    sender = link.dialler.node
    receiver = sender === network.alice.node ? network.bela.node : network.alice.node
    raw = try EchoStream(socksPort: link.dialler.socks.port, like: link.stream, to: ControlTap.sinkPort)
    let circuit = try network.tor.circuit(of: link.dialler.client, to: link.stream.host, link.stream.port)
    let rawCircuit = try network.tor.circuit(of: link.dialler.client, to: link.stream.host, ControlTap.sinkPort)
    guard let circuit, circuit == rawCircuit else {
      throw BenchFailure.unexpected(
        "the raw stream took circuit \(rawCircuit ?? "?"), the link has \(circuit ?? "?")")
    }
    // Nothing on the way compresses, but it shall not look as if.
    var word: UInt64 = 1
    bytes = (0..<NetworkBenchSettings.filePiece).map { _ in
      word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: word >> 56)
    }
  }

  func measure() throws -> [Figure] {
    var raws: [Double] = []
    var files: [Double] = []
    for _ in 0..<NetworkBenchSettings.fileRounds {
      raws.append(rate(try raw.pour(NetworkBenchSettings.file)))
      files.append(rate(try fetch(try offer())))
    }
    let delays = try messagesMeanwhile()
    let size = "\(NetworkBenchSettings.file / 1_000_000) MB"
    return [
      Figure(
        name: "file.throughput", value: files.median, unit: "MB/s",
        note: "median of \(files.count): \(size) from file.accept until it is whole, checked and on the disk"),
      Figure(
        name: "file.raw", value: raws.median, unit: "MB/s",
        note: "median of \(raws.count): \(size) raw on the same circuit, each before a file"),
      Figure(
        name: "file.ratio", value: zip(files, raws).map { $0 / $1 }.median, unit: "of raw",
        note: "median of the ratios of each file and the raw bytes before it"),
      Figure(
        name: "file.message", value: delays.median * 1e3, unit: "ms",
        note: "median of \(delays.count): message.acknowledged while a file of \(size) is under way"),
    ]
  }

  private func rate(_ time: Duration) -> Double { Double(NetworkBenchSettings.file) / 1e6 / time.seconds }

  /// Hands a file to the sender's node and waits until the receiver has the offer. - Returns: the message.
  private func offer() throws -> String {
    let upload = try sender.call(FileOpen.self, FileOpen.Params(size: Int64(NetworkBenchSettings.file))).upload
    var left = NetworkBenchSettings.file
    while left > 0 {
      let piece = left < bytes.count ? Array(bytes.prefix(left)) : bytes
      _ = try sender.call(FileWrite.self, FileWrite.Params(upload: upload, data: Base64Data(piece)))
      left -= piece.count
    }
    let message = try sender.call(
      FileSend.self, FileSend.Params(upload: upload, to: receiver.identity.nodeID, name: "film.mp4"),
      within: NetworkBenchSettings.delivery
    ).message
    let params = FileWait.Params(id: message.messageID, goal: .delivered)
    let delivered = try sender.call(FileWait.self, params, within: NetworkBenchSettings.delivery)
    guard delivered.reached else { throw BenchFailure.late("an offer") }
    return message.messageID
  }

  private func fetch(_ id: String) throws -> Duration {
    let start = ContinuousClock.now
    _ = try receiver.call(FileAccept.self, MessageReference(id: id))
    let params = FileWait.Params(
      id: id, goal: .fetched, timeoutMilliseconds: Int64(NetworkBenchSettings.transfer.seconds * 1000))
    let result = try receiver.call(FileWait.self, params, within: NetworkBenchSettings.transfer)
    guard result.reached else { throw BenchFailure.late("a file") }
    return ContinuousClock.now - start
  }

  /// How long messages take from the sender while a file goes the same way.
  private func messagesMeanwhile() throws -> [Double] {
    let id = try offer()
    _ = try receiver.call(FileAccept.self, MessageReference(id: id))
    var delays: [Double] = []
    while try receiver.call(FileShow.self, MessageReference(id: id)).message.file?.phase == .fetching {
      delays.append(try sender.send(to: receiver).time.seconds)
    }
    guard !delays.isEmpty else { throw BenchFailure.unexpected("the file was there before a message") }
    return delays
  }
}
