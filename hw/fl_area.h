/* SPDX-License-Identifier: MIT
 *
 * A piece of memory that the chip and the processor both use for commands and their answers: VRAM, or memory
 * of the machine. What lies where in it is the family's.
 */
#ifndef HW_FL_AREA_H
#define HW_FL_AREA_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_area {
	struct fl_dev *dev;
	volatile uint32_t *cpu; /* NULL: VRAM through the bus */
	uint64_t at_B;          /* VRAM: where in the aperture. Else where in VRAM a dword is nobody's */
	uint64_t addr;          /* where the chip sees it */
	bool vram;              /* else memory of the machine */
	uint8_t generation;     /* of the chip, where the family has more than one */
	/* The family's way to empty the host's path to memory, by a dword at at_B: both sides see what the
	 * other wrote. */
	void (*settle)(const struct fl_area *a);
};

struct fl_bringup;

/* The last size_B bytes of the visible VRAM, whole pages, are the kit's (up->free_B): a picture that the
 * video BIOS shows is at the start. Returns where they begin. */
uint64_t fl_area_end(struct fl_bringup *up, uint64_t size_B);
/* The area is there. */
void fl_area_vram(struct fl_area *a, struct fl_bringup *up, uint64_t size_B);

void fl_area_put(const struct fl_area *a, uint32_t at_B, uint32_t dw);
uint32_t fl_area_get(const struct fl_area *a, uint32_t at_B);
/* Both sides see what the other wrote: to the area, and to VRAM. */
static inline void fl_area_settle(const struct fl_area *a)
{
	a->settle(a);
}
/* Until the dword there has reached want, for at most timeout_us; it may be past it. FL_TIMEOUT with what it
 * is. */
enum fl_code fl_area_wait(const struct fl_area *a, uint32_t at_B, uint32_t want, uint64_t timeout_us,
			  const char *what, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
