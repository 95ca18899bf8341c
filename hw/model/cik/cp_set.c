/* SPDX-License-Identifier: MIT
 *
 * Packets that set registers, from their body or out of memory. CIK facts 1.1.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"

static const struct space {
	const char *name;
	uint32_t first, end; /* byte offsets */
} config = {"config", 0x8000, 0xb000}, sh = {"SH", 0xb000, 0xc000}, context = {"context", 0x28000, 0x29000},
  uconfig = {"user config", 0x30000, 0x31000};

/* [31:28] of the first dword: how a few registers want to be written. */
static unsigned wanted_index(uint32_t at)
{
	enum { PER_DRAW = 1, TESSELLATION = 2 };

	switch (at) {
	case CIK_VGT_PRIMITIVE_TYPE:
	case CIK_IA_MULTI_VGT_PARAM:
		return PER_DRAW;
	case CIK_VGT_LS_HS_CONFIG:
		return TESSELLATION;
	}
	return 0;
}

static bool inside(struct mcik *c, struct mcik_pm4 *q, const struct space *s, uint64_t at, uint64_t n)
{
	if (at < s->end && at + 4 * n <= s->end)
		return true;
	mcik_report(
	    c, FL_REFUSE, "CP", "CIK facts 1.1",
	    "%s: registers 0x%05llx to 0x%05llx are not all in the %s space, 0x%05x to 0x%05x; none is set",
	    mcik_packet_name(q->header), (unsigned long long)at, (unsigned long long)(at + 4 * n - 4),
	    s->name, s->first, s->end - 1);
	return false;
}

static bool set(struct mcik *c, struct mcik_pm4 *q, const struct space *s, const uint32_t *dw, uint32_t n)
{
	enum { INDEX_SHIFT = 28 };
	uint32_t at = s->first + 4 * (dw[0] & 0xffff);
	unsigned index = dw[0] >> INDEX_SHIFT;

	if (!inside(c, q, s, at, n - 1))
		return true;
	if (index != wanted_index(at) && (index || n == 2))
		mcik_report(c, FL_WARN, "CP", "CIK facts 1.1",
			    "%s of register 0x%05x with index %u ([31:28] of the first dword): it takes %u",
			    mcik_packet_name(q->header), at, index, wanted_index(at));
	for (uint32_t i = 1; i < n && !q->stuck; i++)
		mcik_reg_write(c, at + 4 * (i - 1), dw[i], MCIK_CP);
	return true;
}

bool mcik_set_config(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return set(c, q, &config, dw, n);
}

bool mcik_set_context(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return set(c, q, &context, dw, n);
}

bool mcik_set_sh(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return set(c, q, &sh, dw, n);
}

bool mcik_set_uconfig(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return set(c, q, &uconfig, dw, n);
}

/* Address of an image of the space, then pairs: which register, counted in dwords from the space's first, and
 * how many. No document has it: the form is that of R6xx, with the pairs that AMD's open drivers write. */
static bool load(struct mcik *c, struct mcik_pm4 *q, const struct space *s, const uint32_t *dw, uint32_t n)
{
	uint64_t image = mcik_addr(dw[0] & ~3u, dw[1]);

	if (n % 2)
		return false;
	for (uint32_t i = 2; i < n; i += 2) {
		uint32_t first = dw[i] & 0xffff, count = dw[i + 1] & 0x3fff, value;

		if (!inside(c, q, s, s->first + 4ull * first, count))
			return true;
		for (uint32_t k = first; k < first + count; k++)
			if (mcik_pm4_read(c, q, image + 4ull * k, &value))
				mcik_reg_write(c, s->first + 4 * k, value, MCIK_CP);
	}
	return true;
}

bool mcik_load_config(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return load(c, q, &config, dw, n);
}

bool mcik_load_context(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return load(c, q, &context, dw, n);
}

bool mcik_load_sh(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return load(c, q, &sh, dw, n);
}

bool mcik_load_uconfig(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return load(c, q, &uconfig, dw, n);
}

/* Which spaces later LOAD_ packets load: a driver that does not use them says none. */
bool mcik_context_control(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { VALID = 1u << 31 };

	if ((dw[0] & ~(uint32_t)VALID) || (dw[1] & ~(uint32_t)VALID))
		mcik_report(
		    c, FL_NOTE, "CP", "CIK facts 1.2",
		    "CONTEXT_CONTROL 0x%08x 0x%08x asks for state to be loaded or shadowed by itself: the "
		    "model loads what LOAD_ packets name, and shadows nothing",
		    dw[0], dw[1]);
	return true;
}

bool mcik_packet_clear_state(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	mcik_clear_state(c);
	return true;
}

bool mcik_set_base(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { INDIRECT = 1, CE_PARTITION = 3 };

	switch (dw[0]) {
	case INDIRECT:
		c->cp->indirect_base = mcik_addr(dw[1], dw[2]);
		return true;
	case CE_PARTITION: /* how the constant engine's RAM is split */
		return dw[1] <= MCIK_CE_RAM_B && dw[2] <= MCIK_CE_RAM_B;
	}
	return false;
}
