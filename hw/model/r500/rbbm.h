/* SPDX-License-Identifier: MIT
 *
 * RBBM, the register backbone: who owns which register, who may write it, soft resets, status, pipe
 * configuration.
 */
#ifndef HW_MODEL_R500_RBBM_H
#define HW_MODEL_R500_RBBM_H

#include "hw/model/r500/r500.h"
#include "hw/model/registers.h"

/* The blocks that a write or read is handed to. MR500_OWNER_NONE: no register is known at the offset. */
enum mr500_owner {
	MR500_OWNER_NONE,
	MR500_OWNER_PLAIN, /* it holds a value, and nothing reacts */
	MR500_OWNER_RBBM,
	MR500_OWNER_MC,
	MR500_OWNER_CP,
	MR500_OWNER_E2,
	MR500_OWNER_VAP,
	MR500_OWNER_GA,
	MR500_OWNER_US,
	MR500_OWNER_TX,
	MR500_OWNER_RB,
	MR500_OWNER_DC,
};

enum {
	MR500_RULE_HOST_ONLY = 1 << 0, /* the command stream may not write it */
	MR500_RULE_QUEUED = 1 << 1,    /* R5xx guide 10.1.14: only the command stream may write it */
	MR500_RULE_PORT = 1 << 2,      /* writing the same value again is a change, too */
};

struct mr500_rule {
	uint16_t first, last; /* byte offsets */
	uint8_t owner, flags;
	uint16_t dirty;
	uint8_t kinds; /* one bit for each enum mr500_kind; 0: all */
};

const struct mr500_rule *mr500_rules(unsigned *n); /* rbbm_rules.c: later rows override earlier ones */

/* What the database knows of MR500_REGS_B / 4 registers of the chip (rbbm_table.c). */
void mr500_reg_facts(const struct mr500_variant *v, struct fl_reg_facts *facts);

struct mr500_rbbm {
	const struct mr500_rule *rules;
	uint8_t rule[MR500_REGS_B / 4]; /* 1 + number in rules; 0: none */
	struct fl_reg_facts facts[MR500_REGS_B / 4];
	struct fl_reg_told told[MR500_REGS_B / 4];

	bool host; /* an access of the host is under way, at: */
	bool host_write;
	uint32_t host_offset;

	uint32_t in_reset; /* the bits of RBBM_SOFT_RESET that are set */
	bool tile_config_written;
	bool pipe_switch_pending;    /* PIPE_COUNT or ENABLE changed, no GA_SOFT_RESET yet */
	uint8_t pipe_count;          /* GB_TILE_CONFIG.PIPE_COUNT in effect */
	uint64_t pipe_busy_until_us; /* GA_SOFT_RESET counts */
	uint32_t ga_idle;

	uint32_t int_status;        /* GEN_INT_STATUS */
	bool fault_pipe, pipe_hung; /* "pipe-hung": it hangs at the next draw; it hangs */
};

/* GB_TILE_CONFIG.PIPE_COUNT for a number of pipes: guide 10.3.4.1. */
unsigned mr500_pipe_count_code(unsigned pipes);
/* rbbm_reset.c */
void mr500_soft_reset(struct mr500 *r, uint32_t value);
/* rbbm_pipes.c: GB_TILE_CONFIG, GB_PIPE_SELECT, GA_SOFT_RESET, GA_IDLE */
void mr500_pipes_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from);
void mr500_pipes_reset(struct mr500 *r);   /* what a hard reset leaves */
void mr500_pipes_capture(struct mr500 *r); /* GA_IDLE */
uint32_t mr500_rbbm_status(const struct mr500 *r);
/* Bits of GEN_INT_STATUS are set, until the host writes them there. */
void mr500_rbbm_raise(struct mr500 *r, uint32_t gen_int_status);
bool mr500_rbbm_irq(const struct mr500 *r); /* GEN_INT_STATUS, as far as GEN_INT_CNTL lets it through */
bool mr500_in_reset(const struct mr500 *r, uint32_t soft_reset_mask);

#endif
