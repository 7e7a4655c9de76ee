extension EventStream {
  /// The same stream under the name of another drive. It keeps its storage, and operators follow the
  /// storage: what was pushed stays pushed.
  ///
  /// For a test bench that runs one expression pushed and pulled. Elsewhere the type would lie.
  package func reinterpretingDrive<Other: Drive>(
    _ drive: Other.Type = Other.self
  ) -> EventStream<Other, Value, Failure> {
    switch storage {
    case .push(let handle): EventStream<Other, Value, Failure>(.push(handle))
    case .pull(let attach): EventStream<Other, Value, Failure>(.pull(attach))
    case .row(let row): EventStream<Other, Value, Failure>(.row(row))
    }
  }
}
