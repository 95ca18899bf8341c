/* SPDX-License-Identifier: MIT
 *
 * What every stream of R6xx and R7xx begins with: each batch (its head), and the state that nothing changes
 * afterwards.
 */
#ifndef LIB_R600_START_H
#define LIB_R600_START_H

#include "hw/r600/chips.h"
#include "lib/fl_cs.h"

/* The head of a batch: R6xx want a packet there, and what an earlier batch left in the caches that programs,
 * vertices and textures come through is forgotten. The stage writes it, before cs->start; who brings batches
 * to the chip in another way does the same. */
enum { FL_R600_HEAD_DW = 8 };
void fl_r600_head(uint32_t head[FL_R600_HEAD_DW], const struct r600_family_info *family);

/* How the shader processor is divided among kinds of programs, and where their constants are; the 3D engine
 * is idle before. */
uint32_t *fl_r600_divide(uint32_t *p, const struct r600_family_info *f, bool geometry);

/* What was drawn is brought to memory, and what is read of memory is read anew, once the programs that run
 * are done. R6xx facts 1.4. */
enum { FL_R600_FLUSH_DW = 16 };
uint32_t *fl_r600_flush(uint32_t *p, const struct r600_family_info *family);

/* The state that no setter of fl_draw or fl_draw2d touches, and that waking left open: start.c has the table.
 * To be sent when nothing is known of the chip. */
void fl_r600_start(struct fl_cs *cs, const struct fl_chip *chip);

#endif
