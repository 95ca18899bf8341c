/* SPDX-License-Identifier: MIT
 *
 * Command streams of R6xx and R7xx, as Linux takes them from a program (r600_packet3_check): addresses are
 * put in, and what reaches beyond drawing is refused.
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

#include <libdrm/radeon_drm.h>
#include <stddef.h>

/* Where the registers that a kind of packet sets begin and end. */
enum {
	CONFIG = 0x8000,
	CONFIG_END = 0xac00,
	CONTEXT = 0x28000,
	CONTEXT_END = 0x29000,
	ALU_CONST = 0x30000,
	ALU_CONST_END = 0x32000,
	RESOURCE = 0x38000,
	SAMPLER = 0x3c000,
	SAMPLER_END = 0x3cff0,
	CTL = 0x3cff0,
	LOOP = 0x3e200,
	BOOL = 0x3e380,
	BOOL_END = 0x40000,
	RESOURCE_DW = 7,
	SAMPLER_DW = 3,
};

static bool bad(struct fl_drm_stream *s, const struct fl_drm_packet *p, const char *name)
{
	return fl_drm_refuse(s, "bad %s at dword %u (%u dwords)", name, p->at, p->n);
}

/* An address of 40 bits in two dwords, aligned; need_B bytes must be in the buffer (0: not looked at). What
 * stands in the low dword below the alignment, and in the high one above the address, stays or not. */
struct place {
	uint32_t align;
	bool keep_low, keep_high;
	uint64_t need_B;
};

static bool put_address(struct fl_drm_stream *s, uint32_t at, const struct place *k, const char *what)
{
	const struct fl_drm_reloc *r = fl_drm_next_reloc(s, what, at);
	const uint32_t low = k->align - 1;
	uint64_t offset, addr;

	if (!r)
		return false;
	offset = (s->dw[at] & ~low) | (uint64_t)(s->dw[at + 1] & 0xff) << 32;
	if (k->need_B && (offset > r->size_B || k->need_B > r->size_B - offset))
		return fl_drm_refuse(s, "%s at dword %u: %llu bytes at %llu of a buffer of %llu", what, at,
				     (unsigned long long)k->need_B, (unsigned long long)offset,
				     (unsigned long long)r->size_B);
	addr = r->addr + offset;
	s->dw[at] = ((uint32_t)addr & ~low) | (k->keep_low ? s->dw[at] & low : 0);
	s->dw[at + 1] = (k->keep_high ? s->dw[at + 1] & ~0xffu : 0) | ((uint32_t)(addr >> 32) & 0xff);
	return true;
}

/* A packet that sets nothing is harmless, and Mesa sends such. */
static bool in_range(const struct fl_drm_stream *s, const struct fl_drm_packet *p, uint32_t start,
		     uint32_t end)
{
	uint64_t first = start + (uint64_t)s->dw[p->at + 1] * 4, last = first + 4ull * (p->n - 1);

	return first < end && last <= end;
}

static bool set_registers(struct r600_drm_track *t, const struct fl_drm_packet *p, uint32_t start,
			  uint32_t end, const char *name)
{
	struct fl_drm_stream *s = t->s;

	if (!in_range(s, p, start, end))
		return bad(s, p, name);
	for (uint32_t i = 0; i + 1 < p->n; i++)
		if (!r600_drm_register(t, start + (s->dw[p->at + 1] + i) * 4, p->at + 2 + i))
			return false;
	return true;
}

static bool texture(struct r600_drm_track *t, uint32_t number, uint32_t at)
{
	struct fl_drm_stream *s = t->s;
	const struct fl_drm_reloc *base = fl_drm_next_reloc(s, "a texture", at), *mip;
	uint32_t mode = 0;

	mip = base ? fl_drm_next_reloc(s, "a texture's levels", at) : NULL;
	if (!mip)
		return false;
	if (!s->keep_tiling && base->tiling & RADEON_TILING_MACRO)
		mode = R600_DRM_TILED_2D;
	else if (!s->keep_tiling && base->tiling & RADEON_TILING_MICRO)
		mode = R600_DRM_TILED_1D;
	s->dw[at] |= R600_SQ_TEX_RESOURCE_WORD__TILE_MODE(mode);
	if (!r600_drm_track_texture(t, number, at, base, mip))
		return false;
	s->dw[at + 2] += (uint32_t)(base->addr >> 8);
	s->dw[at + 3] += (uint32_t)(mip->addr >> 8);
	return true;
}

/* A buffer that is said to be larger than it is, is made as large as it is. */
static bool buffer(struct fl_drm_stream *s, uint32_t at)
{
	const struct fl_drm_reloc *r = fl_drm_next_reloc(s, "a buffer", at);
	uint64_t offset = s->dw[at], addr;

	if (!r)
		return false;
	if (offset >= r->size_B)
		return fl_drm_refuse(s, "dword %u: a buffer resource begins after its buffer", at);
	if (offset + s->dw[at + 1] + 1 > r->size_B)
		s->dw[at + 1] = (uint32_t)(r->size_B - offset - 1);
	addr = r->addr + offset;
	s->dw[at] = (uint32_t)addr;
	s->dw[at + 2] = (s->dw[at + 2] & ~0xffu) | ((uint32_t)(addr >> 32) & 0xff);
	return true;
}

static bool resources(struct r600_drm_track *t, const struct fl_drm_packet *p)
{
	enum { VALID_TEXTURE = 2, VALID_BUFFER = 3 };
	struct fl_drm_stream *s = t->s;
	uint32_t number = s->dw[p->at + 1] / RESOURCE_DW;

	if (!in_range(s, p, RESOURCE, SAMPLER) || (p->n - 1) % RESOURCE_DW)
		return bad(s, p, "SET_RESOURCE");
	for (uint32_t at = p->at + 2; at < p->at + 1 + p->n; at += RESOURCE_DW, number++) {
		const uint32_t type = s->dw[at + 6] >> 30;

		if (type == VALID_TEXTURE ? !texture(t, number, at) : type != VALID_BUFFER || !buffer(s, at))
			return *s->why ? false : bad(s, p, "SET_RESOURCE");
	}
	return true;
}

static bool copy_by_cp(struct fl_drm_stream *s, const struct fl_drm_packet *p)
{
	enum { SIZE = 0x1fffff, TO_OR_FROM_REGISTERS = 15 << 26 };
	const uint32_t command = p->n == 5 ? s->dw[p->at + 5] : 0;

	if (p->n != 5 || command & TO_OR_FROM_REGISTERS)
		return bad(s, p, "CP_DMA");
	return put_address(s, p->at + 1, &(struct place){1, false, true, command & SIZE},
			   "CP_DMA's source") &&
	       put_address(s, p->at + 3, &(struct place){1, false, false, command & SIZE},
			   "CP_DMA's destination");
}

static bool copy_dword(struct fl_drm_stream *s, const struct fl_drm_packet *p)
{
	const struct place memory = {1, false, false, 4};

	if (p->n != 5)
		return bad(s, p, "COPY_DW");
	for (uint32_t end = 0; end < 2; end++) {
		const uint32_t at = p->at + 2 + 2 * end;

		if (s->dw[p->at + 1] & 1u << end) {
			if (!put_address(s, at, &memory, "COPY_DW"))
				return false;
		} else if (!r600_drm_may_write(s->dw[at] << 2)) {
			return fl_drm_refuse(s, "forbidden register 0x%05x at dword %u", s->dw[at] << 2, at);
		}
	}
	return true;
}

/* Again the address of a buffer for stream-out, for the command processor. */
static bool strmout_base(struct r600_drm_track *t, const struct fl_drm_packet *p)
{
	struct fl_drm_stream *s = t->s;
	const struct r600_drm_memory *set;
	struct r600_drm_memory m;

	if (p->n != 2 || s->dw[p->at + 1] >= R600_DRM_STRMOUT || t->chip < R600_FAMILY_RS780)
		return bad(s, p, "STRMOUT_BASE_UPDATE");
	if (!r600_drm_add_256(s, p->at + 2, "STRMOUT_BASE_UPDATE", &m))
		return false;
	set = &t->strmout[s->dw[p->at + 1]];
	if (m.buffer != set->buffer || m.offset_B != set->offset_B)
		return fl_drm_refuse(s, "dword %u: STRMOUT_BASE_UPDATE with another address than %s", p->at,
				     "VGT_STRMOUT_BUFFER_BASE");
	return fl_drm_fits(s, m.buffer, m.offset_B + 4, p->at, "stream-out buffer", s->dw[p->at + 1]);
}

static bool strmout_update(struct fl_drm_stream *s, const struct fl_drm_packet *p)
{
	enum { FROM_MEMORY = 2 };
	const struct place memory = {1, false, false, 4};

	if (p->n != 5)
		return bad(s, p, "STRMOUT_BUFFER_UPDATE");
	if (s->dw[p->at + 1] & 1 && !put_address(s, p->at + 2, &memory, "STRMOUT_BUFFER_UPDATE"))
		return false;
	return (s->dw[p->at + 1] >> 1 & 3) != FROM_MEMORY ||
	       put_address(s, p->at + 4, &memory, "STRMOUT_BUFFER_UPDATE");
}

/* Packets that set state: true if this is one, and *ok what came of it. */
static bool sets(struct r600_drm_track *t, const struct fl_drm_packet *p, uint32_t opcode, bool *ok)
{
	struct fl_drm_stream *s = t->s;

	switch (opcode) {
	case R600_PKT3_SET_CONFIG_REG:
		*ok = set_registers(t, p, CONFIG, CONFIG_END, "SET_CONFIG_REG");
		return true;
	case R600_PKT3_SET_CONTEXT_REG:
		*ok = set_registers(t, p, CONTEXT, CONTEXT_END, "SET_CONTEXT_REG");
		return true;
	case R600_PKT3_SET_RESOURCE:
		*ok = resources(t, p);
		return true;
	case R600_PKT3_SET_ALU_CONST:
		*ok = !t->dx9_constants || in_range(s, p, ALU_CONST, ALU_CONST_END) ||
		      bad(s, p, "SET_ALU_CONST");
		return true;
	case R600_PKT3_SET_BOOL_CONST:
		*ok = in_range(s, p, BOOL, BOOL_END) || bad(s, p, "SET_BOOL_CONST");
		return true;
	case R600_PKT3_SET_LOOP_CONST:
		*ok = in_range(s, p, LOOP, BOOL) || bad(s, p, "SET_LOOP_CONST");
		return true;
	case R600_PKT3_SET_CTL_CONST:
		*ok = in_range(s, p, CTL, LOOP) || bad(s, p, "SET_CTL_CONST");
		return true;
	case R600_PKT3_SET_SAMPLER:
		*ok = (in_range(s, p, SAMPLER, SAMPLER_END) && (p->n - 1) % SAMPLER_DW == 0) ||
		      bad(s, p, "SET_SAMPLER");
		return true;
	case R600_PKT3_CONTEXT_CONTROL:
		*ok = p->n == 2 || bad(s, p, "CONTEXT_CONTROL");
		return true;
	case R600_PKT3_INDEX_TYPE:
	case R600_PKT3_NUM_INSTANCES:
		*ok = p->n == 1 || bad(s, p, "INDEX_TYPE or NUM_INSTANCES");
		return true;
	case R600_PKT3_START_3D_CMDBUF:
		*ok = (p->n == 1 && t->chip < R600_FAMILY_RV770) || bad(s, p, "START_3D_CMDBUF");
		return true;
	case R600_PKT3_SURFACE_BASE_UPDATE:
		*ok = (p->n == 1 && t->chip < R600_FAMILY_RV770 && t->chip != R600_FAMILY_R600) ||
		      bad(s, p, "SURFACE_BASE_UPDATE");
		return true;
	case R600_PKT3_SET_PREDICATION:
		if (p->n != 2 || (s->dw[p->at + 2] >> 16 & 7) > 2)
			*ok = bad(s, p, "SET_PREDICATION");
		else
			*ok =
			    !(s->dw[p->at + 2] >> 16 & 7) ||
			    put_address(s, p->at + 1, &(struct place){16, false, true, 0}, "SET_PREDICATION");
		return true;
	}
	return false;
}

static bool draws(struct r600_drm_track *t, const struct fl_drm_packet *p, uint32_t opcode, bool *ok)
{
	struct fl_drm_stream *s = t->s;

	switch (opcode) {
	case R600_PKT3_DRAW_INDEX:
		*ok = p->n == 4 ? put_address(s, p->at + 1, &(struct place){1, false, false, 0}, "DRAW_INDEX")
				: bad(s, p, "DRAW_INDEX");
		break;
	case R600_PKT3_DRAW_INDEX_AUTO:
		*ok = p->n == 2 || bad(s, p, "DRAW_INDEX_AUTO");
		break;
	case R600_PKT3_DRAW_INDEX_IMMD:
	case R600_PKT3_DRAW_INDEX_IMMD_BE:
		*ok = p->n >= 3 || bad(s, p, "DRAW_INDEX_IMMD");
		break;
	default:
		return false;
	}
	s->draws++;
	*ok = *ok && r600_drm_track_draw(t, p->at);
	return true;
}

static bool wait_reg_mem(struct fl_drm_stream *s, const struct fl_drm_packet *p)
{
	enum { MEMORY = 0x10, PFP = 0x100 };

	if (p->n != 6)
		return bad(s, p, "WAIT_REG_MEM");
	if (s->dw[p->at + 1] & MEMORY)
		return put_address(s, p->at + 2, &(struct place){4, true, false, 0}, "WAIT_REG_MEM");
	return !(s->dw[p->at + 1] & PFP) || bad(s, p, "WAIT_REG_MEM");
}

static bool command(struct r600_drm_track *t, const struct fl_drm_packet *p)
{
	const uint32_t opcode = p->head >> 8 & 0xff;
	struct fl_drm_stream *s = t->s;
	struct r600_drm_memory synced;
	bool ok = false;

	if (sets(t, p, opcode, &ok) || draws(t, p, opcode, &ok))
		return ok;
	switch (opcode) {
	case R600_PKT3_NOP:
		return true;
	case R600_PKT3_WAIT_REG_MEM:
		return wait_reg_mem(s, p);
	case R600_PKT3_CP_DMA:
		return copy_by_cp(s, p);
	case R600_PKT3_SURFACE_SYNC:
		if (p->n != 4)
			return bad(s, p, "SURFACE_SYNC");
		return (s->dw[p->at + 2] == UINT32_MAX && !s->dw[p->at + 3]) ||
		       r600_drm_add_256(s, p->at + 3, "SURFACE_SYNC", &synced);
	case R600_PKT3_EVENT_WRITE:
		if (p->n != 1 && p->n != 3)
			return bad(s, p, "EVENT_WRITE");
		return p->n == 1 ||
		       put_address(s, p->at + 2, &(struct place){8, false, false, 0}, "EVENT_WRITE");
	case R600_PKT3_EVENT_WRITE_EOP:
		if (p->n != 5)
			return bad(s, p, "EVENT_WRITE_EOP");
		return put_address(s, p->at + 2, &(struct place){4, false, true, 0}, "EVENT_WRITE_EOP");
	case R600_PKT3_STRMOUT_BASE_UPDATE:
		return strmout_base(t, p);
	case R600_PKT3_STRMOUT_BUFFER_UPDATE:
		return strmout_update(s, p);
	case R600_PKT3_MEM_WRITE:
		if (p->n != 4 || s->dw[p->at + 1] & 7)
			return bad(s, p, "MEM_WRITE");
		return put_address(s, p->at + 1, &(struct place){8, false, false, 8}, "MEM_WRITE");
	case R600_PKT3_COPY_DW:
		return copy_dword(s, p);
	}
	return fl_drm_refuse(s, "packet 3 with opcode 0x%02x at dword %u is not supported", opcode, p->at);
}

bool r600_drm_check(struct fl_drm_stream *s)
{
	struct r600_drm_track t;
	struct fl_drm_packet p;

	r600_drm_track_begin(&t, s);
	while (s->at < s->n_dw) {
		if (!fl_drm_next_packet(s, &p))
			return false;
		if (p.type == 0)
			return fl_drm_refuse(s, "forbidden register 0x%05x at dword %u, by a type-0 packet",
					     (p.head & 0xffff) << 2, p.at);
		if (p.type == 3 && !command(&t, &p))
			return false;
	}
	return true;
}
