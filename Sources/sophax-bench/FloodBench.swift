import Glibc
import Kademlia
import Simulator
import Wire
import World

/// A flood against one node: lookups that arrive on a virtual clock, as fast as it is asked for, and are handled one
/// after another as the daemon does, with what that really takes on this core.
struct FloodBench {
  private static let start = Moment(
    instant: Instant(nanoseconds: 0), timestamp: Timestamp(milliseconds: 1_776_247_200_000))
  private static let seconds = 20.0
  private static let (identities, lookupsPerSecond) = (500, 5_000.0)
  /// Clients that ask this node once in two seconds each, as a lookup asks one node once.
  private static let (honestClients, honestPerSecond) = (20, 10.0)

  private struct Arrival {
    let at: Double
    let link: UInt64
    let frame: [UInt8]
  }

  private var engine: Engine
  private var window = ReplayWindow()
  private let answerer: Signer
  private let clients: [Signer]

  static func run() throws -> [Figure] {
    var chance = SeededRandom(seed: 1)
    let clients = (0..<honestClients + identities).map { _ in Signer(using: &chance) }
    let honest = arrivals(of: clients[..<honestClients], perSecond: honestPerSecond, using: &chance)
    let flood = arrivals(of: clients[honestClients...], perSecond: lookupsPerSecond, using: &chance)
    let idle = try answerTimes(of: honest, clients, using: &chance)
    let flooded = try answerTimes(of: (honest + flood).sorted { $0.at < $1.at }, clients, using: &chance)
    // What the client sees of it: the same round trips through Tor in both cases.
    let trips = (0..<honest.count).map { _ in SimulationSettings().roundTrip.sample(using: &chance).seconds }
    func seen(_ times: [Double]) -> Double { percentile95(zip(trips, times).map(+)) }
    let note = "\(Int(lookupsPerSecond)) lookups a second from \(identities) identities"
    return [
      Figure(
        name: "flood.idle.p95", value: percentile95(idle) * 1e6, unit: "µs",
        note: "an honest client’s lookup, at the node"),
      Figure(name: "flood.p95", value: percentile95(flooded) * 1e6, unit: "µs", note: "the same under \(note)"),
      Figure(
        name: "flood.answered", value: Double(flooded.count) / Double(honest.count), unit: "of lookups",
        note: "of the honest clients’, under the flood"),
      Figure(
        name: "flood.client.ratio", value: seen(flooded) / seen(idle), unit: "",
        note: "p95 that an honest client sees through Tor, under the flood and idle"),
    ]
  }

  /// How long the honest client waits at the node for each answer, in seconds.
  private static func answerTimes(
    of arrivals: [Arrival], _ clients: [Signer], using chance: inout SeededRandom
  ) throws -> [Double] {
    let node = SimulatedIdentity(using: &chance)
    let table = DirectoryBench.fullTable(of: node.nodeID, using: &chance)
    var bench = FloodBench(
      engine: Engine(local: node.nodeID, seeds: [], records: MemoryRecordStore(), table: table),
      answerer: Signer(using: &chance), clients: clients)
    // The first answers of a process are slow.
    for arrival in arrivals.prefix(40) { _ = try bench.handle(arrival) }
    (bench.window, bench.engine) = (
      ReplayWindow(), Engine(local: node.nodeID, seeds: [], records: MemoryRecordStore(), table: table)
    )
    var (free, times): (Double, [Double]) = (0, [])
    for arrival in arrivals {
      let before = Stopwatch.processorTime()
      let isAnswered = try bench.handle(arrival)
      free = max(free, arrival.at) + Stopwatch.processorTime() - before
      if isAnswered, arrival.link < UInt64(honestClients) { times.append(free - arrival.at) }
    }
    return times
  }

  private init(engine: Engine, answerer: Signer, clients: [Signer]) {
    (self.engine, self.answerer, self.clients) = (engine, answerer, clients)
  }

  /// From frame to frame, the cheapest check first; returns whether it was answered.
  private mutating func handle(_ arrival: Arrival) throws -> Bool {
    let elapsed = Duration.seconds(arrival.at)
    let now = FloodBench.start + elapsed
    let message = try UnverifiedMessage.decode(arrival.frame)
    guard engine.admits(message.message.type, on: arrival.link, at: now.instant) else { return false }
    let verified = try message.verified(by: clients[Int(arrival.link)].keys, at: now, window: &window)
    let requester = Requester(link: arrival.link, nodeID: nil)
    guard let (request, id) = try DHTCodec.decodeRequest(verified.type, verified.payload),
      let answer = try engine.answer(request, from: requester, isAdmitted: true, at: now)
    else { return false }
    let (type, payload) = DHTCodec.encode(answer, id: id, sender: answerer.keys.nodeID)
    _ = try FrameEncoder.frame(answerer.sign(type, payload, at: now).encoded())
    return true
  }

  /// Lookups at random times, each by one of the clients.
  private static func arrivals(
    of clients: ArraySlice<Signer>, perSecond rate: Double, using chance: inout SeededRandom
  ) -> [Arrival] {
    var (at, result): (Double, [Arrival]) = (0, [])
    while true {
      at -= log(Double.random(in: .leastNonzeroMagnitude..<1, using: &chance)) / rate
      guard at < seconds else { return result }
      let index = Int.random(in: clients.indices, using: &chance)
      let target = NodeID(words: (chance.next(), chance.next(), chance.next(), chance.next()))
      let (type, payload) = DHTCodec.encode(
        .findValue(.node(target)), id: RequestID(using: &chance), sender: clients[index].keys.nodeID)
      let frame = clients[index].sign(type, payload, at: start + .seconds(at)).encoded()
      result.append(Arrival(at: at, link: UInt64(index), frame: frame))
    }
  }

  private static func percentile95(_ times: [Double]) -> Double {
    times.isEmpty ? .infinity : times.sorted()[max(0, (times.count * 95 + 99) / 100 - 1)]
  }
}
