/// What a chain of stages costs at least when nothing fuses it: one closure on the heap per stage,
/// which holds the user's closure and the next stage's and calls both. Functions that are never inlined
/// build it.
typealias Step = (Int) -> Void

@inline(never)
func mapping(_ transform: @escaping (Int) -> Int, _ next: @escaping Step) -> Step {
  { next(transform($0)) }
}

@inline(never)
func filtering(_ isIncluded: @escaping (Int) -> Bool, _ next: @escaping Step) -> Step {
  { if isIncluded($0) { next($0) } }
}

@inline(never)
func reducing(_ result: Sum, _ combine: @escaping (Int, Int) -> Int) -> Step {
  { result.value = combine(result.value, $0) }
}

/// What a reduction has come to.
final class Sum {
  @exclusivity(unchecked) var value = 0
}

/// Ten times adding one, then `last`. Ten closures, as in the chain that is measured: with the same one ten times the
/// processor would guess each call, and the floor would cost half.
@inline(never)
func incrementingTenTimes(_ last: @escaping Step) -> Step {
  let five = mapping(
    { $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, last)))))
  return mapping(
    { $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, mapping({ $0 &+ 1 }, five)))))
}

/// The same with closures that capture something.
@inline(never)
func increasingTenTimes(by step: Int, _ last: @escaping Step) -> Step {
  let five = mapping(
    { $0 &+ step },
    mapping(
      { $0 &+ step },
      mapping({ $0 &+ step }, mapping({ $0 &+ step }, mapping({ $0 &+ step }, last)))))
  return mapping(
    { $0 &+ step },
    mapping(
      { $0 &+ step },
      mapping({ $0 &+ step }, mapping({ $0 &+ step }, mapping({ $0 &+ step }, five)))))
}

/// A chain that can be started any number of times: it puts the closures of one start together, above the last of them.
typealias Recipe = (@escaping Step) -> Step

/// One closure on the heap for the recipe of the stage, one for each start.
@inline(never)
func mapping(_ above: @escaping Recipe, _ transform: @escaping (Int) -> Int) -> Recipe {
  { above(mapping(transform, $0)) }
}

/// Ten times adding one, as a recipe.
@inline(never)
func recipeIncrementingTenTimes(_ source: @escaping Recipe) -> Recipe {
  let five = mapping(
    mapping(mapping(mapping(mapping(source, { $0 &+ 1 }), { $0 &+ 1 }), { $0 &+ 1 }), { $0 &+ 1 }),
    { $0 &+ 1 })
  return mapping(
    mapping(mapping(mapping(mapping(five, { $0 &+ 1 }), { $0 &+ 1 }), { $0 &+ 1 }), { $0 &+ 1 }), { $0 &+ 1 })
}

/// Passes on as it is: what a merging stage does to a value.
@inline(never)
func forwarding(_ next: @escaping Step) -> Step {
  { next($0) }
}
