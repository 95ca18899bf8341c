/* SPDX-License-Identifier: MIT
 *
 * The microcode of R6xx and R7xx: three images as the distributions ship them (radeon/RV770_pfp.bin,
 * radeon/RV770_me.bin, radeon/R700_rlc.bin), big-endian dwords without a header. PFP and ME are the command
 * processor's, RLC is the power manager's. ME words have three dwords on R6xx, and one on R7xx.
 */
#ifndef HW_R600_MICROCODE_H
#define HW_R600_MICROCODE_H

#include "hw/r600/card.h"

/* The longest, of all chips. */
enum { R600_MICROCODE_MAX_B = 1792 * 12 };

/* How large image i (R600_IMAGE_…) has to be. */
size_t r600_microcode_size(const struct r600_family_info *f, unsigned i);
/* Is it an image at all? No access to a card. FL_USAGE with the reason: its size, nothing but zeros, or the
 * same dword all over. */
enum fl_code r600_microcode_check(const struct r600_family_info *f, unsigned i, const uint8_t *image,
				  size_t size_B, struct fl_err *err);
/* Write it into its RAM, whose engine must be off. No checks. Linux r600_cp_load_microcode(),
 * rv770_cp_load_microcode(), r600_rlc_resume(). */
void r600_microcode_write(struct fl_dev *d, const struct r600_family_info *f, unsigned i,
			  const uint8_t *image);
/* Read the RAM back and compare. *back: it answers with what was written; a RAM that answers with something
 * else all over cannot be read on this chip, which no document says. FL_FAILED: part of it differs. */
enum fl_code r600_microcode_verify(struct fl_dev *d, const struct r600_family_info *f, unsigned i,
				   const uint8_t *image, bool *back, struct fl_err *err);

#endif
