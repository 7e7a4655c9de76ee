// What runs before the program on the machine `virt` of QEMU, a RISC-V with 32 bits.
#include <stddef.h>
#include <stdint.h>

#include "board.h"

extern uint32_t bss_begin[], bss_end[], stack_bottom[], stack_top[];

const uintptr_t signals_stack_lowest = (uintptr_t)stack_bottom;
const uintptr_t signals_stack_highest = (uintptr_t)stack_top;

int main(void);

__attribute__((used)) static void run(void) {
  for (uint32_t *to = bss_begin; to < bss_end;) *to++ = 0;
  board_finish(main());
}

__attribute__((used)) static void say_fault(void) {
  board_write_text("fault: the program has stopped itself, or reached for what is no memory\n");
  board_finish(2);
}

__attribute__((naked, aligned(4))) static void fault(void) { __asm__("la sp, stack_top\n call say_fault"); }

__attribute__((naked, section(".start"), used)) void start(void) {
  __asm__("la sp, stack_top\n la t0, %0\n csrw mtvec, t0\n call run" ::"i"(fault));
}
