// How many pipelines are tried, and how deep closures are nested: what fits on the target (Tests/SmallTargets/run).
#include <stdint.h>

int32_t check(int32_t pipelines, int32_t depth);

int main(void) { return check(PIPELINES, DEPTH) == 0 ? 0 : 1; }
