#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

/// Counts what the whole process takes from the heap between `allocations_begin` and `allocations_end`.
///
/// The program brings its own `malloc` and its relatives, which forward to the C library. As long as nothing is
/// counted they cost one predictable branch.
typedef struct {
  /// How many blocks were taken.
  long blocks;
  /// How many bytes were taken and not given back, as the heap rounds them.
  long live_bytes;
} allocations_count;

/// Whether counting works on this system: it needs the GNU C library.
bool allocations_can_be_counted(void);

void allocations_begin(void);
/// The count so far, which goes on.
allocations_count allocations_now(void);
allocations_count allocations_end(void);

#endif
