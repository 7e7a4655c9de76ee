// What runs before the program on a Cortex-M4 or M7: the vectors, and the memory of the program as C expects it. What the linker
// script says of memory is used here and in memory.c.
#include <stddef.h>
#include <stdint.h>

#include "board.h"

extern uint32_t stack_bottom[], stack_top[], data_begin[], data_end[], data_load[], bss_begin[], bss_end[];

// The library reads these, and stops the program with a message before the stack is used up.
const uintptr_t signals_stack_lowest = (uintptr_t)stack_bottom;
const uintptr_t signals_stack_highest = (uintptr_t)stack_top;

#define REGISTER(address) (*(volatile uint32_t *)(address))

int main(void);

void reset(void) {
  for (uint32_t *to = data_begin, *from = data_load; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_begin; to < bss_end;) *to++ = 0;
  REGISTER(0xE000ED88) |= 0xF << 20;  // code for numbers may use the registers of the floating-point unit
  __asm__ volatile("dsb\n isb" ::: "memory");
  board_finish(main());
}

static void say_hexadecimal(uint32_t number) {
  for (int shift = 28; shift >= 0; shift -= 4) board_write("0123456789ABCDEF"[number >> shift & 15]);
}

__attribute__((used)) static void say_fault(uint32_t stack) {
  int is_used_up = stack < (uint32_t)stack_bottom + 32;
  board_write_text(is_used_up ? "fault: the stack is used up" : "fault: the program has stopped itself, or reached for what is no memory");
  board_write_text("; CFSR ");
  say_hexadecimal(REGISTER(0xE000ED28));
  board_write_text(", BFAR ");
  say_hexadecimal(REGISTER(0xE000ED38));
  board_write('\n');
  board_finish(2);
}

/// The stack may have no place for a frame, so it begins anew.
__attribute__((naked)) static void fault(void) {
  __asm__("mov r0, sp\n ldr r1, =stack_top\n mov sp, r1\n b say_fault");
}

// The interrupts of the board's devices: see mps2.c.
__attribute__((weak)) void on_tick(void) {}
__attribute__((weak)) void on_watchdog(void) {}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
  [0] = stack_top, [1] = reset, [2] = on_watchdog, [3] = fault, [4] = fault, [5] = fault, [6] = fault, [15] = on_tick,
};
