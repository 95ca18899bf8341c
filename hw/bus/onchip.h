/* SPDX-License-Identifier: MIT
 *
 * What a core that is a part of the machine's own chip has instead of PCI and memory of its own: no
 * configuration space, and a region of the machine's memory that the board reserves for it. The region is
 * divided: its beginning is given out (fl_dma_alloc(): commands, tables of pages), the rest is for pictures.
 */
#ifndef HW_BUS_ONCHIP_H
#define HW_BUS_ONCHIP_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is given out of a region, at most; of a small one it is half. */
enum { FL_ONCHIP_GIVEN_B = 4 << 20 };

struct fl_onchip {
	volatile uint8_t *cpu; /* NULL: there is no region */
	uint64_t addr, size_B; /* whole pages */
	uint64_t used_B;
};

/* The part for pictures becomes the device's (vram, vram_size_B, vram_addr). */
void fl_onchip_memory(struct fl_dev *d, const struct fl_onchip *m);
/* dma_alloc of such a bus. */
enum fl_code fl_onchip_alloc(struct fl_onchip *m, size_t size_B, struct fl_dma *dma, struct fl_err *err);

/* cfg_read and cfg_write of such a bus: all ones, and nothing. */
uint32_t fl_onchip_cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B);
void fl_onchip_cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
