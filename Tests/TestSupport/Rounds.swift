import Foundation

/// Whether the tests were built for ThreadSanitizer.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the tests were built for AddressSanitizer.
package let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Whether they were built for one that takes memory for itself, so that what is resident says nothing.
package let isUnderSanitizer = isUnderThreadSanitizer || isUnderAddressSanitizer

/// How often something is tried: `count` times, or a twentieth of that under ThreadSanitizer, where everything takes
/// ten times as long and one round shows as much as many.
package func rounds(_ count: Int) -> Int { isUnderThreadSanitizer ? count / 20 : count }
