import Chat
import ControlAPI
import Crypto
import E2EE
import FileTransfer
import Kademlia
import Reactor
import Relay
import Store
import Tor
import TorProtocol
import Transport
import Wire
import World

/// The whole node: the engines, the store, the links, tor and the control socket, on one event loop. It is the thin
/// shell around the values: it hands them the time and what happened, and carries out what they decide. Loop-confined:
/// it is made on its loop and, not being Sendable, cannot leave it.
final class Node {
  let loop: EventLoop
  let configuration: NodeConfiguration
  let log: Logger
  let store: NodeStore
  var identity: LocalIdentity
  let started: Moment
  /// Called once the node has stopped in order.
  let onStopped: () -> Void

  // The engines.
  var chat: ChatEngine
  var directory: Engine
  var mailbox: Mailbox
  var relay: RelayForwarder
  var drops: DeadDrops
  /// The prekeys when they were last looked at, for the public bundle; the store has the truth.
  var preKeys: PreKeyRing
  var replays = ReplayWindow()
  var chance = SystemRandom()
  var counters = Counters()

  // Files that are fetched apart.
  let shelf: FileShelf
  var downloads = Downloads()
  var uploads = Uploads()
  /// What is needed of a file to send its chunks.
  var openFiles: [FileID: OpenFile] = [:]
  /// Files that the disk did not take, and when they are fetched further.
  var restingFiles: [FileID: Instant] = [:]
  /// Files that are looked through before they are fetched further or are complete.
  var checkedFiles: Set<FileID> = []
  /// Files that clients hand over.
  var stagedFiles: [FileID: StagedFile] = [:]
  var fileWaits: [FileCallWait] = []

  // The shells.
  var pool: LinkPool?
  var courier: Courier?
  let network: NodeNetwork
  let dialer: any Dialer
  /// The same when it dials through tor: it waits for the port where tor listens.
  let socks: SOCKSDialer?
  /// Who asks for the lookups that are not made in this node's name.
  var guests: [LookupID: GuestLookup] = [:]
  /// Lookups that wait until fewer guests are under way.
  var waitingGuests: [SoughtLookup] = []
  var tor: TorService?
  var control: ControlServer?
  var signals: [SignalSource] = []
  var timer: Timer?
  /// Ends the wait for those who take over what this node holds, and then the node.
  var leaveTimer: Timer?
  /// Until when that wait lasts at most; nil when there is none.
  var leaveLimit: Instant?
  /// Whether that wait goes on for heirs that are being dialled.
  var waitsForDials = false
  var stopTimer: Timer?

  // This turn.
  var effects: [Effect] = []
  /// The chat as it was before this turn: what a failed commit goes back to.
  var chatBefore: ChatEngine?
  var storeProblem: String?
  /// Until when the chat's own attempts rest, since the store failed.
  var storeRetryAt: Instant?
  var isStopping = false

  // What waits.
  var waits = Waits()
  var messageWaits: [MessageID: [MessageWait]] = [:]
  var lookupWaits: [LookupID: (LookupOutcome) -> Void] = [:]
  var publishWaits: [PublishWait] = []
  var auditWaits: [AuditWait] = []
  /// Tells them how far it is.
  var auditTimer: Timer?
  var pingWaits: [LookupID: (Duration?) -> Void] = [:]
  var dialWaits: [PeerAddress: [DialWait]] = [:]
  /// DHT requests that wait for a dial, by the address that is dialled.
  var requestsByDial: [PeerAddress: [PendingRequest]] = [:]
  /// DHT requests on live links.
  var questions = OpenQuestions()
  /// Peers that the chat wants linked, by the address that is dialled for them.
  var chatDials: [PeerAddress: Set<NodeID>] = [:]
  /// Inbound peers that are dialled back, by the address.
  var probes: [PeerAddress: [Contact]] = [:]
  /// Envelopes that go to a node which is being dialled, by its address.
  var envelopesByDial: [PeerAddress: [(RelayEnvelope, NodeID)]] = [:]
  var nextCollection: Instant
  /// The proof of work on the identity, while it is under way.
  var workTimer: Timer?
  var nextNonce: UInt32 = 0
  var seedStates: [PeerAddress: SeedView] = [:]
  var nextPreKeyCare: Instant
  var clock = ClockWitness()
  var clockStanding = ClockStanding.unknown
  var nextClockLook: Instant
  var lastPublished: Timestamp?
  /// Whether the owner has taken the own record of the directory back.
  var isWithdrawn: Bool

  init(
    loop: EventLoop, configuration: NodeConfiguration, log: Logger, opened: OpenedStore,
    network: NodeNetwork = .tor, onStopped: @escaping () -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.log = log
    self.onStopped = onStopped
    self.network = network
    switch network {
    case .tor:
      let socks = SOCKSDialer(loop: loop)
      (dialer, self.socks) = (socks, socks)
    case .loopback: (dialer, socks) = (LoopbackDialer(loop: loop), nil)
    }
    let now = loop.now
    started = now
    nextPreKeyCare = now.instant + DaemonSettings.preKeyCare
    nextCollection = now.instant + DaemonSettings.firstCollection
    nextClockLook = now.instant + DaemonSettings.clockLook
    store = opened.store
    shelf = opened.shelf
    identity = opened.identity
    preKeys = opened.preKeys
    isWithdrawn = opened.isWithdrawn
    chat = ChatEngine(
      identity: opened.identity,
      preferences: ChatPreferences(
        sendsReceipts: configuration.chat.receipts, sendsTyping: configuration.chat.typing,
        retention: configuration.chat.retention,
        fetchedUnasked: Int64(configuration.chat.filesUnasked) << 20,
        fileQuota: Int64(configuration.chat.filesQuota) << 20))
    let settings = RelaySettings(configuration.relay)
    let isOn = configuration.relay.isOn
    mailbox = Mailbox(local: opened.identity.nodeID, isOn: isOn, settings: settings)
    relay = RelayForwarder(local: opened.identity.nodeID, isOn: isOn, settings: settings)
    drops = DeadDrops(local: opened.identity.nodeID, isOn: isOn, settings: settings)
    var directorySettings = KademliaSettings()
    directorySettings.requiredWorkBits = configuration.work.required
    switch network {
    case .tor: break
    case .loopback: directorySettings.acceptsLoopback = true
    }
    directory = Engine(
      local: opened.identity.nodeID, seeds: configuration.seeds + opened.seeds, records: opened.store,
      settings: directorySettings)
  }
}
