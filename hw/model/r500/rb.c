/* SPDX-License-Identifier: MIT
 *
 * The registers of FG, ZB and CB that act when they are written or read: cache control, Z pass counters, the
 * windows into the HiZ, ZMASK and CMASK RAMs. The others are read by the blocks' decode functions when a draw
 * begins.
 */
#include "hw/model/r500/rb.h"

#include <stdlib.h>
#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/regs/r500.h"

bool mr500_rb_new(struct mr500 *r)
{
	r->rb = calloc(1, sizeof(*r->rb));
	if (!r->rb)
		return false;
	r->rb->tiles.ops = &mr500_rb_tile_ops;
	r->rb->tiles.model = &r->base;
	r->rb->tiles.isa = r->isa;
	return true;
}

void mr500_rb_free(struct mr500 *r)
{
	if (!r->rb)
		return;
	fl_tile_drop_all(&r->rb->tiles);
	free(r->rb);
	r->rb = NULL;
}

/* A soft reset loses what the caches hold; the RAMs keep their contents. */
void mr500_rb_reset(struct mr500 *r)
{
	fl_tile_drop_all(&r->rb->tiles);
	memset(r->rb->due, 0, sizeof(r->rb->due));
	memset(r->rb->freed, 0, sizeof(r->rb->freed));
	memset(r->rb->zpass, 0, sizeof(r->rb->zpass));
	r->dirty |= MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB;
}

unsigned mr500_rb_pipes(const struct mr500 *r)
{
	/* Linux r420_pipes_init() */
	switch (R500_GB_TILE_CONFIG__PIPE_COUNT__GET(R500_REG(r, GB_TILE_CONFIG))) {
	case 0:
		return 1;
	case 3:
		return 2;
	case 6:
		return 3;
	case 7:
		return 4;
	}
	return 1;
}

unsigned mr500_rb_z_pipes(const struct mr500 *r)
{
	/* R5xx guide 10.1.15: RV530 has two Z pipes behind one raster pipe. */
	if (r->variant->z_pipes > r->variant->pipes)
		return r->variant->z_pipes;
	return mr500_rb_pipes(r);
}

/* ---- which pipes a register access goes to ------------------------------------------------------------- */
static unsigned selected_pipes(const struct mr500 *r)
{
	if (r->variant->z_pipes > r->variant->pipes)
		return R500_REG(r, FG_ZBREG_DEST) & 3;
	unsigned select = R500_SU_REG_DEST__SELECT__GET(R500_REG(r, SU_REG_DEST));
	/* Linux rv515_ring_start(), Mesa r300_emit.c: the second pipe has bit 3 up to RV380, bit 1 from R420
	 * on. */
	unsigned pipes = (select & 1) | (select >> r->variant->second_pipe_bit & 1) << 1;

	if (r->variant->pipes > 2)
		pipes |= select & 12;
	if (mr500_rb_pipes(r) == 1)
		pipes &= 1;
	return pipes;
}

static void zpass_store(struct mr500 *r, uint64_t addr)
{
	unsigned pipes = selected_pipes(r);

	if (pipes & (pipes - 1))
		mr500_report(
		    r, FL_NOTE, "ZB", "R5xx guide 11.12",
		    "ZB_ZPASS_ADDR written with pipes 0x%x selected: all of them write 0x%08llx, the "
		    "last wins",
		    pipes, (unsigned long long)addr);
	for (unsigned i = 0; i < MR500_RB_PIPES; i++)
		if (pipes >> i & 1 && !fl_mem_write32(&r->base.mem, addr, r->rb->zpass[i]))
			mr500_report(r, FL_WARN, "ZB", "R5xx guide 11.12",
				     "ZB_ZPASS_ADDR is 0x%08llx: there is no memory",
				     (unsigned long long)addr);
}

/* ---- RAMs behind index and data registers -------------------------------------------------------------- */
struct ram {
	uint32_t (*pipe)[MR500_RB_RAM_DW];
	uint32_t size_dw;
};

static struct ram ram_of(const struct mr500 *r, unsigned opcode)
{
	struct ram ram = {r->rb->hiz, r->variant->hiz_dw};

	if (opcode == R500_PKT3_3D_CLEAR_ZMASK)
		ram = (struct ram){r->rb->zmask, r->variant->zmask_dw};
	else if (opcode == R500_PKT3_3D_CLEAR_CMASK)
		ram = (struct ram){r->rb->cmask, r->variant->cmask_dw};
	if (ram.size_dw > MR500_RB_RAM_DW)
		ram.size_dw = MR500_RB_RAM_DW;
	return ram;
}

static void window_write(struct mr500 *r, unsigned opcode, uint32_t index_reg, uint32_t value)
{
	struct ram ram = ram_of(r, opcode);
	uint32_t at = r->reg[index_reg / 4] >> 2;

	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	/* R5xx guide 9.5: "host writes are broadcast" to the RAMs of all pipes, at the same address */
	if (ram.size_dw)
		for (unsigned i = 0; i < MR500_RB_PIPES; i++)
			ram.pipe[i][at % ram.size_dw] = value;
	r->reg[index_reg / 4] = (at + 1) << 2; /* increments itself: R5xx guide 11.12, ZB_HIZ_WRINDEX */
}

/* R5xx guide 9.5: SU_REG_DEST selects the pipe that is read. */
static uint32_t window_read(struct mr500 *r, unsigned opcode, uint32_t index_reg)
{
	struct ram ram = ram_of(r, opcode);
	unsigned pipes = selected_pipes(r), pipe = pipes ? (unsigned)__builtin_ctz(pipes) : 0;

	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	return ram.size_dw ? ram.pipe[pipe][(r->reg[index_reg / 4] >> 2) % ram.size_dw] : 0;
}

void mr500_rb_clear_ram(struct mr500 *r, unsigned opcode, uint32_t start, uint32_t count, uint32_t value)
{
	static const char *const name[] = {"3D_CLEAR_ZMASK", "3D_CLEAR_HIZ", "3D_CLEAR_CMASK"};
	const char *which = name[opcode == R500_PKT3_3D_CLEAR_ZMASK ? 0
				 : opcode == R500_PKT3_3D_CLEAR_HIZ ? 1
								    : 2];
	struct ram ram = ram_of(r, opcode);

	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	if (start >= ram.size_dw || count > ram.size_dw - start) {
		mr500_report(r, FL_WARN, "RB", "R5xx guide 6",
			     "%s of dwords %u to %u: the RAM of this chip has %u a pipe", which, start,
			     start + count - 1, ram.size_dw);
		if (start >= ram.size_dw)
			return;
		count = ram.size_dw - start;
	}
	for (unsigned p = 0; p < MR500_RB_PIPES; p++)
		for (uint32_t i = 0; i < count; i++)
			ram.pipe[p][start + i] = value;

	/* What the cache holds of surfaces with fast clears is from before. */
	for (struct fl_tile_surface *s = r->rb->tiles.surfaces; s; s = s->next)
		if (s->key.fast &&
		    (s->key.depth ? opcode == R500_PKT3_3D_CLEAR_ZMASK : opcode == R500_PKT3_3D_CLEAR_CMASK))
			fl_tile_forget_surface(s);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
void mr500_rb_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	bool freed;

	(void)from;
	switch (offset) {
	case R500_RB3D_DSTCACHE_CTLSTAT:
		r->reg[offset / 4] = 0; /* whoever asks finds it done */
		freed = R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE__GET(value) & 2;
		if (R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__GET(value) & 2)
			mr500_rb_flush(r, false, freed);
		else if (freed)
			mr500_rb_forget(r, false);
		break;
	case R500_ZB_ZCACHE_CTLSTAT:
		r->reg[offset / 4] = 0;
		freed = R500_ZB_ZCACHE_CTLSTAT__ZC_FREE__GET(value);
		if (R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH__GET(value))
			mr500_rb_flush(r, true, freed);
		else if (freed)
			mr500_rb_forget(r, true);
		break;
	case R500_ZB_ZPASS_DATA:
		if (mr500_ga_busy(r))
			mr500_ga_finish(r);
		for (unsigned i = 0, pipes = selected_pipes(r); i < MR500_RB_PIPES; i++)
			if (pipes >> i & 1)
				r->rb->zpass[i] = value;
		break;
	case R500_ZB_ZPASS_ADDR:
		if (mr500_ga_busy(r))
			mr500_ga_finish(r);
		zpass_store(r, value & R500_ZB_ZPASS_ADDR__ZPASS_ADDR__MASK);
		break;
	case R500_ZB_HIZ_DWORD:
		window_write(r, R500_PKT3_3D_CLEAR_HIZ, R500_ZB_HIZ_WRINDEX, value);
		break;
	case R500_ZB_ZMASK_DWORD:
		window_write(r, R500_PKT3_3D_CLEAR_ZMASK, R500_ZB_ZMASK_WRINDEX, value);
		break;
	case R500_RB3D_CMASK_DWORD:
		window_write(r, R500_PKT3_3D_CLEAR_CMASK, R500_RB3D_CMASK_WRINDEX, value);
		break;
	default:
		break;
	}
}

uint32_t mr500_rb_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	(void)from;
	mr500_rb_settle(r);
	switch (offset) {
	case R500_ZB_ZPASS_DATA: {
		if (mr500_ga_busy(r))
			mr500_ga_finish(r);
		unsigned pipes = selected_pipes(r);
		return pipes ? r->rb->zpass[__builtin_ctz(pipes)] : 0;
	}
	case R500_ZB_HIZ_DWORD:
		return window_read(r, R500_PKT3_3D_CLEAR_HIZ, R500_ZB_HIZ_RDINDEX);
	case R500_ZB_ZMASK_DWORD:
		return window_read(r, R500_PKT3_3D_CLEAR_ZMASK, R500_ZB_ZMASK_RDINDEX);
	case R500_RB3D_CMASK_DWORD:
		return window_read(r, R500_PKT3_3D_CLEAR_CMASK, R500_RB3D_CMASK_RDINDEX);
	default:
		return r->reg[offset / 4];
	}
}
