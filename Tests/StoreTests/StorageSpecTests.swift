import SQLite
import TestWorld
import Testing

@testable import Store

/// The tables of `Docs/spec/storage.md` are those of the database.
@Suite struct StorageSpecTests {
  @Test func documentedTablesAreTheRealOnes() throws {
    let test = try TestVault()
    do { _ = try test.created() }
    let database = try Database(path: test.path + "/sophax.db")
    let names = try database.query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ) { $0.text(0) }
    var real: [String: [String]] = [:]
    for name in names {
      real[name] = try database.query("SELECT name, type FROM pragma_table_info(?)", [.text(name)]) {
        "\($0.text(0)) \($0.text(1))"
      }
    }
    let documented = try documentedTables()
    #expect(Set(documented.keys) == Set(real.keys))
    for (name, columns) in real { #expect(documented[name]?.map(\.column) == columns, "\(name)") }
  }

  @Test func documentedSealsAreTheRealOnes() throws {
    var documented: Set<String> = []
    for (table, columns) in try documentedTables() {
      let key = columns.filter { $0.kept.hasSuffix(", key") }.map { name($0.column) }
      for (column, kept) in columns {
        #expect(["plain", "plain, key", "sealed", "index", "index, key"].contains(kept), "\(table).\(column)")
        if !kept.hasPrefix("plain") { #expect(column.hasSuffix(" BLOB"), "\(table).\(column)") }
        if kept == "sealed" { documented.insert("\(table).\(name(column)) by \(key)") }
      }
    }
    #expect(documented == Set(SealedColumn.all.map { "\($0.table).\($0.column) by \($0.key)" }))
  }

  private func name(_ column: String) -> String { String(column.prefix { $0 != " " }) }

  @Test func keyslotTableAddsUp() throws {
    let rows = try page().split(separator: "## ").first { $0.hasPrefix("Keyslot") }
    let sizes = try #require(rows).split(separator: "\n").compactMap {
      cells($0).dropFirst().first.flatMap { Int($0) }
    }
    let test = try TestVault()
    let store = try test.created()
    #expect(try Files.read(store.vault.keyslotPath).count == sizes.reduce(0, +))
  }

  private func documentedTables() throws -> [String: [(column: String, kept: String)]] {
    let section = try #require(page().split(separator: "\n## ").first { $0.hasPrefix("Tables") })
    var tables: [String: [(column: String, kept: String)]] = [:]
    for part in section.split(separator: "\n### ").dropFirst() {
      let lines = part.split(separator: "\n")
      let rows = lines.map { cells($0) }.filter { $0.count == 3 }.dropFirst(2)
      tables[String(lines[0])] = rows.map { ("\($0[0]) \($0[1])", $0[2]) }
    }
    return tables
  }

  private func cells(_ line: Substring) -> [String] {
    guard line.hasPrefix("|") else { return [] }
    return line.split(separator: "|").map {
      String($0.trimmingPrefix(" ").reversed().drop { $0 == " " }.reversed())
    }
  }

  private func page() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return String(decoding: try Files.read("/\(root)/Docs/spec/storage.md"), as: UTF8.self)
  }
}
