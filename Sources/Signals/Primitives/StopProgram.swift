#if hasFeature(Embedded)

  /// Says why the program stops, and stops it. `fatalError` says nothing in optimised Embedded builds. The texts are
  /// static, so that this needs no memory.
  @usableFromInline @inline(never)
  func stopProgram(_ first: StaticString, _ second: StaticString = "", _ third: StaticString = "") -> Never {
    print(first, terminator: "")
    print(second, terminator: "")
    print(third)
    fatalError()
  }

#endif
