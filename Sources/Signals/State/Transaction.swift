/// Sets several properties in one step: no other thread and no observer sees one of them changed and another one not
/// yet.
///
/// Inside, reads see what has been set, computed values included; outside, everything is as it was until `body`
/// has returned. Then observers are called, each once at most, with the final values (contract R3). A
/// transaction inside another one is part of it. If `body` throws, nothing is changed (contract R7): of one inside another one
/// that is what it has set itself.
///
///     transaction {
///       width.value = 3
///       height.value = 4
///     }
///
/// What is merely set stays as the last transaction has set it. What is changed by `modify` or `swap` is changed in one
/// step: if another thread sets it before the transaction ends, `body` runs again on the newer values, so it should do
/// nothing but read and set properties (contract R7). What is only read may have changed by the end.
@discardableResult
@inlinable public func transaction<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try PropertyGraph.transaction(body)
}

/// Reads properties without depending on them: what `body` reads does not make the property change that is being
/// computed around it (contract R7).
///
///     let report = Property { "\(total.value) as of \(untracked { clock.value })" }
@inlinable public func untracked<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Frame.untracked(body)
}

/// Reads several properties at one moment: whatever `body` reads, also through what is computed from it, has the value that it
/// had at one time between the call and its return, whatever other threads set meanwhile (contract R8).
///
///     let (items, selected) = snapshot { (items.value, selected.value) }
///
/// Inside a computed property or a transaction it is their moment, and what `body` reads is read by them. What `body` sets is
/// set at once, and not seen by it: to set properties together use ``transaction(_:)``. Properties that other threads set
/// meanwhile keep the values that they had until `body` has returned.
@inlinable public func snapshot<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Frame.atOneMoment(body)
}
