import Foundation
import Signals

/// A disposable that the caller must dispose of: debug builds write a message to standard error when it is released
/// before that.
///
///     let loading = signal.startStrict(next: show)
///     // Leaked disposable Subscription from App/Page.swift:12
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
  /// The same, for a caller that must dispose of it: see ``StrictDisposable``.
  public func strict(file: String = #file, line: Int = #line) -> any Disposable {
    StrictDisposable(self, file: file, line: line)
  }
}
