/// Sets several properties in one step: nobody sees one of them changed and another one not yet.
///
/// Inside, reads see what has been set, derived values included; outside, everything is as it was until `body`
/// has returned. Then observers are called, each once at most, with the final values (contract R3). A
/// transaction inside another one is part of it. It does not keep others from setting the same properties
/// meanwhile: what is stored last stays.
///
///     transaction {
///       width.value = 3
///       height.value = 4
///     }
@discardableResult
public func transaction<Result>(_ body: () -> Result) -> Result {
  if Context.transaction != nil { return body() }
  let overlay = Overlay(isFrozen: false)
  let result = Context.run(overlay, body)
  overlay.commit()
  return result
}
