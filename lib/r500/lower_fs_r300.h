/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: fragment programs of R3xx and R4xx, out of R5xx's words.
 */
#ifndef LIB_R500_LOWER_FS_R300_H
#define LIB_R500_LOWER_FS_R300_H

#include "hw/fl_err.h"

#include <stdint.h>

/* What all these chips have. R4xx has more behind US_CODE_BANK, which nothing here uses. */
#define FL_R300_ALU    64u
#define FL_R300_TEX    32u
#define FL_R300_NODES  4u
#define FL_R300_CONSTS 32u
#define FL_R300_TEMPS  32u

struct fl_r500_r300_fs {
	uint32_t config, pixsize, code_offset, code_addr[FL_R300_NODES];
	uint32_t n_alu, n_tex;
	/* US_ALU_RGB_ADDR, US_ALU_ALPHA_ADDR, US_ALU_RGB_INST, US_ALU_ALPHA_INST of each instruction */
	uint32_t alu[4][FL_R300_ALU], tex[FL_R300_TEX];
	/* R5xx's inline constants, which are constants here: the code that constant i holds; 0: none. */
	uint8_t inlined[FL_R300_CONSTS];
};

/* Translate the n instructions of words, whose highest temporary is last_temp; bit i of taken: constant i is
 * the program's. FL_USAGE: it does not fit, and why. */
enum fl_code fl_r500_r300_fs_lower(const uint32_t (*words)[6], uint32_t n, uint32_t last_temp, uint32_t taken,
				   struct fl_r500_r300_fs *fs, struct fl_err *err);
#endif
