// Atomic operations on 64 bits, which these processors do not have: with interrupts kept out. There is one core.
#include <stdbool.h>
#include <stdint.h>

static uint32_t enter(void) {
  uint32_t mask;
  __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(mask)::"memory");
  return mask;
}

static void leave(uint32_t mask) { __asm__ volatile("msr primask, %0" ::"r"(mask) : "memory"); }

#define NAMED(name) __asm__(name)

uint64_t load(const volatile uint64_t *word, int order) NAMED("__atomic_load_8");
uint64_t load(const volatile uint64_t *word, int order) {
  uint32_t mask = enter();
  uint64_t value = *word;
  leave(mask);
  (void)order;
  return value;
}

uint64_t exchange(volatile uint64_t *word, uint64_t value, int order) NAMED("__atomic_exchange_8");
uint64_t exchange(volatile uint64_t *word, uint64_t value, int order) {
  uint32_t mask = enter();
  uint64_t before = *word;
  *word = value;
  leave(mask);
  (void)order;
  return before;
}

void store(volatile uint64_t *word, uint64_t value, int order) NAMED("__atomic_store_8");
void store(volatile uint64_t *word, uint64_t value, int order) { exchange(word, value, order); }

uint64_t fetch_add(volatile uint64_t *word, uint64_t value, int order) NAMED("__atomic_fetch_add_8");
uint64_t fetch_add(volatile uint64_t *word, uint64_t value, int order) {
  uint32_t mask = enter();
  uint64_t before = *word;
  *word = before + value;
  leave(mask);
  (void)order;
  return before;
}

bool exchange_equal(volatile uint64_t *word, uint64_t *expected, uint64_t value, int success, int failure)
  NAMED("__atomic_compare_exchange_8");
bool exchange_equal(volatile uint64_t *word, uint64_t *expected, uint64_t value, int success, int failure) {
  uint32_t mask = enter();
  uint64_t before = *word;
  bool is_equal = before == *expected;
  if (is_equal) *word = value;
  leave(mask);
  *expected = before;
  (void)success;
  (void)failure;
  return is_equal;
}
