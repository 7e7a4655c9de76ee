// What happens around the board in an emulator: presses of a button whose contacts bounce, readings that are noisy, and an end.
// A board has interrupts and an ADC in place of this file.
#include "board.h"

static const struct { uint16_t time; bool is_down; } contacts[] = {
  {600, true}, {602, false}, {605, true}, {700, false}, {701, true}, {703, false},
  {1400, true}, {1404, false}, {1405, true}, {1500, false},
};

/// Where the linker gives it an address, the program is stuck in a reading after a while, as a sensor may do it.
extern char board_gets_stuck __attribute__((weak));

void board_tick(uint32_t time) {
  for (unsigned contact = 0; contact < sizeof contacts / sizeof *contacts; contact++) {
    if (contacts[contact].time == time && on_button) on_button(contacts[contact].is_down);
  }
  if (time == 2500) board_finish(0);
}

uint32_t board_reading(void) {
  uint32_t time = board_milliseconds();
  while (&board_gets_stuck && time > 1000) {}
  return (time < 1000 ? 400 : 600) + time * 7919 % 16;
}

void board_show_light(bool is_on) {
  uint32_t time = board_milliseconds();
  for (uint32_t unit = 1000; unit; unit /= 10) board_write('0' + (int)(time / unit % 10));
  board_write_text(is_on ? " ms: light on\n" : " ms: light off\n");
}
