/* SPDX-License-Identifier: MIT
 *
 * GRBM and SRBM, the register backbones: who owns which register, who may write it, soft resets, status.
 */
#ifndef HW_MODEL_R600_GRBM_H
#define HW_MODEL_R600_GRBM_H

#include "hw/model/r600/r600.h"
#include "hw/model/registers.h"

/* The blocks that a write or read is handed to. MR600_OWNER_NONE: no register is known at the offset. */
enum mr600_owner {
	MR600_OWNER_NONE,
	MR600_OWNER_PLAIN, /* it holds a value, and nothing reacts */
	MR600_OWNER_GRBM,
	MR600_OWNER_MC,
	MR600_OWNER_CP,
	MR600_OWNER_DMA,
	MR600_OWNER_IH,
	MR600_OWNER_VGT,
	MR600_OWNER_SQ,
	MR600_OWNER_RB,
	MR600_OWNER_DC,
};

enum {
	MR600_RULE_HOST_ONLY = 1 << 0, /* the command stream may not write it */
	MR600_RULE_PORT = 1 << 1,      /* writing the same value again is a change, too */
	MR600_RULE_R6XX = 1 << 2,      /* there on R6xx alone, */
	MR600_RULE_R7XX = 1 << 3,      /* on R7xx alone */
	MR600_RULE_DRAWN = 1 << 4,     /* a single copy, which draws in flight use: a config register */
};

struct mr600_rule {
	uint32_t first, last; /* byte offsets */
	uint8_t owner, flags, dirty;
};

const struct mr600_rule *mr600_rules(unsigned *n); /* grbm_rules.c: later rows override earlier ones */

/* grbm_table.c: what the database knows of the registers, MR600_REGS_B / 4 of them, for the chip. */
void mr600_reg_facts(const struct mr600_variant *v, struct fl_reg_facts *facts);

struct mr600_grbm {
	const struct mr600_rule *rules;
	uint8_t rule[MR600_REGS_B / 4]; /* 1 + number in rules; 0: none */
	struct fl_reg_facts facts[MR600_REGS_B / 4];
	struct fl_reg_told told[MR600_REGS_B / 4];

	bool host; /* an access of the host is under way, at: */
	bool host_write;
	uint32_t host_offset;

	uint32_t in_reset, srbm_in_reset; /* the bits of GRBM_SOFT_RESET and SRBM_SOFT_RESET that are set */
	bool fault_pipe, pipe_hung;       /* "pipe-hung": it hangs at the next draw; it hangs */
};

/* grbm_reset.c */
void mr600_soft_reset(struct mr600 *r, uint32_t value);
void mr600_srbm_soft_reset(struct mr600 *r, uint32_t value);
uint32_t mr600_grbm_status(const struct mr600 *r);
uint32_t mr600_grbm_status2(const struct mr600 *r);
uint32_t mr600_srbm_status(const struct mr600 *r);
bool mr600_gui_active(const struct mr600 *r);

#endif
