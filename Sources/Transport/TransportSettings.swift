import Wire

/// The bounds of links, each with its reason.
package struct TransportSettings: Sendable {
  // Hellos.

  /// How long each hello of a peer may take. A fresh circuit needs up to 20 s for its first bytes.
  package var helloDeadline = Duration.seconds(30)
  /// The longest frame before a peer is known: a hello with the largest bundle, base64 included.
  package var helloFrame = MessageType.hello.maximumPayload / 3 * 4 + 4096
  /// Hellos verified a second, and at once; further ones wait. One costs 200 µs: a flood takes a twentieth of a core and
  /// no more, and tor brings in hardly as many.
  package var hellosPerSecond = 250.0
  package var helloBurst = 500.0

  // Input: beyond these a link is read more slowly, never dropped for it.

  /// Frames a second, and at once, of a proven peer. A lookup with many answers has tens of frames a second.
  package var framesPerSecond = 256.0
  package var frameBurst = 512.0
  /// The same of an unproven peer, which needs no more than a conversation and a few questions.
  package var unprovenFramesPerSecond = 32.0
  package var unprovenFrameBurst = 64.0
  /// Bytes a second, and at once. Tor carries less; one frame of the largest size passes at once.
  package var bytesPerSecond = 2.0 * 1024 * 1024
  package var byteBurst = 8.0 * 1024 * 1024
  /// Frames that are no message of the wire, until the link is closed: a peer of another version may send a few.
  package var malformedFrames = 8
  /// Bytes of incomplete frames on all links together. Beyond it the link that holds the most is closed, so that many
  /// links of announced and never finished frames cannot fill the memory.
  package var pendingInput = 64 << 20

  // Output.

  /// Bytes that wait to be written on all links together. Beyond it the link that holds the most is closed, so that many
  /// peers that ask and do not read cannot fill the memory.
  package var pendingOutput = 64 << 20
  /// Bytes that one link may hold before it is worth asking how many all hold: what 512 links may at that bound.
  package var outputShare = 128 << 10

  // Life.

  /// A ping goes out when nothing was sent for so long: builds of the original close at 120 s without a frame.
  package var keepAlive = Duration.seconds(90)
  /// No whole frame for so long, though the peer pings as well: it is gone, or trickles a frame to hold memory.
  package var idle = Duration.seconds(240)
  /// Output that makes no progress for so long: the peer does not read.
  package var stalled = Duration.seconds(120)
  /// Both peers may dial at once. Links to one peer that are proven within this time of each other count as that, and
  /// the rule decides; later the newer link wins, since its dialler would not have dialled over a living one.
  package var simultaneous = Duration.seconds(30)
  /// A link that lost against another still delivers what is on its way.
  package var retirement = Duration.seconds(10)

  // Numbers.

  /// Accepted links. 256 idle ones cost about 2 MB, and are what a small machine's tor carries well.
  package var inbound = 256
  /// Accepted links whose peer is not proven. Beyond it the one that has been silent for the longest goes, so honest
  /// peers get in as long as they are faster than the flood is wide.
  package var unproven = 128
  /// Dialled links.
  package var outbound = 256
  /// Dials under way: each makes tor build circuits, which costs processor time.
  package var dials = 16
  /// Of these, dials for the network's sake: dead addresses of the DHT hold theirs for 120 s, and messages between
  /// people must not wait for that.
  package var networkDials = 12
  /// Dials that wait for their turn.
  package var waitingDials = 256

  // Back-off per address.

  package var firstBackoff = Duration.seconds(15)
  /// A peer that is away for days is tried four times an hour.
  package var longestBackoff = Duration.seconds(900)
  /// Addresses whose failures are remembered; the one that is free the soonest is forgotten first.
  package var backoffEntries = 4096

  package init() {}
}
