import Kademlia
import Store
import World

/// The bounds and delays of the daemon itself, each with its reason.
enum DaemonSettings {
  /// Characters that are shown of a message which another one answers: one line.
  static let excerpt = 80
  /// How much of the history one call searches: ten milliseconds of the loop, and the finds fit one answer.
  static let searchStep = SearchBounds(messages: 4_000, bytes: 1 << 20)
  /// Connections on the control socket at once: a person has a few terminals and scripts open, not hundreds.
  static let maximumControlClients = 64
  /// Requests of one client that a turn takes up: they share its commit, so a script that sends many pays few flushes of
  /// the disk, and others wait for no more than these.
  static let requestsPerTurn = 32
  /// What one write hands to a connection, so that an answer of any length fits its queue.
  static let writePiece = 1 << 20
  /// Bytes that wait for a client that does not read: the longest answer, and as much again for what else comes.
  static let maximumUnread = 32 << 20
  /// Calls that wait for something, per daemon: each costs a few hundred bytes and a timer entry.
  static let maximumWaitingCalls = 1_000
  /// How long a lookup may take when the caller does not say: three dials in a row that each take tor's two minutes
  /// would be longer, but a person has given up by then.
  static let lookupTimeout: Duration = .seconds(120)
  /// How often whoever waits is told how far it is: people look once a second.
  static let progressPause: Duration = .seconds(1)
  /// How long `message.send` waits for a state when the caller does not say.
  static let deliveryTimeout: Duration = .seconds(120)
  /// How long `directory.publish` waits for holders when the caller does not say.
  static let publishTimeout: Duration = .seconds(180)
  /// The longest wait that a caller may ask for: a day, so that a forgotten script ends.
  static let longestWait: Duration = .seconds(86_400)
  /// How far another clock may be from this machine's before it is called another time: what makes messages be refused is
  /// 30 s ahead or 300 s behind, and a dial through Tor takes part of a minute.
  static let clockTolerance: Duration = .seconds(120)
  /// For how long the time of another node is remembered: links to most neighbours are made anew within it.
  static let clockViewLifetime: Duration = .seconds(3_600)
  /// Nodes whose time is remembered: more would not make it truer.
  static let clockViews = 32
  /// How often the clock is looked at: it may be set at any moment, and who waits for that has waited long enough.
  static let clockLook: Duration = .seconds(15)
  /// For how long a question of the DHT is asked of others as it was signed: a lookup is over by then, and a peer takes
  /// what was signed five minutes ago.
  static let questionLifetime: Duration = .seconds(10)
  /// Questions that are kept for that: those of the lookups and the publication that a person's node has at a time.
  static let recentQuestions = 4
  /// Requests that wait for a dial to one peer; more come only from a fault or a flood.
  static let maximumRequestsPerDial = 256
  /// Events handed to one subscriber at a time, before others have their turn.
  static let eventPage = 64
  /// How often one turn may go round between carrying out directives and committing what that wrote, before the rest
  /// waits for the next turn: sockets must not starve.
  static let roundsPerTurn = 8
  /// Bytes that may wait on a link when a chunk of a file is added: messages wait behind no more than these and the chunk.
  static let fileOutput = 128 << 10
  /// Chunks that leave in one turn, so that other links have their turn.
  static let chunksPerTurn = 16
  /// Files that clients hand over at once, each and together: each has a part of the disk.
  static let stagedPerClient = 4
  static let staged = 16
  /// The wait before a file is fetched further that the disk did not take.
  static let fileRest: Duration = .seconds(30)
  /// How often the prekeys are looked after.
  static let preKeyCare: Duration = .seconds(3600)
  /// The wait before the first look for mail: the directory has joined by then, or is asked again soon.
  static let firstCollection: Duration = .seconds(10)
  /// And before the next one while nobody of the directory has answered.
  static let repeatedCollection: Duration = .seconds(30)
  /// How often mail is looked for: a message may wait that long, and each round costs a lookup.
  static let collection: Duration = .seconds(900)
  /// Nodes that mail is looked for at: the 3 that senders choose, and those that stood in their place lately.
  static let collectedNodes = 5
  /// Nodes that a message is offered to: the 3 nearest, and as many to stand in for those that refuse.
  static let mailboxCandidates = 6
  /// Envelopes that wait for a dial to one node.
  static let maximumEnvelopesPerDial = 16
  /// Errands to mailboxes at once: each is a circuit of its own.
  static let maximumErrands = 8
  /// Errands that wait; those beyond are as good as failed, and are asked for again.
  static let maximumWaitingErrands = 256
  /// How long a holder may take to answer an errand, its dial not counted.
  static let errandPatience: Duration = .seconds(90)
  /// Lookups under one-use identities at once: each may hold sixteen dials, and tor builds circuits of its own for them.
  static let maximumGuests = 8
  /// Of these, those that no person waits for.
  static let maximumBackgroundGuests = 6
  /// Lookups that wait for a guest; those beyond are refused, and the node's own are asked for again.
  static let maximumWaitingGuests = 256
  /// How long the guest of a lookup that has ended stays to bring a newer record to those who served an older one.
  static let guestFarewell: Duration = .seconds(20)
  /// Attempts at the proof of work in a turn, and the pause between two: under a millisecond in ten, so that 20 bits are
  /// done within a minute and nobody notices.
  static let workSlice = 500
  static let workPause: Duration = .milliseconds(10)
  /// How long a stop waits for the next node to take a record over: an answer on a link that is up comes within a second,
  /// and peers that are gone shall not hold it up.
  static let leavePatience: Duration = .milliseconds(1200)
  /// How long it hands over at most, with the dials that this takes: through Tor two thirds of them are done by then, and
  /// whoever stops a service waits some seconds for it.
  static let leaveLimit: Duration = .seconds(6)
  /// How long a stop waits for links and answers to flush.
  static let stopGrace: Duration = .milliseconds(500)
  /// The wait between attempts at a store that failed; operators free disk space by hand.
  static let storeRetry: Duration = .seconds(5)
  /// Disjoint paths of the lookup through which somebody is found for the first time: a liar misleads one of them.
  static let firstContactPaths = 3
  /// Disjoint paths of a lookup that a caller may ask for: as many as the engine walks.
  static let lookupPaths = 1...KademliaSettings().maximumPaths
}
