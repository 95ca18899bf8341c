/* SPDX-License-Identifier: MIT
 *
 * The Sea Islands model: the chip object, and the seams between its blocks. Each block is one or more files
 * named after it and owns one struct, kept in struct mcik.
 *
 * Of the rest of the kit the model includes the generated register headers, and nothing else.
 */
#ifndef HW_MODEL_CIK_CIK_H
#define HW_MODEL_CIK_CIK_H

#include "hw/model/avivo/dc.h"
#include "hw/model/chip.h" /* struct fl_model: memory, reports, clock, PCI, threads */
#include "hw/model/cik/chips.h"
#include "hw/regs/cik.h"

enum { MCIK_REGS_B = 0x40000 }; /* the register BAR, in which every space of registers lies */

/* Who accesses a register: some are for the host alone. */
enum mcik_from { MCIK_HOST, MCIK_CP };

/* Groups of registers whose decoded state goes stale when one of them is written. */
enum {
	MCIK_DIRTY_CONFIG = 1 << 0,  /* 0x8000 to 0xafff */
	MCIK_DIRTY_SH = 1 << 1,      /* programs and what they are started with, of all stages but compute */
	MCIK_DIRTY_COMPUTE = 1 << 2, /* the same of compute */
	MCIK_DIRTY_CONTEXT = 1 << 3,
	MCIK_DIRTY_UCONFIG = 1 << 4,
	MCIK_DIRTY_ALL = 0x1f,
};

struct mcik {
	struct fl_model base;               /* first: a struct fl_model * is a struct mcik * */
	const struct mcik_variant *variant; /* chips.c: what differs between the chips */

	uint32_t reg[MCIK_REGS_B / 4]; /* raw values as written, reserved bits cleared; not the banked ones */
	uint32_t dirty;                /* MCIK_DIRTY_* since somebody decoded state. GRBM sets them */
	enum fl_isa isa;               /* which set of the *_simd.c functions draws */
	uint8_t packet_vmid;           /* of the packet that is carried out; 0: the kernel's */
	bool packet_forbidden;         /* it asked for a register of the kernel */

	struct mcik_grbm *grbm; /* who owns which register; banks, soft resets, status */
	struct mcik_mc *mc;     /* memory controller, HDP */
	struct mcik_vm *vm;     /* contexts, page tables, faults */
	struct mcik_cp *cp;     /* graphics ring, constant engine */
	struct mcik_mec *mec;   /* compute queues */
	struct mcik_sdma *sdma;
	struct mcik_rlc *rlc;       /* without it the command processors do nothing */
	struct mcik_spi *spi;       /* launches waves: of compute */
	struct mcik_pixels *pixels; /* what covered pixels go through */
	struct mcik_vgt *vgt;       /* draws, from packets to primitives */
	struct fl_dc dc;            /* the displays */
};

#define CIK_REG(c, name) ((c)->reg[CIK_##name / 4])

/* ---- every block: made with the chip, freed with it, and put back to its reset state ------------------ */
#define MCIK_BLOCK(xx)                         \
	bool mcik_##xx##_new(struct mcik *c);  \
	void mcik_##xx##_free(struct mcik *c); \
	void mcik_##xx##_reset(struct mcik *c)
MCIK_BLOCK(grbm);
MCIK_BLOCK(mc);
MCIK_BLOCK(vm);
MCIK_BLOCK(cp);
MCIK_BLOCK(mec);
MCIK_BLOCK(sdma);
MCIK_BLOCK(spi);
MCIK_BLOCK(pixels);
MCIK_BLOCK(rlc);
MCIK_BLOCK(vgt);

/* ---- GRBM: register access ---------------------------------------------------------------------------- */
uint32_t mcik_reg_read(struct mcik *c, uint32_t offset, enum mcik_from from);
void mcik_reg_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from);

/* ---- reports: block "CP", section "CIK facts 1.2"; the place in the stream is added. Once a key (fmt). */
void mcik_report(struct mcik *c, enum fl_severity severity, const char *block, const char *section,
		 const char *fmt, ...) __attribute__((format(printf, 5, 6)));

#endif
