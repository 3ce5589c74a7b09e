/// The bounds and times of the DHT. `Docs/spec/dht.md` lists the same values with the same reasons.
package struct KademliaSettings: Sendable {
  // MARK: Kademlia

  /// Contacts per bucket, holders per record, nodes per answer: Maymounkov's 20; with holders up half of the time,
  /// all 20 are down together once in a million.
  package var k = 20
  /// Requests in flight while a lookup walks, on links and by dials each: Maymounkov's 3.
  package var alpha = 3
  /// Proven contacts that wait per full bucket: a bucket half dead is still refilled at once.
  package var replacementsPerBucket = 10
  /// Failures in a row after which a contact is questionable and gives way: one may be a lost circuit, two a bad hour.
  package var failuresBeforeEviction = 3

  /// Contacts that one node may bring into the table, once it holds k: what one honest answer names.
  package var contactsPerIntroducer = 20
  /// Zero bits of a proof of work on an identity from which on it is preferred, free of the limits on regions and
  /// introducers: a second's work of one core, a million times what an identifier costs.
  package var workBits = 20
  /// The same from which on a contact is admitted at all; the operator says.
  package var requiredWorkBits = 0

  // MARK: Time-outs

  /// Bounds of the time after which an answer on a live link is late and its slot is freed.
  package var warmPatience: ClosedRange<Duration> = .seconds(1)...(.seconds(20))
  /// The same when the onion has to be dialled first: descriptor, introduction, rendezvous, hello.
  package var coldPatience: ClosedRange<Duration> = .seconds(5)...(.seconds(40))
  /// What is assumed until answers were timed: an onion round trip with a slow relay; a dial as in the field.
  package var firstWarmGuess: Duration = .milliseconds(1500)
  package var firstColdGuess: Duration = .seconds(5)
  /// When a request has failed: tor itself gives up on an onion after 120 s.
  package var hardTimeout: Duration = .seconds(120)
  /// When a lookup ends with what it has: two dials in a row that take tor's whole patience, and a little.
  package var lookupTimeout: Duration = .seconds(270)
  /// How long a lookup that has something to show waits at most for late answers that would count, and one for a single
  /// record that has it for slow ones.
  package var lateGrace: Duration = .seconds(10)

  // MARK: Lookups

  /// Equal newest copies from distinct nodes that end a lookup of one identifier before all k answered: a stale half
  /// of the holders outvotes a fresh one in 1 of 2,900 lookups.
  package var agreement = 8
  /// Candidates that one lookup remembers: ten answers without overlap; the nearest stay.
  package var candidatesPerLookup = 200
  /// Further addresses tried for an identity that answers disagree about: a liar costs two dials more, not the node.
  package var alternativeAddresses = 2
  /// How long a lookup waits for somebody to ask while this node is still joining.
  package var joinPatience: Duration = .seconds(60)
  /// Lookups at a time. At 200 candidates each they stay under 40 MB.
  package var concurrentLookups = 1024
  /// Lookups that wait for others to end; one more is refused. At 150 bytes each they stay under 3 MB.
  package var queuedLookups = 16_384
  /// Disjoint paths of one lookup at most: with eight, one fifth of liars spoils 1 lookup in 300.
  package var maximumPaths = 8
  /// Nodes that are not there after which what their introducer alone named is no longer believed, if they are more than
  /// twice those that are: an honest node names one dead contact in ten.
  package var falseIntroductions = 4
  /// Requests in flight at a time, over all lookups: each may hold a circuit of tor.
  package var requestsInFlight = 512
  /// Distinct identities that a prefix lookup returns: more cannot share 8 digits by chance.
  package var matchesPerLookup = 100

  // MARK: Records

  /// The longest life of a record, counted from its signature and from its receipt: two republish intervals and one
  /// hour, so that one missed republish loses nothing.
  package var recordLease: Duration = .seconds(25 * 3600)
  /// How long a withdrawal is kept, counted from its signature: a day longer than any copy of what it undoes.
  package var withdrawalLease: Duration = .seconds(49 * 3600)
  /// Records held for others, and their bytes: with bundles of 3 KB, 300 MB on disk.
  package var records = 100_000
  package var recordBytes = 384 << 20
  /// How far ahead an own record may be signed, to take the place of one of this second: well within what holders allow to
  /// the clocks of others, 300 s.
  package var signingLead: Duration = .seconds(120)
  /// How often one identity may change its record: so many times at once, and once more per interval. A person who
  /// tries names or pictures stays below.
  package var changesPerPublisher = 8.0
  package var publisherInterval: Duration = .seconds(600)
  /// Records of others that one link may bring: so many at once, and one more per interval. A holder that leaves hands
  /// over as many as it has, and a flood of made-up identities does not fill the store in an hour.
  package var recordsPerLink = 256.0
  package var recordInterval: Duration = .seconds(30)
  /// Bundles in one answer to a prefix and their bytes together: the answer must fit its frame.
  package var matchesPerAnswer = 20
  package var answerBytes = 512 << 10
  /// Signatures of records that are not checked again: both of a thousand, more than most nodes hold; 64 bytes each.
  package var provenSignatures = 2_048

  // MARK: Upkeep

  /// When the publisher signs and stores its bundle again: twice within a record's life.
  package var republishInterval: Duration = .seconds(12 * 3600)
  /// Waits after a publication that no holder accepted: the first, doubled up to the last.
  package var republishBackoff: ClosedRange<Duration> = .seconds(30)...(.seconds(1800))
  /// Disjoint paths of the lookup before storing, and of the one that reads back.
  package var publishingPaths = 3
  /// Nodes beyond the nearest that are given the record too, when they lie within the radius in which k are expected.
  package var furtherHolders = 20
  /// How long after a restart a record that is still in force is published again at the latest.
  package var restartSpread: Duration = .seconds(600)
  /// When the publisher reads its record back: after a publication or when half of the copies are gone, and else.
  package var firstAudit: Duration = .seconds(900)
  package var auditInterval: Duration = .seconds(2 * 3600)
  /// Records that are handed over before leaving, those first that this node is nearest to. In a network where each node
  /// publishes one record a node holds about 20 to 40; 256 is six times that, and what is left to the other holders
  /// beyond has 19 more copies, which the publisher counts every `auditInterval` and completes.
  package var recordsHandedOver = 256
  /// Records that one heir is given at once, each a store of three tokens of the budget of its link, with a sixth of that
  /// left for other questions; and the pace of the rest, at which that budget refills.
  package var recordsAtOnce = 16
  package var handoverStep: Duration = .milliseconds(200)
  /// Accepted copies at which a publication is reported as done while the rest goes on.
  package var earlyAcceptances = 3
  /// How often each bucket is looked up: Maymounkov's hour.
  package var refreshInterval: Duration = .seconds(3600)
  /// How often one bucket that is due is looked up, one at a time: all buckets of a network of a million nodes are
  /// done in a quarter of an hour, and a node that has just joined dials no crowd.
  package var refreshStep: Duration = .seconds(45)
  /// The same for the own neighbourhood while the table holds fewer than k: soon after joining, since two that join at
  /// once through one seed hear of each other only by a second look, then doubled up to the last.
  package var smallRefresh: ClosedRange<Duration> = .seconds(15)...(.seconds(600))
  /// Silence after which a contact is asked whether it is there, and how many are asked per sweep: at most 48 dials
  /// an hour.
  package var pingAfter: Duration = .seconds(3600)
  package var pingsPerSweep = 4
  /// A contact heard of within this time is not asked again when its bucket is full: the original's quarter hour.
  package var recentlySeen: Duration = .seconds(900)
  /// How often that sweep, and the one for expired records, run.
  package var sweepInterval: Duration = .seconds(300)
  /// How often contacts are saved while they change, and how many.
  package var saveInterval: Duration = .seconds(600)
  package var savedContacts = 200
  /// Waits between attempts to join while the table is empty: the first, doubled up to the last; a seed that comes
  /// back is used within two minutes.
  package var bootstrapBackoff: ClosedRange<Duration> = .seconds(5)...(.seconds(90))
  /// Seeds that are remembered: a screenful of addresses given by hand.
  package var seeds = 64
  /// Contacts that were given up and are remembered, one of which is tried with each refresh of the neighbourhood: the
  /// other half of a network that was parted for an hour.
  package var lostContacts = 64
  /// How long saved contacts are tried before seeds are dialled too, and how many seeds at a time.
  package var seedDelay: Duration = .seconds(10)
  package var seedsPerAttempt = 3
  /// Fraction by which periods vary, so that nodes started together part.
  package var jitter = 0.2
  /// A tick later than this means that the machine slept: what fell due meanwhile is spread over `wakeSpread`.
  package var wakeThreshold: Duration = .seconds(120)
  package var wakeSpread: Duration = .seconds(120)

  // MARK: Guests at the door

  /// Requests per link: a burst for a lookup and a refill a second. An honest peer asks one node about once per lookup.
  package var linkBurst = 60.0
  package var linkRate = 20.0
  /// The same over all links: about a third of what one core can verify and sign.
  package var totalBurst = 4000.0
  package var totalRate = 2000.0
  /// Questions that count as modest when they come at once: one by prefix may follow one by identifier.
  package var shareBurst = 2.0
  /// Links, and publishers, whose budget is remembered; beyond, those that are full again are forgotten first.
  package var budgets = 4096
  /// Inbound peers that are being dialled back at a time, so that they may enter the table.
  package var probes = 8
  /// Waits before a peer whose link stays is dialled back again after that failed: the first, since a new onion's
  /// descriptor reaches the directories within half a minute, doubled up to the last.
  package var probeBackoff: ClosedRange<Duration> = .seconds(30)...(.seconds(1800))
  /// How long an inbound peer that comes again is not dialled back again.
  package var probeInterval: Duration = .seconds(1800)
  /// Whether addresses on 127.0.0.1 are believed: only between processes of one machine, without Tor.
  package var acceptsLoopback = false

  package init() {}
}
