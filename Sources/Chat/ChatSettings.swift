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

  // MARK: Sessions

  /// The least time between two new sessions begun because the old one failed, per peer.
  package var healInterval: Duration = .seconds(3600)

  /// How long a session that this node began and nobody answered is taken up again on a new link: the peer keeps the
  /// signed prekey it was made from for two weeks at least.
  package var pendingLifetime: Duration = .seconds(7 * 86_400)

  package init() {}
}
