/* SPDX-License-Identifier: MIT
 *
 * What the files of the chip object share: how it comes to life.
 */
#ifndef HW_MODEL_R500_CHIP_H
#define HW_MODEL_R500_CHIP_H

#include "hw/model/r500/r500.h"

/* Where firmware puts the VRAM BAR, and the video BIOS memory for the chip: alike, as old drivers expect. */
#define MR500_PCI_VRAM_AT    0xc0000000ull
#define MR500_POSTED_VRAM_AT MR500_PCI_VRAM_AT

void mr500_chip_pci(struct mr500 *r);
/* chip_state.c */
/* The stream that leaves nothing in the chip's caches (flush.c). */
bool mr500_flush(struct fl_model *m);
/* An image in the place of the microcode (firmware.c). */
size_t mr500_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B);

void mr500_chip_reset(struct mr500 *r); /* power-on */
void mr500_chip_post(struct mr500 *r);  /* a video BIOS ran */
void mr500_chip_start(struct mr500 *r); /* a kernel driver set it up */

#endif
