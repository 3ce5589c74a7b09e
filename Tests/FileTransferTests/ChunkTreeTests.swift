import Bytes
import Crypto
import FileTransfer
import Testing
import World

@Suite struct ChunkTreeTests {
  /// The leaves and roots of RFC 6962's reference implementation (certificate-transparency, merkle_tree_test): a tree over
  /// the first n of these inputs.
  private static let inputs = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
  ].map { Hex.decode($0) ?? [] }

  @Test(arguments: [
    (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    (4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    (6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    (7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
  ])
  func theRootIsThatOfTheRFC(_ count: Int, _ root: String) throws {
    let tree = try #require(ChunkTree(leaves: Self.inputs.prefix(count).map { ChunkTree.leaf($0) }))
    #expect(Hex.encode(tree.root) == root)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100])
  func eachPathLeadsToTheRootAndToNoOtherPlace(_ count: Int) throws {
    var chance = SeededRandom(seed: UInt64(count))
    let chunks = (0..<count).map { _ in chance.bytes(40) }
    let tree = try #require(ChunkTree(leaves: chunks.map { ChunkTree.leaf($0) }))
    for index in 0..<count {
      let path = tree.path(of: index)
      func holds(_ chunk: [UInt8], _ index: Int, _ count: Int, _ path: [[UInt8]], _ root: [UInt8]) -> Bool {
        ChunkTree.holds(chunk, at: index, of: count, path: path, root: root)
      }
      #expect(holds(chunks[index], index, count, path, tree.root))
      for other in -1...count where other != index { #expect(!holds(chunks[index], other, count, path, tree.root)) }
      #expect(!holds(chunks[index] + [0], index, count, path, tree.root))
      #expect(!holds(chunks[index], index, count, path + [tree.root], tree.root))
      #expect(count == 1 || !holds(chunks[index], index, count, path.dropLast(), tree.root))
      for at in path.indices {
        var bent = path
        bent[at][0] ^= 1
        #expect(!holds(chunks[index], index, count, bent, tree.root))
      }
    }
    #expect(tree.path(of: count).isEmpty && tree.path(of: -1).isEmpty)
  }

  @Test func noLeavesAreNoTree() {
    #expect(ChunkTree(leaves: []) == nil)
    #expect(ChunkTree(leaves: [[1, 2, 3]]) == nil)
  }
}
