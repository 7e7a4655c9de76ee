import Signals
import SignalsMarbles

/// What a picture may take: an expression can be endless, also in a loop without a single event.
///
/// Each operator of an expression is metered: its starts and its values are paid for. An operator that cannot pay
/// disposes of the start, which ends a loop of values as well as one of starts, and refuses all further ones.
final class Budget: Sendable {
  /// How many starts and values an expression may take, added up over its operators.
  static let work = 20_000
  /// How many streams are drawn.
  static let rows = 500
  /// A long name costs as much as one more value per this many bytes.
  private static let bytesPerUnit = 16

  /// What has run out, and the operator that used most of it.
  struct Overrun {
    enum Resource {
      case work
      case rows
    }

    let resource: Resource
    /// The place of the operator in the expression.
    let index: Int
  }

  /// What one operator has taken.
  fileprivate struct Meter {
    var starts = 0
    /// Its values, the long ones counted several times.
    var values = 0
    /// The starts of the streams in its arguments, and the streams that it has made.
    var rows = 0
  }

  fileprivate struct State {
    var work = 0
    var rows = 0
    /// That of the diagram first, then one per operator.
    var meters = [Meter()]
    /// The last operator that makes streams.
    var splitter = 0
    var exhausted: Overrun.Resource?
  }

  private let state = Guarded(State())
}

extension Budget {
  /// Begins with the next operator: what it is given and makes is metered as its own.
  func beginOperator(makesStreams: Bool) {
    state.withLock { state in
      state.meters.append(Meter())
      if makesStreams { state.splitter = state.meters.count - 1 }
    }
  }

  /// The operator that is being applied; 0 stands for the diagram.
  var current: Int { state.withLock { $0.meters.count - 1 } }

  /// The same stream, as the output of the current operator.
  func metered(_ stream: MarbleProducer) -> MarbleProducer {
    let index = current
    return .attaching { [self] observer, start in
      if !spendStart(index) {
        start.dispose()
        return MarbleProducer.never.attach(observer, start)
      }
      stream.attach(
        Observer(
          next: { marble in
            if self.spendValue(marble.name, index) { observer.send(marble) } else { start.dispose() }
          }, end: { observer.send(end: $0) }), start)
    }
  }

  /// Pays for the row of a stream that is a value.
  func spendInnerRow() -> Bool { spendRow(of: state.withLock { $0.splitter }) }

  /// Pays for a row of the picture, and for what is planned to happen on it.
  func spendRow(of index: Int, events: Int = 0) -> Bool {
    spend(events) { state in
      state.meters[index].rows += 1
      state.rows += 1
      if state.rows > Self.rows { state.exhausted = .rows }
    }
  }

  private func spendStart(_ index: Int) -> Bool {
    spend(1) { $0.meters[index].starts += 1 }
  }

  private func spendValue(_ name: String, _ index: Int) -> Bool {
    let cost = 1 + name.utf8.count / Self.bytesPerUnit
    return spend(cost) { $0.meters[index].values += cost }
  }

  /// The clock has run too many actions.
  func exhaust() { state.withLock { $0.exhausted = $0.exhausted ?? .work } }

  private func spend(_ work: Int, _ note: (inout State) -> Void) -> Bool {
    state.withLock { state in
      if state.exhausted != nil { return false }
      note(&state)
      state.work += work
      if state.work > Self.work { state.exhausted = state.exhausted ?? .work }
      return state.exhausted == nil
    }
  }
}

extension Budget {
  /// Nil if all could be paid for.
  var overrun: Overrun? {
    let state = state.withLock { $0 }
    return state.exhausted.map { resource in
      let indices = Array(state.meters.indices.dropFirst())
      let greediest =
        switch resource {
        case .work: indices.max { state.gain(of: $0) < state.gain(of: $1) }
        case .rows: state.ownerOfMostRows ?? indices.max { state.restarts(by: $0) < state.restarts(by: $1) }
        }
      return Overrun(resource: resource, index: (greediest ?? 1) - 1)
    }
  }
}

extension Budget.State {
  /// How much an operator makes of what goes into it.
  fileprivate func gain(of index: Int) -> Double {
    let valuesIn = meters[index - 1].values + meters[index].starts
    return Swift.max(restarts(by: index), Double(meters[index].values) / Double(Swift.max(valuesIn, 1)))
  }

  /// How often an operator starts its source when it is started once.
  fileprivate func restarts(by index: Int) -> Double {
    Double(meters[index - 1].starts) / Double(Swift.max(meters[index].starts, 1))
  }

  /// Nil, if that is the diagram: then an operator starts it again and again.
  fileprivate var ownerOfMostRows: Int? {
    let owner = meters.indices.max { meters[$0].rows < meters[$1].rows }
    return owner == 0 ? nil : owner
  }
}

extension Budget.Overrun {
  /// The message, given the name of the operator.
  func sentence(about name: String) -> String {
    switch resource {
    case .work: "\(name) uses up the \(Budget.work.grouped) starts and values that a picture may take"
    case .rows:
      "\(name) starts or makes more streams than the \(Budget.rows.grouped) that a picture has room for"
    }
  }
}
