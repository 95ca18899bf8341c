/* SPDX-License-Identifier: MIT
 *
 * SET_*: registers and constants from the stream; SURFACE_BASE_UPDATE, by which some chips take new base
 * registers. R6xx/R7xx guide 5.3.6, R6xx facts 1.1, 1.2.
 */
#include "hw/model/r600/cp.h"

static const struct mr600_cp_space spaces[] = {
    {R600_PKT3_SET_CONFIG_REG, 0x8000, 0xac00},   {R600_PKT3_SET_CONTEXT_REG, 0x28000, 0x29000},
    {R600_PKT3_SET_ALU_CONST, 0x30000, 0x32000},  {R600_PKT3_SET_RESOURCE, 0x38000, 0x3c000},
    {R600_PKT3_SET_SAMPLER, 0x3c000, 0x3cff0},    {R600_PKT3_SET_CTL_CONST, 0x3cff0, 0x3e200},
    {R600_PKT3_SET_LOOP_CONST, 0x3e200, 0x3e380}, {R600_PKT3_SET_BOOL_CONST, 0x3e380, 0x3e38c},
};

const struct mr600_cp_space *mr600_cp_space(unsigned opcode)
{
	for (unsigned i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++)
		if (spaces[i].opcode == opcode)
			return &spaces[i];
	return NULL;
}

/* After R600 and before RV770: SURFACE_BASE_UPDATE must follow new bases in the same buffer. */
static bool wants_surface_update(const struct mr600 *r)
{
	return !r->variant->r7xx && r->variant->chip_bit != mr600_variant("r600")->chip_bit;
}

/* Of the color buffers: bases, sizes, blending, masks. */
static bool is_cb(uint32_t offset)
{
	return (offset >= R600_CB_COLOR_BASE(0) && offset <= R600_CB_COLOR_MASK(7)) ||
	       (offset >= R600_CB_TARGET_MASK && offset <= R600_CB_SHADER_MASK) ||
	       (offset >= R600_CB_BLEND0_CONTROL(0) && offset <= R600_CB_BLEND0_CONTROL(7)) ||
	       offset == R600_CB_BLEND_CONTROL || offset == R600_CB_COLOR_CONTROL ||
	       (offset >= R600_CB_BLEND_RED && offset <= R600_CB_BLEND_ALPHA);
}

void mr600_cp_base_written(struct mr600 *r, uint32_t offset)
{
	enum { STRIDE = 16, COLOR = 1, STRMOUT = 9 };
	struct mr600_cp *cp = r->cp;

	cp->cb_written |= is_cb(offset);
	if (offset == R600_DB_DEPTH_BASE) {
		cp->surface_bases |= 1;
	} else if (offset >= R600_CB_COLOR_BASE(0) && offset <= R600_CB_COLOR_BASE(7)) {
		cp->surface_bases |= 1u << (COLOR + (offset - R600_CB_COLOR_BASE(0)) / 4);
	} else if (offset >= R600_VGT_STRMOUT_BUFFER_BASE_0 && offset <= R600_VGT_STRMOUT_BUFFER_BASE_3 &&
		   (offset - R600_VGT_STRMOUT_BUFFER_BASE_0) % STRIDE == 0) {
		unsigned i = (offset - R600_VGT_STRMOUT_BUFFER_BASE_0) / STRIDE;

		cp->surface_bases |= 1u << (STRMOUT + i);
		cp->strmout_bases |= 1u << i;
	}
	if (!wants_surface_update(r))
		cp->surface_bases = 0;
}

void mr600_cp_set(struct mr600 *r, const struct mr600_cp_space *s, uint32_t at, const uint32_t *dw,
		  uint32_t n)
{
	for (uint32_t i = 0; i < n && !r->cp->stuck; i++, at += 4) {
		mr600_reg_write(r, at, dw[i], MR600_CP);
		if (s->opcode == R600_PKT3_SET_CONTEXT_REG)
			mr600_cp_base_written(r, at);
	}
}

/* Mesa sends some with no data: they do nothing. */
static bool set(struct mr600 *r, const struct mr600_cp_space *s, const uint32_t *dw, uint32_t n)
{
	uint32_t at = s->first + R600_PKT3_SET_CONFIG_REG__REG_OFFSET__REG_OFFSET__GET(dw[0]) * 4;

	if (dw[0] >> 16)
		mr600_report(r, FL_WARN, "CP", "R6xx/R7xx guide 5.3.6",
			     "the offset of SET_* is 0x%08x: bits 31:16 are reserved", dw[0]);
	if (at + 4ull * (n - 1) > s->end) {
		mr600_cp_malformed(r, "it writes past the end of its space");
		return true;
	}
	if (s->opcode == R600_PKT3_SET_CONTEXT_REG)
		mr600_cp_check_together(r, at, at + 4 * (n - 1));
	mr600_cp_set(r, s, at, dw + 1, n - 1);
	return true;
}

bool mr600_cp_set_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	const struct mr600_cp_space *s = mr600_cp_space(opcode);

	if (s)
		return set(r, s, dw, n);
	if (opcode != R600_PKT3_SURFACE_BASE_UPDATE || n != 1)
		return false;
	if (!wants_surface_update(r))
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.1",
			     "SURFACE_BASE_UPDATE: R600 and R7xx do not have it; Linux refuses it there");
	r->cp->surface_bases &= ~dw[0];
	return true;
}
