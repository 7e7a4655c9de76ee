#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/// Starts the clock, its interrupt and the watchdog.
void board_start(void);

/// Since the start; begins anew after seven weeks.
uint32_t board_milliseconds(void);

/// Until the next interrupt.
void board_sleep(void);

void board_feed_watchdog(void);
void board_light(bool is_on);
uint32_t board_reading(void);

/// The program has this function; it runs in an interrupt.
void on_button(bool is_down) __attribute__((weak));

/// What surrounds the board: each millisecond, in an interrupt, and when the light changes.
void board_tick(uint32_t time);
void board_show_light(bool is_on);

/// Output, and the end of a program: an emulator ends with this status, a board stands still.
void board_write(int character);
void board_write_text(const char *text);
__attribute__((noreturn)) void board_finish(int status);

/// What is in use of the heap, headers included.
uintptr_t board_heap_blocks(void);
uintptr_t board_heap_bytes(void);

#endif
