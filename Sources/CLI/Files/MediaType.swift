/// What a file is, by the ending of its name: for the receiver's eyes, who may be misled by it no further than by a name.
enum MediaType {
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "avif": "image/avif", "svg": "image/svg+xml", "mp4": "video/mp4",
    "mov": "video/quicktime",
    "webm": "video/webm", "mkv": "video/x-matroska", "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac",
    "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "pdf": "application/pdf",
    "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "json": "application/json",
    "zip": "application/zip", "gz": "application/gzip", "xz": "application/x-xz", "tar": "application/x-tar",
    "7z": "application/x-7z-compressed", "epub": "application/epub+zip",
  ]

  static func of(_ name: String) -> String {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    return types[ending] ?? "application/octet-stream"
  }
}
