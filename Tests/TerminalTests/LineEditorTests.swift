import Testing
import World

@testable import Terminal

@Suite struct LineEditorTests {
  private func editor(_ before: String, _ after: String = "") -> LineEditor {
    var editor = LineEditor()
    editor.insert(before + after)
    for _ in after { editor.left() }
    return editor
  }

  @Test func cursorMovesByWhatAReaderSees() {
    var editor = editor("a👨‍👩‍👧‍👦e\u{301}🇩🇪")
    editor.left()
    #expect(editor.after == "🇩🇪")
    editor.left()
    #expect(editor.after == "e\u{301}🇩🇪")
    editor.backspace()
    #expect(editor.text == "ae\u{301}🇩🇪")
    editor.delete()
    #expect(editor.text == "a🇩🇪")
    editor.right()
    editor.right()
    #expect(editor.after.isEmpty)
  }

  @Test func wordsAndEnds() {
    var editor = editor("one two  three")
    editor.wordLeft()
    #expect(editor.after == "three")
    editor.wordLeft()
    #expect(editor.after == "two  three")
    editor.wordRight()
    #expect(editor.before == "one two")
    editor.killWord()
    #expect(editor.text == "one   three")
    editor.end()
    editor.yank()
    #expect(editor.text == "one   threetwo")
    editor.home()
    editor.killToEnd()
    #expect(editor.isEmpty)
    editor.yank()
    #expect(editor.text == "one   threetwo")
    editor.killToStart()
    #expect(editor.isEmpty)
  }

  @Test func historyKeepsWhatIsBegun() {
    var editor = LineEditor()
    for line in ["first", "second", "second", ""] {
      editor.insert(line)
      editor.commit()
    }
    editor.insert("begun")
    editor.previous()
    #expect(editor.text == "second")
    editor.previous()
    #expect(editor.text == "first")
    editor.previous()
    #expect(editor.text == "first")
    editor.next()
    editor.next()
    #expect(editor.text == "begun")
    editor.next()
    #expect(editor.text == "begun")
  }

  @Test func historyHasABound() {
    var editor = LineEditor()
    for number in 0..<(Settings.maximumHistory + 10) {
      editor.insert("\(number)")
      editor.commit()
    }
    for _ in 0..<(Settings.maximumHistory + 10) { editor.previous() }
    #expect(editor.text == "10")
  }

  @Test func lineHasABound() {
    var editor = LineEditor()
    let fits = [String(repeating: "é", count: Settings.maximumInput), "xyz"].map { editor.insert($0) }
    #expect(fits == [false, false])
    #expect(editor.text.utf8.count <= Settings.maximumInput)
  }

  @Test(arguments: 0..<10) func anyOrderOfEditsKeepsTheText(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var editor = LineEditor()
    for _ in 0..<1000 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<4: editor.insert(Nasty.graphemes.randomElement(using: &random) ?? "")
      case 4: editor.insert(" ")
      case 5: editor.left()
      case 6: editor.right()
      case 7: editor.wordLeft()
      case 8: editor.wordRight()
      case 9: editor.backspace()
      case 10: editor.delete()
      case 11: editor.killWord()
      case 12: editor.commit()
      case 13: editor.previous()
      case 14: editor.next()
      default: editor.yank()
      }
      #expect(editor.text.utf8.count == editor.before.utf8.count + editor.after.utf8.count)
    }
  }
}
