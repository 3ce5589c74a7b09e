extension MessageContent: JSONWritable {
  var jsonCapacity: Int {
    512 + body.utf8.count + (padding?.utf8.count ?? 0) + (attachmentData?.bytes.count ?? 0) * 4 / 3
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("attachmentData", attachmentData)
      $0.member("attachmentFilename", attachmentFilename)
      $0.member("attachmentMimeType", attachmentMimeType)
      $0.member("audioDuration", audioDuration)
      $0.member("body", body)
      $0.member("editPayload", editPayload) { $1.write(to: &$0) }
      $0.member("expiresAt", expiresAt?.secondsSinceReference)
      $0.member("file", file) { $1.write(to: &$0) }
      $0.member("fileNews", fileNews) { $1.write(to: &$0) }
      $0.member("groupInviteData", groupInviteData)
      $0.member("mlsCommitRequestData", mlsCommitRequestData)
      $0.member("padding", padding)
      $0.member("previousSequence", previousSequence)
      $0.member("replyToID", replyToID)
      $0.member("senderKeyData", senderKeyData)
      $0.member("sequence", sequence)
      $0.member("timestamp", timestamp.secondsSinceReference)
      $0.member("type", type.rawValue)
    }
  }
}

extension EditMessagePayload: JSONWritable {
  var jsonCapacity: Int { 128 + newBody.utf8.count }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("editedAt", editedAt.secondsSinceReference)
      $0.member("messageID", messageID)
      $0.member("newBody", newBody)
    }
  }
}

extension FilePointer {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("chunkSize", chunkSize)
      $0.member("key", key)
      $0.member("root", root)
      $0.member("size", size)
      $0.member("token", token)
    }
  }
}

extension FileNewsPayload {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("messageID", messageID)
      $0.member("news", news.rawValue)
    }
  }
}

extension RatchetHeader: JSONWritable {
  var jsonCapacity: Int { 160 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("messageNumber", messageNumber)
      $0.member("previousChainLength", previousChainLength)
      $0.member("senderRatchetKey", senderRatchetKey)
    }
  }
}

extension ChatMessagePayload: JSONWritable {
  var jsonCapacity: Int {
    256 + (ratchetMessage.ciphertext.bytes.count + ratchetMessage.encryptedHeader.bytes.count) * 4 / 3
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("messageID", messageID)
      $0.member("ratchetMessage", ratchetMessage) { $1.write(to: &$0) }
    }
  }
}

extension RatchetMessage {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("ciphertext", ciphertext)
      $0.member("encryptedHeader", encryptedHeader)
    }
  }
}
