/* SPDX-License-Identifier: MIT
 *
 * BLT, the copier of HALTI5. One job a file:
 *
 *   blt.c       its states: they keep nothing, and which of them an operation wants
 *   blt_work.c  what the operations do
 */
#ifndef HW_MODEL_GC_BLT_H
#define HW_MODEL_GC_BLT_H

#include "hw/model/gc/layout_image.h"

enum {
	MGC_BLT_FIRST = GC_BLT_SRC_ADDR,
	MGC_BLT_STATES = 0x100, /* from there on */
	MGC_BLT_GO = 3,         /* SET_COMMAND before and after COMMAND */
};

struct mgc_blt {
	bool written[MGC_BLT_STATES]; /* since BLT_ENABLE, or the last operation */
	bool armed;                   /* SET_COMMAND was written, COMMAND not yet */
	bool open;                    /* COMMAND was written, SET_COMMAND not yet after it */
};

/* False: the core hangs, reported. */
bool mgc_blt_clear(struct mgc *g);
bool mgc_blt_copy(struct mgc *g);
bool mgc_blt_copy_buffer(struct mgc *g);
bool mgc_blt_in_place(struct mgc *g);
bool mgc_blt_mipmaps(struct mgc *g);

#endif
