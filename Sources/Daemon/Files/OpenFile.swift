import FileTransfer

/// A file that somebody fetches from here.
struct OpenFile {
  let layout: FileLayout
  let tree: ChunkTree
}
