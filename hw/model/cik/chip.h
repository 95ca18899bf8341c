/* SPDX-License-Identifier: MIT
 *
 * What the files of the chip object share: how it comes to life.
 */
#ifndef HW_MODEL_CIK_CHIP_H
#define HW_MODEL_CIK_CHIP_H

#include "hw/model/cik/cik.h"

/* chip_pci.c */
void mcik_chip_pci(struct mcik *c);
/* chip_state.c */
void mcik_chip_reset(struct mcik *c); /* power-on */
void mcik_chip_post(struct mcik *c);  /* a video BIOS ran */
void mcik_chip_start(struct mcik *c); /* a kernel driver set it up */
/* firmware.c: images made up, in the order of hw/cik: pfp, me, ce, mec, rlc, sdma, and Kaveri's mec2 */
size_t mcik_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B);
/* All engines go on until nothing is left to do, or until they wait for what nobody does. True: idle. */
bool mcik_chip_go_on(struct mcik *c);
/* The stream that leaves nothing in the chip's caches (flush.c). */
bool mcik_flush(struct fl_model *m);

#endif
