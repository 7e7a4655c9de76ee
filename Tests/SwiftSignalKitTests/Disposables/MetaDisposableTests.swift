import SwiftSignalKit
import Testing

@Suite struct MetaDisposableTests {
  @Test("keep: set stores the new one, then disposes of the old")
  func storesBeforeItDisposes() {
    let trace = Trace()
    let meta = MetaDisposable()
    // Setting again from inside the disposal of the first one finds the second in its place.
    meta.set(
      ActionDisposable {
        trace.add("first")
        meta.set(ActionDisposable { trace.add("third") })
      })
    meta.set(ActionDisposable { trace.add("second") })
    #expect(trace.takeLines() == ["first", "second"])
    meta.dispose()
    #expect(trace.lines == ["third"])
  }

  @Test("keep: a disposed container disposes of a new one at once")
  func disposesOfWhatComesTooLate() {
    let trace = Trace()
    let meta = MetaDisposable()
    meta.dispose()
    meta.set(ActionDisposable { trace.add("late") })
    #expect(trace.lines == ["late"])
  }

  @Test func settingNothingDisposesOfTheOneBefore() {
    let trace = Trace()
    let meta = MetaDisposable()
    meta.set(ActionDisposable { trace.add("first") })
    meta.set(nil)
    #expect(trace.lines == ["first"])
  }

  @Test("keep: releasing it frees without disposing")
  func releasingDisposesOfNothing() {
    let trace = Trace()
    var meta: MetaDisposable? = MetaDisposable()
    meta?.set(
      ActionDisposable { [probe = DeinitProbe { trace.add("released") }] in
        withExtendedLifetime(probe) { trace.add("disposed") }
      })
    meta = nil
    #expect(trace.lines == ["released"])
  }
}
