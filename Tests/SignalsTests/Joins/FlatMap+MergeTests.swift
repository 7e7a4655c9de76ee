import Signals
import SignalsTesting
import Testing

@Suite struct FlatMapMergeTests {
  @Test func attachesAllAtOnce() {
    expect(
      "-a---b--|",
      { outer, time in outer.flatMap { inner("-1-2-3|", of: $0, on: time) } },
      "--'a1'-'a2'-('a3''b1')-'b2'-'b3'|")
  }

  @Test func aFailureDisposesTheOthers() {
    let disposals = Log<String>()
    expect(
      "-ab--",
      { outer, time in
        outer.flatMap(.merge) { name in
          inner(name == "a" ? "-1-----|" : "--x", of: name, on: time)
            .on(disposed: { disposals.add("\(name) at \(time.now)") })
        }
      }, "--'a1'-x", only: .pulled)
    #expect(disposals.entries.sorted() == ["a at 4.0 seconds", "b at 4.0 seconds"])
  }
}
