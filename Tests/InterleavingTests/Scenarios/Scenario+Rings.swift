import Signals

/// Properties that are computed from each other in rings that other threads close and open: each thread and each observer sees
/// what belongs to one state (R3).
extension Scenario {
  static let rings = [ringsAndObserver, ringsAndReader, ringsAndAnnouncements]

  private static let ringsAndObserver = rings("two change while observed", [[1], []]) { sheet in
    [{ sheet.readings[1].value = [0] }, { sheet.readings[0].value = [] }]
  }

  private static let ringsAndReader = rings("two change while one reads", [[1], []]) { sheet in
    [
      {
        sheet.readings[1].value = [0]
        sheet.readings[1].value = []
      }, { sheet.check() },
      {
        sheet.readings[0].value = []
        sheet.check()
      },
    ]
  }

  /// A thread that announces a cell computes it for itself where another one is faster, and leaves it as one of a moment.
  private static let ringsAndAnnouncements = rings("cells are announced", [[1], []], observesCells: true) {
    sheet in
    [
      {
        sheet.readings[1].value = [0]
        sheet.readings[1].value = []
      }, { sheet.readings[0].value = [] }, { sheet.check() },
    ]
  }

  private static func rings(
    _ name: String, _ first: [[Int]], observesCells: Bool = false,
    _ threads: @escaping @Sendable (Sheet) -> [@Sendable () -> Void]
  ) -> Scenario {
    Scenario("rings: \(name)", keepsStores: true) { run in
      let sheet = Sheet(run, first)
      let observation = sheet.fault.producer.startWithValues { fault in
        run.expect(fault == "", "R3: observed \(fault)")
      }
      let observations =
        observesCells ? sheet.cells.map { $0.producer.startWithValues { _ in } } : []
      return Plan(threads: threads(sheet)) {
        sheet.check()
        for other in observations { other.dispose() }
        observation.dispose()
        sheet.end()
      }
    }
  }

  /// Sendable because one thread of a run runs at a time.
  ///
  /// Cells that show 1 and what the cells show that they read, or -1 if they read themselves.
  private final class Sheet: @unchecked Sendable {
    let readings: [MutableProperty<[Int]>]
    let run: Run
    private(set) var cells: [Property<Int>] = []
    private(set) var fault = Property(value: "")

    init(_ run: Run, _ first: [[Int]]) {
      self.run = run
      readings = first.map { MutableProperty($0) }
      cells = first.indices.map { index in
        Property(onCycle: -1) { [unowned self] in
          self.readings[index].value.reduce(1) { sum, other in
            let value = self.cells[other].value
            return sum < 0 || value < 0 ? -1000 : sum + value
          }
        }
      }
      fault = Property { [unowned self] in
        let shown = self.cells.map(\.value)
        let reads = self.readings.map(\.value)
        return shown == Self.expected(reads) ? "" : "\(reads) show \(shown)"
      }
    }

    func check() {
      let fault = fault.value
      run.expect(fault == "", "R3: read \(fault)")
    }

    func end() {
      cells = []
      fault = Property(value: "")
    }

    /// What the cells show.
    static func expected(_ reads: [[Int]]) -> [Int] {
      func reaches(_ cell: Int, from: Int, _ left: Int) -> Bool {
        left > 0 && reads[from].contains { $0 == cell || reaches(cell, from: $0, left - 1) }
      }
      func shown(_ cell: Int) -> Int {
        if reaches(cell, from: cell, reads.count) { return -1 }
        return reads[cell].reduce(1) { sum, other in
          let value = shown(other)
          return sum < 0 || value < 0 ? -1000 : sum + value
        }
      }
      return reads.indices.map(shown)
    }
  }
}
