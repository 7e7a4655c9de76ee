// Numbers of 128 bits, for which the compiler calls functions where libgcc has none: `Duration` has them.
#include <stdint.h>

struct wide {
  uint64_t low, high;
};

static struct wide negated(struct wide number) {
  struct wide result = {-number.low, ~number.high + (number.low == 0)};
  return result;
}

static struct wide rest_of(struct wide number, struct wide divisor) {
  int is_negative = (int)(number.high >> 63);
  struct wide left = {0, 0};
  if (is_negative) number = negated(number);
  if (divisor.high >> 63) divisor = negated(divisor);
  for (int bit = 127; bit >= 0; bit--) {
    left.high = left.high << 1 | left.low >> 63;
    left.low = left.low << 1 | ((bit < 64 ? number.low >> bit : number.high >> (bit - 64)) & 1);
    if (left.high > divisor.high || (left.high == divisor.high && left.low >= divisor.low)) {
      left.high -= divisor.high + (left.low < divisor.low);
      left.low -= divisor.low;
    }
  }
  return is_negative ? negated(left) : left;
}

#ifdef __wasm__

void __modti3(struct wide *rest, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  struct wide number = {a, a_high}, divisor = {b, b_high};
  *rest = rest_of(number, divisor);
}

void __multi3(struct wide *product, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, left = a0 * b1, right = a1 * b0;
  uint64_t middle = (low >> 32) + (uint32_t)left + (uint32_t)right;
  product->low = (uint32_t)low | middle << 32;
  product->high = a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32) + a * b_high + a_high * b;
}

#else

// A number that is wider than two registers is handed over by its address.
void __modti3(struct wide *rest, const struct wide *number, const struct wide *divisor) {
  *rest = rest_of(*number, *divisor);
}

#endif
