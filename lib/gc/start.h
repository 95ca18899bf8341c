/* SPDX-License-Identifier: MIT
 *
 * States that are the same for all that is drawn, sent once.
 */
#ifndef LIB_GC_START_H
#define LIB_GC_START_H

#include "lib/gc/cores.h"

#include <stdint.h>

#define FL_GC_START_DW 256u

/* They are written at p; returns where they end. */
uint32_t *fl_gc_start(uint32_t *p, const struct fl_gc_info *info);

/* VS_LOAD_BALANCING of a program of so many varyings. */
uint32_t fl_gc_balance(const struct fl_gc_info *info, uint32_t varyings);

#endif
