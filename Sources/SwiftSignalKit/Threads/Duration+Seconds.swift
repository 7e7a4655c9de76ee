extension Duration {
  /// So many seconds; nothing if the number is negative or no number, and no more than a hundred years.
  @usableFromInline init(inSeconds seconds: Double) {
    self = .seconds(seconds > 0 ? min(seconds, 3_155_760_000) : 0)
  }
}
