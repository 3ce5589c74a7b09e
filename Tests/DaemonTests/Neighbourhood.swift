import ControlAPI
import E2EE
import Kademlia
import Reactor
import Store
import TestWorld
import TorProtocol
import Transport
import Wire
import World

@testable import Daemon

/// Whole nodes on one loop with stores of their own, linked through a proxy that stands for tor. Loop-confined.
final class Neighbourhood {
  let proxy: OnionProxy
  private(set) var nodes: [Node] = []
  /// Those that have stopped.
  private(set) var stopped: [NodeID] = []
  private let loop: EventLoop
  private let folder: TemporaryDirectory
  /// The usual ones, for people in a hurry: those who join at once look around again at once.
  static var settings: KademliaSettings {
    var settings = KademliaSettings()
    settings.smallRefresh = .milliseconds(200)...(.seconds(2))
    return settings
  }
  private var watches: [(condition: () -> Bool, act: () -> Void)] = []

  init(loop: EventLoop) throws {
    self.loop = loop
    folder = try TemporaryDirectory()
    proxy = try OnionProxy(loop: loop)
    loop.onTurnEnd = { [weak self] in self?.turnEnded() }
  }

  /// A node that listens and joins through a seed.
  func add(
    seed: Node? = nil, settings: KademliaSettings = Neighbourhood.settings, workBits: Int = 0
  ) throws -> Node {
    let name = "node\(nodes.count)"
    let configuration = NodeConfiguration(
      dataDirectory: folder.file(name), controlSocket: folder.file("\(name).control"),
      seeds: seed.map { [$0.ownAddress] } ?? [], work: NodeConfiguration.Work(bits: workBits))
    let unlock = StoreUnlock.keyFile(folder.file("\(name).key"))
    _ = try NodeInitialiser.initialise(configuration, unlock: unlock, username: name)
    let vault = try Vault.open(at: configuration.dataDirectory)
    guard let opened = try OpenedStore(vault, try vault.masterKey(with: try unlock.key())) else {
      throw NoIdentity()
    }
    let nodeID = opened.identity.nodeID
    let node = Node(loop: loop, configuration: configuration, log: .silent, opened: opened) { [weak self] in
      self?.stopped.append(nodeID)
    }
    node.directory = Engine(
      local: nodeID, seeds: configuration.seeds, records: node.store, settings: settings)
    try connect(node)
    nodes.append(node)
    return node
  }

  /// Calls back, once, after the turn in which a condition has become true.
  func when(_ condition: @escaping () -> Bool, then act: @escaping () -> Void) {
    watches.append((condition, act))
    loop.later {}
  }

  /// Whether every node has all the others in its routing table.
  var isComplete: Bool { nodes.allSatisfy { $0.directory.table.count == nodes.count - 1 } }

  /// The dials of one-use identities.
  var guestDials: [OnionProxy.Dial] { proxy.dials.filter { $0.isolation.hasPrefix("guest/") } }

  private func connect(_ node: Node) throws {
    node.socks?.endpoint = .tcp(host: "127.0.0.1", port: proxy.port)
    let pool = node.makePool(dialer: node.dialer)
    proxy.places[node.identity.onion.hostname] = try pool.listen(at: .tcp(host: "127.0.0.1", port: 0))
    node.pool = pool
    node.timer = Timer(loop: loop) { [unowned node] in node.tick() }
    node.tellDirectory { engine, now in engine.start(saved: [], at: now, using: &node.chance) }
    node.publishBundle()
  }

  private func turnEnded() {
    for node in nodes { node.endTurn() }
    guard let index = watches.firstIndex(where: { $0.condition() }) else { return }
    loop.later(watches.remove(at: index).act)
  }
}

struct NoIdentity: Error {}
