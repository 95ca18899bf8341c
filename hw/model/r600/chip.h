/* SPDX-License-Identifier: MIT
 *
 * What the files of the chip object share: how it comes to life.
 */
#ifndef HW_MODEL_R600_CHIP_H
#define HW_MODEL_R600_CHIP_H

#include "hw/model/r600/r600.h"

/* Where firmware puts the VRAM BAR, and the video BIOS memory for the chip: alike, as old drivers expect. */
#define MR600_PCI_VRAM_AT    0xc0000000ull
#define MR600_POSTED_VRAM_AT MR600_PCI_VRAM_AT

/* chip_pci.c */
void mr600_chip_pci(struct mr600 *r);
/* chip_state.c */
void mr600_chip_reset(struct mr600 *r); /* power-on */
void mr600_chip_post(struct mr600 *r);  /* a video BIOS ran */
void mr600_chip_start(struct mr600 *r); /* a kernel driver set it up */
/* The stream that leaves nothing in the chip's caches (flush.c). */
bool mr600_flush(struct fl_model *m);
/* An image in the place of the microcode (firmware.c): prefetch parser, microengine, RLC. */
size_t mr600_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B);

#endif
