import Foundation

/// Whether the tests were built for ThreadSanitizer.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// How often something is tried: `count` times, or a twentieth of that under ThreadSanitizer, where everything takes
/// ten times as long and one round shows as much as many.
package func rounds(_ count: Int) -> Int { isUnderThreadSanitizer ? count / 20 : count }
