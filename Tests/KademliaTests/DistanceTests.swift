import Bytes
import Kademlia
import TestWorld
import Testing
import Wire
import World

@Suite struct DistanceTests {
  @Test(.enabled(if: Vectors.has("app/dht.json"), "app/dht.json is absent"))
  func distancesAndBucketsFollowTheVectors() throws {
    let cases = try Vectors.json("app/dht.json").array("xor")
    #expect(cases.count == 40)
    for value in cases {
      let (text, index) = (try value.string("distance"), try value.int("bucketIndex"))
      let a = try #require(NodeID(hex: try value.string("a")))
      let b = try #require(NodeID(hex: try value.string("b")))
      let distance = a.distance(to: b)
      let zero = NodeID(words: (0, 0, 0, 0))
      #expect(NodeID(words: distance.words).hex == text)
      #expect(distance.bucketIndex ?? -1 == index)
      #expect(distance == b.distance(to: a))
      #expect((distance == zero.distance(to: zero)) == (a == b))
    }
  }

  @Test(.enabled(if: Vectors.has("app/dht.json"), "app/dht.json is absent"))
  func identifiersAreParsedAsTheVectorsSay() throws {
    // A sign instead of a digit is a quirk of the original that is not followed: an identifier has 64 digits.
    for value in try Vectors.json("app/dht.json").array("nodeIDParsing") {
      let text = try value.string("hex")
      let isAccepted = try value.bool("accepted") && !text.hasPrefix("+")
      let name = try value.string("name")
      #expect((NodeID(hex: text) != nil) == isAccepted, "\(name)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 200, 254, 255])
  func anIdentifierInABucketDiffersFirstInItsBit(index: Int) {
    for number in 0..<20 {
      let local = Made.id(UInt64(number))
      let other = local.inBucket(index, lowerBits: Made.id(UInt64(number + 1000)))
      #expect(local.distance(to: other).bucketIndex == index)
      #expect(local.distance(to: other).sharedBits == 255 - index)
    }
  }
}
