import Bytes
import Crypto
import Kademlia
import Simulator
import Wire
import World

/// The directory on one core, without sockets: what a request costs from frame to frame, and what of that is
/// cryptography that cannot be saved; the k closest of a large table.
enum DirectoryBench {
  static func run() throws -> [Figure] {
    var chance = SeededRandom(seed: 1)
    let node = SimulatedIdentity(using: &chance)
    let table = fullTable(of: node.nodeID, using: &chance)
    return try requests(node, table, &chance) + closest(table, &chance)
  }

  // MARK: Requests

  private static func requests(
    _ node: SimulatedIdentity, _ table: RoutingTable, _ chance: inout SeededRandom
  ) throws -> [Figure] {
    var settings = KademliaSettings()
    settings.linkRate = .infinity
    settings.linkBurst = .infinity
    settings.totalRate = .infinity
    settings.totalBurst = .infinity
    var engine = Engine(
      local: node.nodeID, seeds: [], records: MemoryRecordStore(), settings: settings, table: table)
    let asker = Signer(using: &chance)
    let answerer = Signer(using: &chance)
    let now = Moment(instant: Instant(nanoseconds: 0), timestamp: Timestamp(milliseconds: 1_776_247_200_000))
    var window = ReplayWindow()
    var frames: [[UInt8]] = []
    for _ in 0..<20_000 {
      let request = DHTRequest.findNode(NodeID(words: (chance.next(), chance.next(), chance.next(), chance.next())))
      let (type, payload) = DHTCodec.encode(request, id: RequestID(using: &chance), sender: asker.keys.nodeID)
      frames.append(asker.sign(type, payload, at: now).encoded())
    }
    var next = 0
    let text = frames[0]
    let (seconds, floor) = try Stopwatch.secondsPerCall {
      if next == frames.count {
        next = 0
        window = ReplayWindow()
      }
      let message = try UnverifiedMessage.decode(frames[next]).verified(by: asker.keys, at: now, window: &window)
      next += 1
      guard let (request, id) = try DHTCodec.decodeRequest(message.type, message.payload),
        let answer = try engine.answer(request, from: Requester(link: 1, nodeID: nil), at: now)
      else { return }
      let (type, payload) = DHTCodec.encode(answer, id: id, sender: answerer.keys.nodeID)
      _ = try FrameEncoder.frame(answerer.sign(type, payload, at: now).encoded())
    } beside: {
      _ = Ed25519.isValid(asker.key.signature(for: text), for: text, publicKey: asker.key.publicKey)
    }
    return [
      Figure(
        name: "directory.requests-answered", value: 1 / seconds, unit: "per second",
        note: "FIND_NODE from frame to frame: decode, verify, k closest, encode, sign; one core, one link"),
      Figure(
        name: "directory.requests-answered.ratio", value: floor / seconds, unit: "of the floor",
        note: "the floor is one libsodium sign and one verify of the same bytes alone"),
    ]
  }

  // MARK: The k closest

  private static func closest(_ table: RoutingTable, _ chance: inout SeededRandom) -> [Figure] {
    let targets = (0..<1024).map { _ in NodeID(words: (chance.next(), chance.next(), chance.next(), chance.next()))
    }
    var next = 0
    let seconds = Stopwatch.secondsPerCall {
      _ = table.closest(to: targets[next & 1023], count: 20)
      next += 1
    }
    return [
      Figure(
        name: "directory.k-closest", value: seconds * 1e6, unit: "µs",
        note: "k = 20 of \(table.entries.count) contacts, random targets")
    ]
  }

  /// 5,000 contacts need prefixes that random identifiers do not have: they are spread over all buckets. Each twenty are
  /// named by one of the twenty before.
  static func fullTable(of local: NodeID, using chance: inout SeededRandom) -> RoutingTable {
    var table = RoutingTable(local: local, settings: KademliaSettings())
    var (bit, introducer): (Int, NodeID?) = (0, nil)
    while table.entries.count < 5_000, bit < 256 {
      for _ in 0..<20 {
        let contact = Contact(
          nodeID: identifier(sharing: bit, bitsWith: local, using: &chance), address: address(using: &chance))
        _ = table.admit(contact, introducer: introducer, at: Instant(nanoseconds: 0))
      }
      introducer = table.bucket(255 - bit).entries.first?.contact.nodeID
      bit += 1
    }
    return table
  }

  private static func identifier(
    sharing bits: Int, bitsWith local: NodeID, using chance: inout SeededRandom
  ) -> NodeID {
    var bytes = chance.bytes(32)
    let own = local.bytes
    for bit in 0..<256 {
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      if bit < bits { bytes[bit / 8] = bytes[bit / 8] & ~mask | own[bit / 8] & mask }
      if bit == bits { bytes[bit / 8] = bytes[bit / 8] & ~mask | ~own[bit / 8] & mask }
    }
    return NodeID(bytes: bytes) ?? local
  }

  private static func address(using chance: inout SeededRandom) -> PeerAddress {
    OnionAddress(signingKey: chance.bytes(32)).map { PeerAddress($0) } ?? PeerAddress.loopback(port: 1)
  }
}
