/* SPDX-License-Identifier: MIT
 *
 * GRBM and SRBM, the register backbones: who owns which register, which have several copies and which of
 * these an access reaches, soft resets, status.
 */
#ifndef HW_MODEL_CIK_GRBM_H
#define HW_MODEL_CIK_GRBM_H

#include "hw/model/cik/cik.h"
#include "hw/model/registers.h"

/* A block that acts on its registers. write is called after the value was stored; read gives the value of
 * those whose value is not what was written, stored has what was. Either may be NULL. */
struct mcik_owner {
	void (*write)(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from);
	uint32_t (*read)(struct mcik *c, uint32_t offset, uint32_t stored);
};
extern const struct mcik_owner mcik_grbm_owner, mcik_mc_owner, mcik_vm_owner, mcik_cp_owner, mcik_mec_owner,
    mcik_sdma_owner, mcik_rlc_owner, mcik_dc_owner, mcik_rb_owner;

/* Registers that there are several copies of: one for each of these. An index register selects. */
enum mcik_bank {
	MCIK_BANK_NONE,
	MCIK_BANK_SE,    /* shader engine: GRBM_GFX_INDEX, which can also write to all */
	MCIK_BANK_VMID,  /* SRBM_GFX_CNTL, as the next */
	MCIK_BANK_PIPE,  /* microengine * MCIK_PIPES + pipe */
	MCIK_BANK_QUEUE, /* pipe as above * MCIK_QUEUES + queue */
};
enum { MCIK_VMIDS = 16, MCIK_ALL_PIPES = 4 * MCIK_PIPES, MCIK_ALL_QUEUES = MCIK_ALL_PIPES * MCIK_QUEUES };

enum {
	MCIK_RULE_HOST_ONLY = 1 << 0, /* the command stream may not write it */
	MCIK_RULE_PORT = 1 << 1,      /* writing the same value again is a change, too */
};

struct mcik_rule {
	uint32_t first, last; /* byte offsets */
	const struct mcik_owner *owner;
	uint8_t bank, flags, dirty;
};

const struct mcik_rule *mcik_rules(unsigned *n); /* grbm_rules.c: later rows override earlier ones */
/* grbm_table.c: what the database knows of the registers, MCIK_REGS_B / 4 of them, for the chip. */
void mcik_reg_facts(const struct mcik_variant *v, struct fl_reg_facts *facts);

enum { MCIK_MAX_RULES = 64, MCIK_BANKED_DW = 6144 };

struct mcik_grbm {
	const struct mcik_rule *rules;
	unsigned n_rules;
	uint8_t rule[MCIK_REGS_B / 4];      /* 1 + number in rules; 0: none */
	unsigned banked_at[MCIK_MAX_RULES]; /* where a rule's copies begin, */
	uint32_t banked[MCIK_BANKED_DW];    /* in here */
	struct fl_reg_facts facts[MCIK_REGS_B / 4];
	struct fl_reg_told told[MCIK_REGS_B / 4];

	bool host; /* an access of the host is under way, at: */
	bool host_write;
	uint32_t host_offset;
};

/* The copy of a register that belongs to bank i. */
uint32_t *mcik_banked(struct mcik *c, uint32_t offset, unsigned i);
#define CIK_BANKED(c, name, i) (*mcik_banked(c, CIK_##name, i))
/* What SRBM_GFX_CNTL selects, in the counting of MCIK_BANK_PIPE and MCIK_BANK_QUEUE. */
unsigned mcik_selected_pipe(const struct mcik *c);
unsigned mcik_selected_queue(const struct mcik *c);

/* clear.c: the context registers as the clear-state block has them. */
void mcik_clear_state(struct mcik *c);

/* grbm_reset.c */
void mcik_soft_reset(struct mcik *c, uint32_t value);
void mcik_srbm_soft_reset(struct mcik *c, uint32_t value);
uint32_t mcik_grbm_status(const struct mcik *c);
bool mcik_gui_active(const struct mcik *c);

#endif
