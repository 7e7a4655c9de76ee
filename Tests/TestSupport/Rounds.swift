import Foundation

/// Whether the tests were built for ThreadSanitizer.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the tests were built for AddressSanitizer.
package let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Whether they were built for one that takes memory for itself, so that what is resident says nothing.
package let isUnderSanitizer = isUnderThreadSanitizer || isUnderAddressSanitizer

/// Whether everything is tried at full length, as `.ci/deep` does.
package let isDeep = ProcessInfo.processInfo.environment["SIGNALS_DEEP"] != nil

/// How often something is tried: `count` times in release builds. Debug builds take ten times as long for each, and
/// ThreadSanitizer a hundred: there it is a quarter and a twentieth of that, which shows nearly as much, unless it is to
/// go deep.
package func rounds(_ count: Int) -> Int {
  if isDeep { return count }
  if isUnderThreadSanitizer { return count / 20 }
  return isDebugBuild ? count / 4 : count
}

#if DEBUG
  private let isDebugBuild = true
#else
  private let isDebugBuild = false
#endif

extension Array {
  /// The same elements; under ThreadSanitizer in memory of their own. It does not see the counts of references by which an
  /// array that another thread still reads is copied before it is written to.
  package var apart: Self { isUnderThreadSanitizer ? map { $0 } : self }
}
