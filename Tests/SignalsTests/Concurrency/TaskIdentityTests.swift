import Testing

@testable import Signals

@Suite struct TaskIdentityTests {
  @Test func aTaskIsTheSameAllTheTime() async {
    let before = TaskIdentity.current
    await Task.yield()
    #expect(TaskIdentity.current == before)
  }

  @Test func noTwoTasksAreTheSame() async {
    let own = TaskIdentity.current
    let others = await withTaskGroup(of: TaskIdentity.self) { group in
      for _ in 0..<4 { group.addTask { .current } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.count == 4)
    #expect(!others.contains(own))
  }

  @Test func outsideOfTasksThereIsNone() async {
    let own = TaskIdentity.current
    let found = Log<TaskIdentity>()
    onThreads(4) { _ in found.add(.current) }
    #expect(found.entries.count == 4)
    #expect(!found.entries.contains(own))
    #expect(found.entries.allSatisfy { $0 == found.entries[0] })
  }
}
