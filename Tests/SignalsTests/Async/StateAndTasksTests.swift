import Signals
import Testing

/// Tasks that begin inside transactions and computations, and what is bound on the main actor.
@Suite("State and tasks") struct StateAndTasksTests {
  @Test func aTaskStartedInsideIsNotPartOfIt() async {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let doubled = number.map { $0 * 2 }
    let (task, isSet) = transaction {
      number.value = 2
      let task = Task {
        other.value = doubled.value
        return other.value
      }
      return (task, number.value == 2)
    }
    #expect(isSet)
    let value = await task.value
    #expect(value == other.value)
    #expect(value == 2 || value == 4)
  }

  @Test func aTaskStartedInsideAComputationAddsNoDependency() async {
    let (number, other) = (MutableProperty(1), MutableProperty(1))
    let tasks = Log<Task<Int, Never>>()
    let runs = Log<Int>()
    let computed = Property {
      runs.add(1)
      tasks.add(
        Task {
          other.value = 2
          return other.value
        })
      return number.value
    }
    #expect(computed.value == 1)
    #expect(await tasks.entries[0].value == 2)
    other.value = 3
    #expect(computed.value == 1)
    #expect(runs.entries.count == 1)
  }

  @Test func tasksThatOutliveItSetForReal() async {
    // While another transaction is open, each read and set looks whether it is inside one.
    let (number, others) = (MutableProperty(0), MutableProperty(0))
    let (outer, isOver) = (Log<Task<Void, Never>>(), Guarded(false))
    await Task {
      transaction {
        number.value = 1
        outer.add(
          Task {
            // Otherwise what the transaction has set may come last.
            while !isOver.withLock({ $0 }) { await Task.yield() }
            for value in 1...50 {
              await Task {
                transaction { others.value = value }
                number.value = value
              }.value
            }
          })
      }
      isOver.withLock { $0 = true }
    }.value
    await outer.entries[0].value
    #expect(number.value == 50)
    #expect(others.value == 50)
  }

  @Test func tasksInsideComputationsAndTransactionsAreOnTheirOwn() async {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let tasks = Log<Task<Void, Never>>()
    let computed = Property {
      tasks.add(Task { b.modify { $0 += 1 } })
      return a.value
    }
    transaction {
      a.value = 1
      tasks.add(Task { b.modify { $0 += 10 } })
      #expect(computed.value == 1)
    }
    _ = computed.value
    var index = 0
    while index < tasks.entries.count {
      await tasks.entries[index].value
      index += 1
    }
    #expect(b.value >= 11)
    let before = tasks.entries.count
    #expect(computed.value == 1)
    #expect(tasks.entries.count == before)
  }

  @Test("A3: a target of the main actor is called there") @MainActor func onTheMainActor() async throws {
    final class Label {
      var texts: [String] = []
      var text = "" { didSet { texts.append(text) } }
    }
    @MainActor final class Screen {
      var text = ""
      let label = Label()
    }
    let screen = Screen()
    let name = MutableProperty("Ada")
    BindingTarget<String>(on: .shared) { screen.label.text = $0 } <~ name
    BindingTarget(on: .shared, object: screen, keyPath: \.text) <~ name
    await Task.detached { name.value = "Grace" }.value
    while screen.text != "Grace" || screen.label.texts.count < 2 { await Task.yield() }
    #expect(screen.label.texts == ["Ada", "Grace"])
  }
}
