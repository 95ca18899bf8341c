/* SPDX-License-Identifier: MIT
 *
 * What the files of the chip object share: how it comes to life.
 */
#ifndef R500_CHIP_H
#define R500_CHIP_H

#include "hw/model/r500/r500.h"

/* Where firmware puts the VRAM BAR, and the video BIOS memory for the chip: alike, as old drivers expect. */
#define R500_PCI_VRAM_AT    0xc0000000ull
#define R500_POSTED_VRAM_AT R500_PCI_VRAM_AT

void r500_chip_pci(struct r500 *r);
/* chip_state.c */
void r500_chip_reset(struct r500 *r); /* power-on */
void r500_chip_post(struct r500 *r);  /* a video BIOS ran */
void r500_chip_start(struct r500 *r); /* a kernel driver set it up */

#endif
