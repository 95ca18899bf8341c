/* SPDX-License-Identifier: MIT
 *
 * What every stream of Sea Islands begins with: each batch (its head), and the state that nothing changes
 * afterwards.
 */
#ifndef LIB_CIK_START_H
#define LIB_CIK_START_H

#include "hw/cik/chips.h"
#include "lib/fl_cs.h"

/* The head of a batch: what an earlier batch left in the caches that programs, vertices, constants and
 * textures come through is forgotten. The stage writes it, before cs->start; who brings batches to the chip
 * in another way does the same. */
enum { FL_CIK_HEAD_DW = 8 };
void fl_cik_head(uint32_t head[FL_CIK_HEAD_DW]);

/* What was drawn is brought to memory, and what is read of memory is read anew, once the programs that run
 * have ended. */
enum { FL_CIK_FLUSH_DW = 11 };
uint32_t *fl_cik_flush(uint32_t *p);

/* State that all draws want alike; takes room of its own in the stream. The clear state is loaded, which
 * waking has done (hw/cik/first_packets.c). */
void fl_cik_start(struct fl_cs *cs, const struct fl_chip *chip);

#endif
