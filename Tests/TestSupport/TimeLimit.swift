import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends what hangs. No measure of speed: a machine may be busy, and ThreadSanitizer takes its time.
  package static var endsWhatHangs: Self { .timeLimit(.minutes(15)) }
}
