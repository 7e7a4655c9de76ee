import Signals

/// Properties that are computed from each other in rings that other threads close and open: each thread and each observer sees
/// what belongs to one state (R3).
extension Scenario {
  static let rings = [ringsAndObserver, ringsAndReader]

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

  private static func rings(
    _ name: String, _ first: [[Int]], _ threads: @escaping @Sendable (Sheet) -> [@Sendable () -> Void]
  ) -> Scenario {
    Scenario("rings: \(name)", keepsStores: true) { run in
      let sheet = Sheet(run, first)
      let observation = sheet.fault.producer.startWithValues { fault in
        run.expect(fault == "", "R3: observed \(fault)")
      }
      return Plan(threads: threads(sheet)) {
        sheet.check()
        observation.dispose()
        sheet.end()
      }
    }
  }

  /// Sendable because one thread of a run runs at a time.
  ///
  /// Two cells that show 1 and what the cells show that they read, or -1 if they read themselves.
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

    /// What two cells show.
    static func expected(_ reads: [[Int]]) -> [Int] {
      func isInRing(_ cell: Int) -> Bool {
        reads[cell].contains(cell) || reads[cell].contains(1 - cell) && reads[1 - cell].contains(cell)
      }
      return [0, 1].map { cell in
        if isInRing(cell) { return -1 }
        // The other one reads nothing then, or is a ring of its own.
        return !reads[cell].isEmpty && isInRing(1 - cell) ? -1000 : 1 + reads[cell].count
      }
    }
  }
}
