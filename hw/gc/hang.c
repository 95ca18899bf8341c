/* SPDX-License-Identifier: MIT
 *
 * Where a core stands that does not go on: what FE does and what it fetched last, and which units are not
 * idle (GC facts 2.7). The names are the register database's.
 */
#include "hw/fl_fmt.h"
#include "hw/gc/card.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/gc.h"

static const char *command_state(uint32_t v)
{
	struct fl_reg r;
	struct fl_reg_field f;
	uint32_t plus;
	const char *name;

	if (!fl_regs_lookup(fl_regs_gc(), NULL, GC_FE_DMA_DEBUG_STATE, FL_REGS_ANY_CHIP, 0, &r) ||
	    !fl_reg_field_find(&r, "CMD_STATE", &f))
		return "?";
	name = fl_reg_value_name(&r, &f, v, &plus);
	return name && !plus ? name : "?";
}

struct units {
	char *out;
	size_t size, n;
};

static void unit(void *arg, const struct fl_reg_field *f, uint32_t value, const char *value_name)
{
	struct units *u = arg;

	if (!value && f->low < 31 && u->n < u->size)
		u->n += (size_t)fl_format(u->out + u->n, u->size - u->n, " %s", f->name);
}

const char *gc_hang_text(struct fl_dev *d, char *out, size_t size)
{
	/* The first reading of these is not to be trusted on every core (GC facts 0). */
	const uint32_t first[] = {fl_read32(d, GC_FE_DMA_ADDRESS), fl_read32(d, GC_FE_DMA_DEBUG_STATE),
				  fl_read32(d, GC_FE_DMA_LOW), fl_read32(d, GC_FE_DMA_HIGH)};
	const uint32_t state = fl_read32(d, GC_FE_DMA_DEBUG_STATE);
	const uint32_t idle = fl_read32(d, GC_HI_IDLE_STATE);
	char names[100] = "";
	struct units u = {names, sizeof(names), 0};
	struct fl_reg r;

	if (fl_regs_lookup(fl_regs_gc(), NULL, GC_HI_IDLE_STATE, FL_REGS_ANY_CHIP, 0, &r))
		fl_reg_decode(&r, idle, FL_REGS_ANY_CHIP, unit, &u);
	fl_format(out, size,
		  "FE is in state %s at 0x%08x%s, last fetched 0x%08x 0x%08x; IDLE_STATE 0x%08x, not idle:%s",
		  command_state(state), fl_read32(d, GC_FE_DMA_ADDRESS),
		  fl_read32(d, GC_FE_DMA_ADDRESS) == first[0] ? "" : " and moves",
		  fl_read32(d, GC_FE_DMA_LOW), fl_read32(d, GC_FE_DMA_HIGH), idle, *names ? names : " none");
	return out;
}
