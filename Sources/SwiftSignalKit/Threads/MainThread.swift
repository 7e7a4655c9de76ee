import Foundation

/// Whether the caller is on the main thread. Asking Foundation takes some hundred nanoseconds where it makes an object
/// first; so the answer is stored for each thread.
enum MainThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var isCurrent: Bool {
    if let answer = pthread_getspecific(key) { return UInt(bitPattern: answer) == 1 }
    let isMain = Thread.isMainThread
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: isMain ? 1 : 2))
    return isMain
  }
}
