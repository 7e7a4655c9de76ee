// The devices of the boards MPS2 (AN386, AN500) that the example uses. Another board has other registers: this file is the one
// to replace.
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define CLOCK 25000000u

static volatile uint32_t milliseconds;

void board_start(void) {
  // SysTick, once in a millisecond.
  REGISTER(0xE000E014) = CLOCK / 1000 - 1;
  REGISTER(0xE000E018) = 0;
  REGISTER(0xE000E010) = 7;
  // The watchdog: after a quarter of a second without food an interrupt, after another one the board starts again.
  REGISTER(0x40008C00) = 0x1ACCE551;
  REGISTER(0x40008000) = CLOCK / 4;
  REGISTER(0x40008008) = 3;
}

uint32_t board_milliseconds(void) { return milliseconds; }

void board_sleep(void) { __asm__ volatile("wfi" ::: "memory"); }

void board_feed_watchdog(void) { REGISTER(0x4000800C) = 1; }

void board_light(bool is_on) {
  REGISTER(0x40028000) = is_on;
  board_show_light(is_on);
}

void on_tick(void) { board_tick(++milliseconds); }

void on_watchdog(void) {
  board_write_text("watchdog: the main loop stands still\n");
  for (;;) {}
}
