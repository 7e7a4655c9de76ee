import Signals

extension SignalProducer<TextLine, FileError> {
  /// The lines of a file, read on the thread that starts, piece by piece: the file may be larger than the
  /// memory. A line ends with a line feed, or a carriage return and a line feed; the last one may lack both.
  ///
  ///     SignalProducer.lines(ofFile: FilePath("access.log"))
  ///       .filter { $0.text.contains(" 500 ") }
  ///       .startWithResult { print($0) }
  ///
  /// - Completes: at the end of the file.
  /// - Fails: when the file cannot be opened or read; the beginning of a line that came before is sent first.
  /// - Buffers: one piece of the file, and one line, however long it is.
  public static func lines(ofFile path: FilePath) -> Self {
    SignalProducer<[UInt8], FileError>.bytes(ofFile: path).textLines()
  }

  /// The lines of standard input, as they arrive. No thread of the caller waits; disposing of the start ends reading.
  ///
  /// - Completes: when every process that writes has closed standard input.
  /// - Fails: when standard input cannot be read.
  /// - Buffers: one piece of at most 64 KiB, and one line, however long it is.
  public static var linesOfStandardInput: Self {
    SignalProducer<[UInt8], FileError>.bytesOfStandardInput.textLines()
  }
}

extension EventStream where D == Pull, Value == [UInt8] {
  /// The lines of a text that comes in pieces, wherever it is cut. What is not valid UTF-8 is replaced by
  /// U+FFFD and counted.
  ///
  ///     in   --[one\nt]--[wo]--|
  ///          textLines()
  ///     out  --one-------------(two|)
  ///
  /// - Parameter longest: How many bytes a line has at most. A longer one is cut, between two characters, into several of
  ///   which all but the last say so (``TextLine/isCut``). For texts from elsewhere, which may never end a line.
  /// - Completes: with the source, after the last line.
  /// - Fails: with the source, after the beginning of a line that came before.
  /// - Buffers: one line, of at most `longest` bytes.
  /// - Precondition: `longest` is at least 4, which is as much as a character has.
  public func textLines(longest: Int = .max) -> SignalProducer<TextLine, Failure> {
    require(longest >= 4, "textLines(longest:)", "a line must have room for 4 bytes", longest)
    return .deferred {
      let splitter = Guarded(LineSplitter(longest: longest))
      // A piece may hold many lines: as a sequence they can be paused, and the end waits with them.
      return self.materialize()
        .flatMap(.concat) { event in SignalProducer(splitter.withLock { $0.lines(for: event) }) }
        .dematerialize()
    }
  }
}

extension LineSplitter {
  /// What the lines have to say to an event of the pieces.
  fileprivate mutating func lines<Failure>(
    for event: Event<[UInt8], Failure>
  ) -> [Event<TextLine, Failure>] {
    switch event {
    case .next(let piece): split(piece).map { .next($0) }
    case .failed(let failure): finished(.failed(failure))
    case .completed: finished(.completed)
    case .interrupted: finished(.interrupted)
    }
  }

  private mutating func finished<Failure>(
    _ end: Event<TextLine, Failure>
  ) -> [Event<TextLine, Failure>] {
    finish().map { .next($0) } + [end]
  }
}
