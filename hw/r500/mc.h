/* SPDX-License-Identifier: MIT
 *
 * The memory controller: its registers, and where it puts VRAM. R3xx and R4xx have them among the others,
 * R5xx behind MC_IND_INDEX, and RV515's indices differ from those of the rest; the functions take the card,
 * and know.
 */
#ifndef HW_R500_MC_H
#define HW_R500_MC_H

#include "hw/r500/card.h"

/* One indirect register (Linux rv515.c: rv515_mc_rreg, rv515_mc_wreg). MC_IND_INDEX is afterwards as
 * before. */
uint32_t r500_mc_ind_read(struct fl_dev *d, uint32_t at);
void r500_mc_ind_write(struct fl_dev *d, uint32_t at, uint32_t value);

enum fl_code r500_mc_wait_idle(struct r500_card *c, uint64_t timeout_us, struct fl_err *err);
/* Give the memory controller 0.1 s to come to rest. False is no reason to stop: it may never rest while a
 * display reads (Linux r520.c warns, and goes on). */
bool r500_mc_rests(struct r500_card *c);

/* Where the chip sees VRAM: first and last byte. */
void r500_mc_get_location(struct r500_card *c, uint64_t *first, uint64_t *last);
/* Put VRAM elsewhere. Displays stop reading while it moves, and are left off: what they show has moved. first
 * is a multiple of 64 KiB, and VRAM must end below 4 GiB. */
enum fl_code r500_mc_set_location(struct r500_card *c, uint64_t first, struct fl_err *err);

/* Stop both CRTCs' reads of memory, and VGA's (Linux rv515_mc_stop, r100_mc_stop). */
void r500_displays_stop(struct r500_card *c);

#endif
