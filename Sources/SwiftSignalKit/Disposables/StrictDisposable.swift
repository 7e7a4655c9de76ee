import Foundation
import Signals

/// A disposable that somebody has to dispose of: debug builds say so on standard error when it is released
/// before.
///
///     let loading = signal.startStrict(next: show)
///     // Leaked disposable Start from Page.swift:12
public final class StrictDisposable: Disposable, Sendable {
  private let inner = MetaDisposable()
  #if DEBUG
    private let kind: String
  #endif
  private let file: String
  private let line: Int

  /// Wraps a disposable; `file` and `line` are what the complaint names.
  public init(_ disposable: any Disposable, file: String = #file, line: Int = #line) {
    inner.set(disposable)
    #if DEBUG
      kind = "\(type(of: disposable))"
    #endif
    self.file = file
    self.line = line
  }

  #if DEBUG
    deinit {
      if inner.isOver { return }
      FileHandle.standardError.write(Data("Leaked disposable \(kind) from \(file):\(line)\n".utf8))
    }
  #endif

  public func dispose() { inner.dispose() }
}

extension StrictDisposable: Finite {
  var isOver: Bool { inner.isOver }
}

extension Disposable {
  /// The same, for somebody who has to dispose of it: see ``StrictDisposable``.
  public func strict(file: String = #file, line: Int = #line) -> any Disposable {
    StrictDisposable(self, file: file, line: line)
  }
}
