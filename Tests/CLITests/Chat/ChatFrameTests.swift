import ControlAPI
import Terminal
import Testing
import World

@testable import CLI

/// Screens as text.
@Suite struct ChatFrameTests {
  private func show(_ screen: ChatScreen) -> String {
    screen.frame.text.map { $0 + "¦" }.joined(separator: "\n")
  }

  @Test func wide() {
    #expect(
      show(ChatFixture.screen()) == #"""
        ● bob               │bob  b0b0b0b0b0b0b0b0  link proven  post-quantum           ¦
        ○ carol             │                                                           ¦
                            │                                                           ¦
                            │                                                           ¦
                            │                                                           ¦
                            │                                                           ¦
                            │                                                           ¦
                            │── 2026-04-15 ──                                           ¦
                            │10:00 bob  hello alice                                     ¦
                            │10:01 you  hi bob  read                                    ¦
                            │10:02 bob  a longer text that needs more than one row on a ¦
                            │           narrow screen, to see it wrapped                ¦
                            │10:03 you  sure  delivered                                 ¦
                            │10:04 you  and this one waits  queued                      ¦
        >                                                                               ¦
         tor ready · onion published · peers 2 · queue 3 · relay holds 4                ¦
        """#)
  }

  @Test func narrow() {
    #expect(
      show(ChatFixture.screen(columns: 44, rows: 14)) == #"""
        bob  b0b0b0b0b0b0b0b0  link proven  post-qu…¦
                                                    ¦
                                                    ¦
                                                    ¦
        ── 2026-04-15 ──                            ¦
        10:00 bob  hello alice                      ¦
        10:01 you  hi bob  read                     ¦
        10:02 bob  a longer text that needs more    ¦
                   than one row on a narrow screen, ¦
                   to see it wrapped                ¦
        10:03 you  sure  delivered                  ¦
        10:04 you  and this one waits  queued       ¦
        >                                           ¦
         tor ready · onion published · peers 2 · qu…¦
        """#)
  }

  @Test func tiny() {
    #expect(
      show(ChatFixture.screen(columns: 18, rows: 6)) == #"""
        bob  b0b0b0b0b0b0…¦
        10:04 you         ¦
          and this one    ¦
          waits  queued   ¦
        >                 ¦
         tor ready · onio…¦
        """#)
    #expect(
      show(ChatFixture.screen(columns: 5, rows: 2)) == #"""
          ued¦
             ¦
        """#)
    #expect(
      show(ChatFixture.screen(columns: 1, rows: 1)) == #"""
         ¦
        """#)
  }

  @Test func hostile() {
    let bodies = [
      "\u{1B}[2J\u{1B}]0;pwned\u{7}", "\u{202E}live ,\u{2066}x", "zero\u{200B}width", "line\nfeed\r\nand\ttab",
      "שלום 12 עולם", "👨‍👩‍👧‍👦🇩🇪1️⃣ 中文 e\u{301}", "\u{301}\u{301}",
    ]
    let messages = bodies.enumerated().map { ChatFixture.message($0.offset, $0.element) }
    let names = [
      ChatFixture.contact(ChatFixture.bob, nil, username: "bob\u{1B}[31m\nroot"),
      ChatFixture.contact(ChatFixture.carol, "קרול"), ChatFixture.contact(ChatFixture.eve, "中文名字很长的一个人在这里呢"),
    ]
    var screen = ChatFixture.screen(columns: 72, rows: 14, messages: messages, contacts: names)
    screen.book.show(ChatFixture.bob)
    ChatFixture.answer(&screen) { if case .log = $0 { .messages(.init(messages: messages)) } else { nil } }
    #expect(
      show(screen) == #"""
        ○ “bob\u{1b}[31m\…│“bob\u{1b}[31m\u{a}root”  b0b0b0b0b0b0b0b0  link non…¦
        ○ קרול            │── 2026-04-15 ──                                     ¦
        ○ 中文名字很长的… │10:00 “bob\u{1b}[31…  \u{1b}[2J\u{1b}]0;pwned\u{7}   ¦
                          │10:01 “bob\u{1b}[31…  \u{202e}live ,\u{2066}x        ¦
                          │10:02 “bob\u{1b}[31…  zero\u{200b}width              ¦
                          │10:03 “bob\u{1b}[31…  line                           ¦
                          │                      feed                           ¦
                          │                      and    tab                     ¦
                          │10:04 “bob\u{1b}[31…  שלום 12 עולם                   ¦
                          │10:05 “bob\u{1b}[31…  👨‍👩‍👧‍👦🇩🇪1️⃣ 中文 é                  ¦
                          │10:06 “bob\u{1b}[31…  ◌́́                              ¦
        no contact answers to bob: /add WHO adds one                            ¦
        >                                                                       ¦
         tor ready · onion published · peers 2 · queue 3 · relay holds 4        ¦
        """#)
  }

  @Test func request() {
    let eve = ChatFixture.contact(ChatFixture.eve, nil, username: "eve", state: .requested)
    let request = ContactRequestView(
      contact: eve, messages: 3, preview: "hello, I am Eve from the meeting", received: Timestamp(milliseconds: 1))
    var screen = ChatFixture.screen(rows: 10, requests: [request])
    ChatFixture.type(&screen, "/open eve\r")
    #expect(
      show(screen) == #"""
        ? “eve”           3 │“eve”  eeeeeeeeeeeeeeee  asks to be a contact              ¦
        ● bob               │                                                           ¦
        ○ carol             │                                                           ¦
                            │                                                           ¦
                            │                                                           ¦
                            │“eve” asks to be a contact; 3 waiting.                     ¦
                            │/accept lets it in, /block keeps it away.                  ¦
                            │hello, I am Eve from the meeting                           ¦
        >                                                                               ¦
         tor ready · onion published · peers 2 · queue 3 · relay holds 4                ¦
        """#)
  }

  @Test func inputGrows() {
    var screen = ChatFixture.screen(columns: 40, rows: 12)
    ChatFixture.type(
      &screen, "\u{1B}[200~a message of more\nthan one line, and with one that is longer than the screen\u{1B}[201~"
    )
    #expect(
      show(screen) == #"""
        bob  b0b0b0b0b0b0b0b0  link proven  pos…¦
        10:00 bob  hello alice                  ¦
        10:01 you  hi bob  read                 ¦
        10:02 bob  a longer text that needs more¦
                   than one row on a narrow     ¦
                   screen, to see it wrapped    ¦
        10:03 you  sure  delivered              ¦
        10:04 you  and this one waits  queued   ¦
        > a message of more                     ¦
        than one line, and with one that is long¦
        er than the screen                      ¦
         tor ready · onion published · peers 2 …¦
        """#)
  }

  @Test func moreThanText() {
    var messages = ChatFixture.conversation
    messages[1].reply = ReplyView(messageID: "m0", direction: .incoming, excerpt: "hello\u{1B}[31m alice")
    messages[1].edited = messages[1].timestamp
    messages[2].reactions = [ReactionView(by: .outgoing, emoji: "👍"), ReactionView(by: .incoming, emoji: "❤️")]
    messages[2].gap = true
    messages[3].expires = messages[4].timestamp
    messages[4].state = .failed
    messages[4].reason = "the contact is blocked"
    var bob = ChatFixture.contact(ChatFixture.bob, "bob", link: .proven)
    (bob.verified, bob.successor, bob.muted) = (bob.added, ChatFixture.eve, true)
    var screen = ChatFixture.screen(rows: 14, messages: messages, contacts: [bob])
    screen.book.happened(Typing(nodeID: ChatFixture.bob, typing: true), at: Instant(nanoseconds: 0))
    ChatFixture.type(&screen, "\u{1B}[1;3A")
    #expect(
      show(screen) == #"""
        ● bob               │bob  writes …  key changed: /trust  verified  muted  b0b0b…¦
                            │── 2026-04-15 ──                                           ¦
                            │10:00 bob  hello alice                                     ¦
                            │10:01 you  ↳ hello\u{1b}[31m alice                         ¦
                            │           hi bob  edited  read                            ¦
                            │… messages before this one are missing                     ¦
                            │10:02 bob  a longer text that needs more than one row on a ¦
                            │           narrow screen, to see it wrapped                ¦
                            │           👍 you  ❤️                                      ¦
                            │10:03 you  sure  gone at 10:04  delivered                  ¦
                            │10:04▸you  and this one waits  failed: the contact is      ¦
                            │           blocked                                         ¦
        >                                                                               ¦
         tor ready · onion published · peers 2 · queue 3 · relay holds 4                ¦
        """#)
  }
}
