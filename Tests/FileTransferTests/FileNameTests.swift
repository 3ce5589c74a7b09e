import FileTransfer
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("report.pdf", "report.pdf"), ("Grüße aus 東京.txt", "Grüße aus 東京.txt"), ("a.tar.gz", "a.tar.gz"),
    ("../../etc/passwd", "passwd"), ("/etc/shadow", "shadow"), ("..\\..\\boot.ini", "boot.ini"),
    ("C:\\Users\\x\\a.txt", "a.txt"), (".bashrc", "bashrc"), ("...", "file"), ("..", "file"), (".", "file"),
    ("", "file"), ("/", "file"), ("-rf", "rf"), ("--help.txt", "help.txt"), ("~root", "root"), ("  x  ", "x"),
    ("x. . .", "x"), ("a\0b.txt", "a_b.txt"), ("a\nb\r\u{1B}[2Jc", "a_b__[2Jc"), ("\0\u{7}", "file"),
    ("invoice\u{202E}fdp.exe", "invoice_fdp.exe"), ("a\u{200B}\u{FEFF}b", "a__b"), ("a\u{2028}b", "a_b"),
    ("what?.txt", "what_.txt"), ("a<b>c:d\"e|f*g", "a_b_c_d_e_f_g"), ("NUL", "_NUL"), ("con.txt", "_con.txt"),
    ("LPT1.tar.gz", "_LPT1.tar.gz"), ("CONSOLE.txt", "CONSOLE.txt"), ("a/", "a"), ("-.-.-x", "x"),
  ])
  func aNameIsOneHarmlessComponent(_ name: String, _ wanted: String) {
    #expect(FileName.sanitised(name) == wanted)
  }

  @Test func nothingHasANameAsWell() { #expect(FileName.sanitised(nil) == "file") }

  @Test func anOverlongNameKeepsItsEnding() {
    let name = FileName.sanitised(String(repeating: "ä", count: 4000) + ".jpeg")
    #expect(name.utf8.count <= FileName.maximumCount && name.hasSuffix("ä.jpeg"))
    let ending = FileName.sanitised("x." + String(repeating: "y", count: 4000))
    #expect(ending.utf8.count == FileName.maximumCount && ending.hasPrefix("x.yyy"))
  }

  /// Whatever comes, what is made of it stays itself.
  @Test func aHarmlessNameIsLeftAlone() {
    for scalar in (0..<0x3000 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      let name = FileName.sanitised("a\(scalar)b\(scalar)")
      #expect(FileName.sanitised(name) == name, "U+\(String(scalar.value, radix: 16))")
      #expect(!name.contains("/") && !name.unicodeScalars.contains("\0") && name.first != ".")
    }
  }
}
