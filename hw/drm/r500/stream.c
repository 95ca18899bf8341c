/* SPDX-License-Identifier: MIT
 *
 * Command streams of R3xx to R5xx, as Linux takes them from a program (r300_packet0_check,
 * r300_packet3_check, r100_packet3_load_vbpntr, r100_reloc_pitch_offset): addresses are put in, tiling modes
 * too where the program leaves them to the kernel, and what reaches beyond drawing is refused.
 */
#include "hw/drm/r500/stream.h"
#include "hw/regs/r500.h"

#include <libdrm/radeon_drm.h>
#include <stddef.h>

/* Colors' and depth's pitch, textures' offset: the bits of a tiling mode. */
enum {
	PITCH_MACRO = 1 << 16,
	PITCH_MICRO = 1 << 17,
	PITCH_SQUARE = 2 << 17,
	PITCH_TILING = 7 << 16,
	TEXTURE_MACRO = 1 << 2,
	TEXTURE_MICRO = 1 << 3,
	TEXTURE_SQUARE = 2 << 3,
	TEXTURE_TILING = 31, /* the low bits of an offset: tiling and byte order */
};

/* *buffer becomes the one that the address is in. */
static bool add_address(struct fl_drm_stream *s, uint32_t at, const char *what,
			const struct fl_drm_reloc **buffer)
{
	*buffer = fl_drm_next_reloc(s, what, at);
	if (*buffer)
		s->dw[at] += (uint32_t)(*buffer)->addr;
	return *buffer != NULL;
}

/* The same for a surface, whose offset is kept. */
static bool add_surface(struct fl_drm_stream *s, uint32_t at, const char *what, struct r500_drm_surface *to)
{
	to->offset_B = s->dw[at];
	return add_address(s, at, what, &to->buffer);
}

static bool texture(struct fl_drm_stream *s, uint32_t at, const struct fl_drm_reloc **buffer)
{
	const struct fl_drm_reloc *r = *buffer = fl_drm_next_reloc(s, "TX_OFFSET", at);
	uint32_t tiling = 0;

	if (!r)
		return false;
	if (s->keep_tiling) {
		tiling = s->dw[at] & TEXTURE_TILING;
		s->dw[at] = ((s->dw[at] & ~(uint32_t)TEXTURE_TILING) + (uint32_t)r->addr) | tiling;
		return true;
	}
	if (r->tiling & RADEON_TILING_MACRO)
		tiling |= TEXTURE_MACRO;
	if (r->tiling & RADEON_TILING_MICRO)
		tiling |= TEXTURE_MICRO;
	else if (r->tiling & RADEON_TILING_MICRO_SQUARE)
		tiling |= TEXTURE_SQUARE;
	s->dw[at] = (s->dw[at] + (uint32_t)r->addr) | tiling;
	return true;
}

static bool pitch(struct fl_drm_stream *s, uint32_t at, const char *what)
{
	const struct fl_drm_reloc *r;
	uint32_t tiling = 0;

	if (s->keep_tiling)
		return true;
	r = fl_drm_next_reloc(s, what, at);
	if (!r)
		return false;
	if (r->tiling & RADEON_TILING_MACRO)
		tiling |= PITCH_MACRO;
	if (r->tiling & RADEON_TILING_MICRO)
		tiling |= PITCH_MICRO;
	else if (r->tiling & RADEON_TILING_MICRO_SQUARE)
		tiling |= PITCH_SQUARE;
	s->dw[at] = (s->dw[at] & ~(uint32_t)PITCH_TILING) | tiling;
	return true;
}

/* The 2D engine's: an address in units of 1 KiB, a pitch above it, tiling at the top. */
static bool pitch_offset(struct fl_drm_stream *s, uint32_t at, bool source)
{
	enum { OFFSET = 0x003fffff, PITCH = 0x3fc00000, MACRO = 1 << 30 };
	const uint32_t micro = UINT32_C(1) << 31, keep = ~(uint32_t)OFFSET;
	const struct fl_drm_reloc *r = fl_drm_next_reloc(s, "a 2D pitch and offset", at);
	uint32_t value = s->dw[at], to;

	if (!r)
		return false;
	to = (value & OFFSET) + (uint32_t)(r->addr >> 10);
	if (s->keep_tiling) {
		s->dw[at] = (value & keep) | to;
		return true;
	}
	if (r->tiling & RADEON_TILING_MACRO)
		to |= MACRO;
	if (r->tiling & RADEON_TILING_MICRO) {
		if (source)
			return fl_drm_refuse(s, "dword %u: a 2D copy from a microtiled surface", at);
		to |= micro;
	}
	s->dw[at] = (value & PITCH) | to;
	return true;
}

static bool forbidden(struct fl_drm_stream *s, uint32_t reg, uint32_t at)
{
	return fl_drm_refuse(s, "forbidden register 0x%04x at dword %u (value 0x%08x)", reg, at, s->dw[at]);
}

/* Hierarchical depth and compression have one owner at a time. */
static bool hyperz(struct r500_drm_track *t, uint32_t reg, uint32_t at)
{
	const uint32_t uses = R500_ZB_BW_CNTL__HIZ_ENABLE__MASK | R500_ZB_BW_CNTL__RD_COMP_ENABLE__MASK |
			      R500_ZB_BW_CNTL__WR_COMP_ENABLE__MASK | R500_ZB_BW_CNTL__FAST_FILL__MASK;
	struct fl_drm_stream *s = t->s;

	if (s->hyperz)
		return reg != R500_GB_Z_PEQ_CONFIG || t->chip >= R500_FAMILY_RV350 || forbidden(s, reg, at);
	switch (reg) {
	case R500_SC_HYPERZ_EN: /* older drivers write it, and are not refused */
		s->dw[at] &= ~1u;
		return true;
	case R500_ZB_BW_CNTL:
		return !(s->dw[at] & uses) || forbidden(s, reg, at);
	case R500_GB_Z_PEQ_CONFIG:
		return (!s->dw[at] && t->chip >= R500_FAMILY_RV350) || forbidden(s, reg, at);
	default:
		return !s->dw[at] || forbidden(s, reg, at);
	}
}

/* Registers with an address or a tiling mode: true if this is one, and *ok what came of it. */
static bool patched(struct r500_drm_track *t, uint32_t reg, uint32_t at, bool *ok)
{
	struct fl_drm_stream *s = t->s;
	const struct fl_drm_reloc *counters;

	if (reg >= R500_TX_OFFSET(0) && reg <= R500_TX_OFFSET(15)) {
		t->texture_dirty = true;
		*ok = texture(s, at, &t->texture[(reg - R500_TX_OFFSET(0)) / 4].buffer);
		return true;
	}
	if (reg >= R500_RB3D_COLOROFFSET(0) && reg <= R500_RB3D_COLOROFFSET(3)) {
		t->color_dirty = true;
		*ok = add_surface(s, at, "RB3D_COLOROFFSET", &t->color[(reg - R500_RB3D_COLOROFFSET(0)) / 4]);
		return true;
	}
	if (reg >= R500_RB3D_COLORPITCH(0) && reg <= R500_RB3D_COLORPITCH(3)) {
		*ok = pitch(s, at, "RB3D_COLORPITCH");
		return true;
	}
	switch (reg) {
	case R500_DST_PITCH_OFFSET:
	case R500_SRC_PITCH_OFFSET:
		*ok = pitch_offset(s, at, reg == R500_SRC_PITCH_OFFSET);
		return true;
	case R500_ZB_DEPTHOFFSET:
		t->depth_dirty = true;
		*ok = add_surface(s, at, "ZB_DEPTHOFFSET", &t->depth);
		return true;
	case R500_ZB_DEPTHPITCH:
		*ok = pitch(s, at, "ZB_DEPTHPITCH");
		return true;
	case R500_ZB_ZPASS_ADDR:
		*ok = add_address(s, at, "ZB_ZPASS_ADDR", &counters);
		return true;
	case R500_RB3D_AARESOLVE_OFFSET:
		t->resolve_dirty = true;
		*ok = add_surface(s, at, "RB3D_AARESOLVE_OFFSET", &t->resolve);
		return true;
	}
	return false;
}

/* Registers that may be written, some with some values only. */
static bool allowed(struct r500_drm_track *t, uint32_t reg, uint32_t at)
{
	struct fl_drm_stream *s = t->s;

	if ((reg >= R500_TX_FILTER0(0) && reg <= R500_TX_FILTER0(15)) ||
	    (reg >= R500_TX_FORMAT0(0) && reg <= R500_TX_FORMAT2(15)))
		return true;
	switch (reg) {
	case R500_RB3D_CCTL:
		return s->cmask || !(s->dw[at] & R500_RB3D_CCTL__CMASK_ENABLE__MASK) ||
		       fl_drm_refuse(s, "dword %u: RB3D_CCTL enables CMASK, which this program does not own",
				     at);
	case R500_SC_HYPERZ_EN:
	case R500_ZB_BW_CNTL:
	case R500_GB_Z_PEQ_CONFIG:
	case R500_ZB_ZMASK_OFFSET:
	case R500_ZB_ZMASK_PITCH:
	case R500_ZB_HIZ_OFFSET:
	case R500_ZB_HIZ_PITCH:
		return hyperz(t, reg, at);
	case R500_VAP_ALT_NUM_VERTICES:
		return t->gen == R500_GEN_R500 || forbidden(s, reg, at);
	case R500_FG_ZBREG_DEST:
		return t->chip == R500_FAMILY_RV530 || forbidden(s, reg, at);
	case R500_VAP_VF_CNTL:
	case R500_VAP_VTX_SIZE:
	case R500_VAP_VF_MAX_VTX_INDX:
	case R500_SC_SCISSOR1:
	case R500_RB3D_COLOR_CHANNEL_MASK:
	case R500_RB3D_BLENDCNTL:
	case R500_RB3D_AARESOLVE_PITCH:
	case R500_RB3D_AARESOLVE_CTL:
	case R500_ZB_CNTL:
	case R500_ZB_FORMAT:
	case R500_TX_ENABLE:
		return true;
	}
	return forbidden(s, reg, at);
}

/* One register of a type-0 packet. */
static bool write_register(struct r500_drm_track *t, uint32_t reg, uint32_t at)
{
	const uint32_t value = t->s->dw[at];
	bool ok;

	if (r500_drm_may_write(t->gen, reg))
		return true;
	if (!patched(t, reg, at, &ok))
		ok = allowed(t, reg, at);
	return ok && r500_drm_track_write(t, reg, value, at);
}

static bool registers(struct r500_drm_track *t, const struct fl_drm_packet *p)
{
	const bool one = p->head & 1u << 15;
	uint32_t reg = (p->head & 0x1fff) << 2;

	for (uint32_t i = 0; i < p->n; i++, reg += one ? 0 : 4)
		if (!write_register(t, reg, p->at + 1 + i))
			return false;
	return true;
}

/* The arrays of vertices: their count, then a dword of sizes for each two, and an address for each. */
static bool arrays(struct r500_drm_track *t, const struct fl_drm_packet *p)
{
	struct fl_drm_stream *s = t->s;
	uint32_t n = s->dw[p->at + 1] & 31, at = p->at + 2, strides = 0;

	if (n > R500_DRM_ARRAYS)
		return fl_drm_refuse(s, "dword %u: only 16 vertex arrays are allowed, not %u", p->at, n);
	if (1 + n + (n + 1) / 2 > p->n)
		return fl_drm_refuse(s, "dword %u: 3D_LOAD_VBPNTR with %u dwords for %u arrays", p->at, p->n,
				     n);
	t->n_arrays = n;
	for (uint32_t i = 0; i < n; i++) {
		if (!(i & 1))
			strides = s->dw[at++];
		t->array[i].stride_dw = strides >> (i & 1 ? 24 : 8) & 0x7f;
		if (!add_address(s, at++, "3D_LOAD_VBPNTR", &t->array[i].buffer))
			return false;
	}
	return true;
}

static bool indices(struct fl_drm_stream *s, const struct fl_drm_packet *p)
{
	const struct fl_drm_reloc *buffer;

	if (p->n < 3)
		return fl_drm_refuse(s, "dword %u: INDX_BUFFER of %u dwords", p->at, p->n);
	if (!add_address(s, p->at + 2, "INDX_BUFFER", &buffer))
		return false;
	return (uint64_t)s->dw[p->at + 3] + 1 <= buffer->size_B ||
	       fl_drm_refuse(s, "dword %u: the buffer is too small for INDX_BUFFER (need %u, have %llu)",
			     p->at, s->dw[p->at + 3], (unsigned long long)buffer->size_B);
}

/* VAP_VF_CNTL is dword `control` of the packet; vertices may follow it. */
static bool draw(struct r500_drm_track *t, const struct fl_drm_packet *p, uint32_t control, bool immediate)
{
	enum { WALK_EMBEDDED = 3 };
	struct fl_drm_stream *s = t->s;

	s->draws++;
	if (control > p->n)
		return fl_drm_refuse(s, "dword %u: a draw packet of %u dwords", p->at, p->n);
	if (immediate && (s->dw[p->at + control] >> 4 & 3) != WALK_EMBEDDED)
		return fl_drm_refuse(s, "dword %u: PRIM_WALK must be 3 where vertices are in the packet",
				     p->at);
	return r500_drm_track_draw(t, s->dw[p->at + control], p->n - control, p->at);
}

static bool command(struct r500_drm_track *t, const struct fl_drm_packet *p)
{
	const uint32_t opcode = p->head >> 8 & 0xff;
	struct fl_drm_stream *s = t->s;

	switch (opcode) {
	case R500_PKT3_NOP:
		return true;
	case R500_PKT3_3D_LOAD_VBPNTR:
		return arrays(t, p);
	case R500_PKT3_INDX_BUFFER:
		return indices(s, p);
	case R500_PKT3_3D_DRAW_IMMD:
		return draw(t, p, 2, true);
	case R500_PKT3_3D_DRAW_IMMD_2:
		return draw(t, p, 1, true);
	case R500_PKT3_3D_DRAW_VBUF:
	case R500_PKT3_3D_DRAW_INDX:
		return draw(t, p, 2, false);
	case R500_PKT3_3D_DRAW_VBUF_2:
	case R500_PKT3_3D_DRAW_INDX_2:
		return draw(t, p, 1, false);
	case R500_PKT3_3D_CLEAR_HIZ:
	case R500_PKT3_3D_CLEAR_ZMASK:
		return s->hyperz ||
		       fl_drm_refuse(s, "dword %u: Hyper-Z, which this program does not own", p->at);
	case R500_PKT3_3D_CLEAR_CMASK:
		return s->cmask ||
		       fl_drm_refuse(s, "dword %u: CMASK, which this program does not own", p->at);
	}
	return fl_drm_refuse(s, "packet 3 with opcode 0x%02x at dword %u is not supported", opcode, p->at);
}

bool r500_drm_check(struct fl_drm_stream *s)
{
	struct r500_drm_track t;
	struct fl_drm_packet p;

	r500_drm_track_begin(&t, s);
	while (s->at < s->n_dw) {
		if (!fl_drm_next_packet(s, &p))
			return false;
		if (p.type == 0 ? !registers(&t, &p) : p.type == 3 && !command(&t, &p))
			return false;
	}
	return true;
}
