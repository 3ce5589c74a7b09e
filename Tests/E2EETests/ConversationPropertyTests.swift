import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

/// Two parties and a network that delays, reorders, repeats and loses, driven by a seed.
@Suite struct ConversationPropertyTests {
  /// One message under way.
  private struct Flight {
    let text: String
    let wire: WireMessage
    var copies: Int
  }

  private struct Simulation {
    var parties: [Party]
    /// By receiver.
    var flights: [[Flight]] = [[], []]
    var now: Timestamp
    var chance: SeededRandom
    var sent = 0
    /// Texts that opened, by receiver.
    var opened: [[String: Int]] = [[:], [:]]
    /// Texts that left each party and were not lost.
    var expected: [Set<String>] = [[], []]

    init(seed: UInt64) {
      now = Timestamp(milliseconds: 1_780_000_000_000)
      let (a, b) = Party.pair(seed: seed, at: now)
      parties = [a, b]
      chance = SeededRandom(seed: seed ^ 0x5EED)
    }

    mutating func initiate(_ party: Int) throws {
      let bundle = parties[1 - party].hello(at: now)
      try parties[party].initiate(toward: bundle, at: now)
    }

    mutating func send(_ party: Int, losing: Double, repeating: Double) throws {
      if parties[party].sessions.current == nil { try initiate(party) }
      sent += 1
      let text = "\(party).\(sent)"
      let wire = try parties[party].send(text, at: now)
      if Double.random(in: 0..<1, using: &chance) < losing { return }
      let copies = Double.random(in: 0..<1, using: &chance) < repeating ? Int.random(in: 2...4, using: &chance) : 1
      flights[1 - party].append(Flight(text: text, wire: wire, copies: copies))
      expected[1 - party].insert(text)
    }

    /// Delivers one copy of one message: any of the oldest thirty.
    mutating func deliver(to party: Int) throws {
      guard !flights[party].isEmpty else { return }
      let index = Int.random(in: 0..<min(30, flights[party].count), using: &chance)
      var flight = flights[party][index]
      flight.copies -= 1
      if flight.copies == 0 { flights[party].remove(at: index) } else { flights[party][index] = flight }
      try receive(flight.wire, flight.text, party)
    }

    mutating func receive(_ wire: WireMessage, _ text: String, _ party: Int) throws {
      let before = (parties[party].sessions.encoded(), parties[party].preKeys.encoded())
      do {
        let opened = try parties[party].receive(wire, from: parties[1 - party].identity.keys, at: now)
        #expect(opened == text)
        self.opened[party][text, default: 0] += 1
      } catch is SessionError {
        #expect(parties[party].sessions.encoded() == before.0)
        #expect(parties[party].preKeys.encoded() == before.1)
      }
    }

    mutating func reload(_ party: Int) throws {
      parties[party].sessions = try PeerSessions(decoding: parties[party].sessions.encoded())
      parties[party].preKeys = try PreKeyRing(decoding: parties[party].preKeys.encoded())
    }

    mutating func deliverAll() throws {
      while !flights[0].isEmpty || !flights[1].isEmpty {
        try deliver(to: Int.random(in: 0...1, using: &chance))
      }
    }

    /// One message each way, alone on the network.
    mutating func exchange() throws {
      for party in 0...1 {
        now = now + .seconds(1)
        try send(party, losing: 0, repeating: 0)
        try deliverAll()
      }
    }
  }

  /// Seeds by way of arguments, so that a failing one is named.
  @Test(arguments: 0..<12) func everythingThatArrivesOpensExactlyOnce(_ seed: UInt64) throws {
    var simulation = Simulation(seed: seed)
    // Half of the runs begin on both sides at once.
    if seed % 2 == 0 {
      try simulation.initiate(0)
      try simulation.initiate(1)
    }
    for _ in 0..<400 {
      let party = Int.random(in: 0...1, using: &simulation.chance)
      switch Int.random(in: 0..<10, using: &simulation.chance) {
      case 0..<4: try simulation.send(party, losing: 0.1, repeating: 0.2)
      case 4..<8: try simulation.deliver(to: party)
      case 8: simulation.now = simulation.now + .seconds(Int.random(in: 0...5, using: &simulation.chance))
      default: try simulation.reload(party)
      }
    }
    try simulation.deliverAll()
    for party in 0...1 {
      #expect(Set(simulation.opened[party].keys) == simulation.expected[party])
      #expect(simulation.opened[party].values.allSatisfy { $0 == 1 })
    }
    try simulation.exchange()
    try simulation.exchange()
    #expect(simulation.parties[0].sessions.current?.id == simulation.parties[1].sessions.current?.id)
    #expect(simulation.parties.allSatisfy { $0.sessions.current?.isPending == false })
  }

  /// Sessions begun anew at any time, and one side losing all of its own: nothing opens twice, and with time both use
  /// one session again.
  @Test(arguments: 100..<115) func bothSidesFindBackToOneSession(_ seed: UInt64) throws {
    var simulation = Simulation(seed: seed)
    for _ in 0..<300 {
      let party = Int.random(in: 0...1, using: &simulation.chance)
      switch Int.random(in: 0..<100, using: &simulation.chance) {
      case 0..<40: try simulation.send(party, losing: 0.3, repeating: 0.2)
      case 40..<80: try simulation.deliver(to: party)
      case 80..<90: simulation.now = simulation.now + .seconds(Int.random(in: 0...400, using: &simulation.chance))
      case 90..<94: try simulation.initiate(party)
      case 94:
        let sessions = simulation.parties[party].sessions
        simulation.parties[party].sessions = PeerSessions(own: sessions.own, peer: sessions.peer)
      default: try simulation.reload(party)
      }
    }
    try simulation.deliverAll()
    // Whoever cannot open what comes begins anew, once an hour; so the chat does.
    for _ in 0..<4 {
      simulation.now = simulation.now + .seconds(3601)
      for party in 0...1 {
        let before = simulation.opened[1 - party].count
        try simulation.send(party, losing: 0, repeating: 0)
        try simulation.deliverAll()
        if simulation.opened[1 - party].count == before { try simulation.initiate(1 - party) }
      }
    }
    let before = simulation.opened.map(\.count)
    try simulation.exchange()
    #expect(simulation.opened.map(\.count) == before.map { $0 + 1 })
    #expect(simulation.parties[0].sessions.current?.id == simulation.parties[1].sessions.current?.id)
    for party in 0...1 { #expect(simulation.opened[party].values.allSatisfy { $0 == 1 }) }
  }
}
