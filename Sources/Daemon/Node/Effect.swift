import Chat
import Kademlia
import Relay
import Store
import Transport
import Wire

/// What a turn decided to do, carried out only once its store transaction has committed: persist, then send.
enum Effect {
  case chat(ChatDirective)
  case directory(Engine.Directive)
  case mailbox(Mailbox.Directive)
  case relay(RelayForwarder.Directive)
  case drop(DeadDrops.Directive)
  /// What a call waits for from now on; when the turn is taken back, it is refused instead.
  case wait(begin: () -> Void, refuse: (StoreError) -> Void)
  /// The answer to a client of the control socket.
  case answer(ControlClient, [UInt8])
  /// What it is told before that.
  case note(ControlClient, [UInt8])
  /// The answer to a DHT question, on the link that it came on.
  case respond(Link, MessageType, [UInt8])
  /// The events that a client has not seen, after the answer to its subscription.
  case deliverEvents(ControlClient)
  /// End everything, once what was said before is said.
  case stop
}
