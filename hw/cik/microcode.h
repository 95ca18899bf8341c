/* SPDX-License-Identifier: MIT
 *
 * The RAMs that microcode is loaded into: of PFP, ME and CE, of the compute engines (MEC), of the RLC, and of
 * both SDMA engines.
 */
#ifndef HW_CIK_MICROCODE_H
#define HW_CIK_MICROCODE_H

#include "hw/cik/image.h"

enum {
	CIK_RAM_PFP,
	CIK_RAM_ME,
	CIK_RAM_CE,
	CIK_RAM_MEC1,
	CIK_RAM_MEC2,
	CIK_RAM_RLC,
	CIK_RAM_SDMA0,
	CIK_RAM_SDMA1,
	CIK_RAMS
};

/* Write it into its RAM, whose engine must be off. No checks. Linux cik_cp_gfx_load_microcode(),
 * cik_cp_compute_load_microcode(), cik_rlc_resume(), cik_sdma_load_microcode(). */
void cik_microcode_write(struct fl_dev *d, unsigned ram, const struct cik_image *image);
/* Read the RAM back and compare, where the chip lets it be read. *back: it answers with what was written; a
 * RAM that answers with something else all over cannot be read on this chip, which no document says.
 * FL_FAILED: part of it differs. */
enum fl_code cik_microcode_verify(struct fl_dev *d, unsigned ram, const struct cik_image *image, bool *back,
				  struct fl_err *err);
/* Is the RAM there on this chip? MEC2's is Kaveri's alone. */
bool cik_microcode_has(const struct cik_family_info *f, unsigned ram);
/* Which file it comes from. */
unsigned cik_microcode_image(unsigned ram);

#endif
