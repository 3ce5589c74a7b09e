/// Every bound and delay of the chat, with its reason.
package struct ChatSettings: Sendable {
  // MARK: What is kept

  /// Contacts and blocked peers. Requests are bounded apart, so that strangers cannot use these up.
  package var maximumContacts = 10_000
  /// Messages that wait for receipts, in total: 10,000 of the largest are 655 MB, the most a small disk can spare.
  package var maximumQueued = 10_000
  /// And for one peer, so that one who never comes back does not take the room of the others.
  package var maximumQueuedPerPeer = 1_000
  /// The original's limit on a text; what is longer is a file.
  package var maximumBodyCount = 65_536
  /// Strangers that wait for the user: more are spam, and are dropped.
  package var maximumRequests = 100
  /// What a stranger may write before an answer.
  package var maximumMessagesPerRequest = 20
  /// Steps of one message's trace. Repetitions share a step, so this takes many outages.
  package var maximumSteps = 64
  /// Events kept for readers that come back: days of a busy node, about 20 MB.
  package var maximumEvents: Int64 = 100_000
  /// The longest page of history, events or outbox that one call returns.
  package var maximumPage = 1_000

  /// The shortest beginning of a message's ID that is looked for: of fewer characters several would answer.
  package var shortestBeginning = 4
  /// Among how many of the newest messages it is looked for: each has to be opened, and these take a tenth of a second.
  package var searchedMessages = 10_000

  /// When a contact was seen last is written down anew after this time: people are shown whole seconds.
  package var lastSeenGrain: Duration = .seconds(1)

  // MARK: Files

  /// A file up to this goes with the message to everybody: encrypted and sealed it still fits a mailbox, 1 MiB.
  package var smallFile: Int64 = 256 << 10
  /// And up to this to those who are not known to fetch files: inflated 2.4 times it fits the 3 MiB that the strictest
  /// build of the original takes.
  package var largestWholeFile: Int64 = 1_250_000
  /// What a stranger may send along, for each of its few messages.
  package var strangersFile: Int64 = 64 << 10
  /// Bytes of a name and of a type that are kept: no file system takes longer names.
  package var maximumFileNameCount = 255
  package var maximumMimeCount = 127
  /// The longest recording: a number beyond a day is none.
  package var longestRecording: Duration = .seconds(86_400)

  // MARK: Notes

  /// How long after a message was written its author may change it: long enough for a typing error that is seen the
  /// next morning, and what was read a day ago stays as it was read.
  package var editLimit: Duration = .seconds(86_400)
  /// The bytes of a reaction: an emoji family of four with skin tones takes 41.
  package var maximumEmojiCount = 64
  /// Message names in one read receipt: encrypted and padded they take 22 KB, a third of what the type may have.
  package var maximumReadNames = 256
  /// Names of notes that are remembered per peer, so that one that comes again is known: more than a peer has waiting.
  package var knownNotes = 2_000
  /// Notes per peer that came before the message they are about: more than travel at once.
  package var earlyNotes = 100

  // MARK: Lifetimes

  /// The longest that a message may be set to live: as long as the original takes.
  package var longestLifetime: Duration = .seconds(366 * 86_400)
  /// The shortest: below it a message that goes through a mailbox is gone before it can be read.
  package var shortestLifetime: Duration = .seconds(5)
  /// Messages erased in one turn, so that a long list does not hold up the loop.
  package var erasedPerTurn = 100
  /// How much longer history is kept while no other clock was seen: more than a clock is off by that was set by hand.
  package var unconfirmedClock: Duration = .seconds(7 * 86_400)
  /// At the latest after this time it is looked again what is to be erased, since the clock may have been set.
  package var expiryCheck: Duration = .seconds(3600)

  // MARK: Typing

  /// While the user writes, the peer is told again after this time, and not before.
  package var typingInterval: Duration = .seconds(4)
  /// After this silence the peer is taken to have stopped writing.
  package var typingLifetime: Duration = .seconds(8)
  /// What one peer may say of its typing in ten seconds.
  package var typingPerTenSeconds = 10

  // MARK: Sending

  /// Messages on a link without a receipt. It is the most that a cut link makes the peer skip, far under the 1,000
  /// keys that a session keeps for skipped messages, and fills a Tor round trip of 2 s at 30 messages a second.
  package var window = 64
  /// Silence on a live link after which a message is sent again: a slow circuit answers within 20 s.
  package var receiptDeadline: Duration = .seconds(60)
  /// The deadline doubles up to this, for a peer that takes frames and never answers.
  package var longestReceiptDeadline: Duration = .seconds(1800)
  /// The wait after the first failed connection; it doubles.
  package var firstRetry: Duration = .seconds(5)
  /// The longest wait: what a peer that comes back waits at most, and four attempts an hour cost a circuit each.
  package var longestRetry: Duration = .seconds(900)
  /// How long a connection may take before its silence counts as a failure: tor itself gives up at 120 s.
  package var connectDeadline: Duration = .seconds(180)

  /// Between the first attempts after a start, one for each peer that something waits for.
  package var startSpacing: Duration = .milliseconds(200)

  // MARK: Mailboxes

  /// Holders of each message: one may be gone for good, two at once rarely are.
  package var mailboxesPerMessage = 3
  /// Messages, and receipts, brought to a holder at a time: half of what it takes from one link.
  package var depositBatch = 16
  /// How long a holder is asked to keep something: as long as any does.
  package var depositLifetime: Duration = .seconds(48 * 3600)
  /// A deposit that ends within this time is renewed.
  package var depositRenewal: Duration = .seconds(3600)
  /// Between two attempts for a peer for which too few holders were found.
  package var depositRetry: Duration = .seconds(600)
  /// After one that brought nothing to anybody; doubled with each in a row, up to `depositRetry`.
  package var firstDepositRetry: Duration = .seconds(15)
  /// How long finding holders and bringing them something may take: a lookup and a dial through tor each.
  package var depositDeadline: Duration = .seconds(600)
  /// For how long a receipt that is held in a mailbox is not brought there again, when copies of its message come
  /// from other holders.
  package var heldReceiptLifetime: Duration = .seconds(6 * 3600)
  /// And how many of those are remembered.
  package var maximumHeldReceipts = 4096
  /// Receipts that wait for one peer; the peer asks again for what is over.
  package var maximumOwedReceipts = 1_000

  // MARK: Dead drops

  /// Searches for mailboxes that come to nothing, in a row, before a message is dropped.
  package var searchesBeforeDrop = 3
  /// As long as any node holds one.
  package var dropLifetime: Duration = .seconds(12 * 3600)
  /// Messages dropped for one peer at a time: each is copied by every node that it reaches.
  package var dropBatch = 4
  /// Bytes of a sealed message; larger ones are not worth their copies.
  package var largestDrop = 64 << 10
  /// Messages that are remembered as dropped; with more, some are dropped again.
  package var maximumDropped = 4096

  // MARK: Sessions

  /// The least time between two new sessions begun because the old one failed, per peer.
  package var healInterval: Duration = .seconds(3600)

  /// Peers that were asked to begin a session and are remembered for `healInterval`; with more, none is asked, and each
  /// finds out by silence. So many fit in 100 KB, and are more than have links at a time.
  package var maximumAsked = 1024

  /// How long a session that this node began and nobody answered is taken up again on a new link: the peer keeps the
  /// signed prekey it was made from for two weeks at least.
  package var pendingLifetime: Duration = .seconds(7 * 86_400)

  package init() {}
}
