/* SPDX-License-Identifier: MIT
 *
 * Tables that programs read, in the command stream, where packets that do nothing have them for their bodies:
 * constants of fixed function, and textures. What changed is written anew behind the draws that read the old
 * one; and so is all of it in a new batch, for the memory of an old one is written over.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/lower.h"
#include "lib/cik/program_state.h"

#define USER(stage, what)    CIK_SPI_SHADER_USER_DATA_##stage(FL_CIK_S_##what)
/* Of vertex programs, wherever they run */
#define VERTEX_USER(d, what) (fl_cik_its(d)->user + 4 * FL_CIK_S_##what)

/* A table of n dwords begins: behind what is returned. Its address comes into two user registers from reg on,
 * by `tell`, once it is written. */
static uint32_t *begin(uint32_t *p, uint32_t n)
{
	return cik_pm4_pkt3(p, CIK_PKT3_NOP, n);
}

static uint32_t *tell(const struct fl_draw *d, uint32_t *p, uint32_t reg, const uint32_t *table)
{
	const uint64_t addr = fl_cs_address(d->cs, table);

	p = cik_pm4_sh(p, reg, 2);
	*p++ = (uint32_t)addr;
	*p++ = (uint32_t)(addr >> 32);
	return p;
}

/* The highest constant of a group of vertex programs, and one more. */
static uint32_t end_of(uint32_t group)
{
	static const uint8_t ends[] = {FL_FF_C_EYE,   FL_FF_C_NORMAL, FL_FF_C_FOG,
				       FL_FF_C_POINT, FL_FF_C_BASE,   FL_FF_C_LIGHT};
	const uint32_t bit = (uint32_t)__builtin_ctz(group);
	enum { LIGHT_0 = 6, UNIT_0 = 10 };

	return bit < LIGHT_0  ? ends[bit]
	       : bit < UNIT_0 ? FL_FF_C_LIGHT + FL_FF_L_COUNT * (bit - LIGHT_0 + 1)
			      : FL_FF_C_UNIT + 4 * ((bit - UNIT_0) / 2 + 1);
}

/* Those that the programs need are written; between them there is room. */
static void write(const struct fl_draw *d, uint32_t groups, uint32_t *table)
{
	float v[FL_FF_GROUP_MAX][4];

	for (; groups; groups &= groups - 1) {
		uint32_t first, n = fl_ff_values(d, groups & -groups, &first, v);

		memcpy(table + 4 * first, v, 16ull * n);
	}
}

static uint32_t *vertex_constants(const struct fl_draw *d, uint32_t *p)
{
	const uint32_t groups = d->needs & FL_FF_G_VERTEX;
	uint32_t n = 1, *table;

	for (uint32_t left = groups; left; left &= left - 1) {
		const uint32_t end = end_of(left & -left);

		n = end > n ? end : n;
	}
	table = begin(p, 4 * n);
	write(d, groups, table);
	return tell(d, table + 4 * n, VERTEX_USER(d, CONSTANTS), table);
}

static uint32_t *pixel_constants(const struct fl_draw *d, uint32_t *p)
{
	enum { N = FL_FF_FC_STIPPLE + 1 };
	uint32_t *table = begin(p, 4 * N);

	write(d, d->needs & ~FL_FF_G_VERTEX, table);
	return tell(d, table + 4 * N, USER(PS, CONSTANTS), table);
}

static uint32_t *textures(const struct fl_draw *d, uint32_t *p)
{
	uint32_t n = 0, *table;

	for (uint32_t u = 0; u < FL_TEXTURES; u++)
		n = d->unit[u].texture ? u + 1 : n;
	if (!n)
		return p;
	table = begin(p, FL_CIK_TEXTURE_B / 4 * n);
	p = fl_cik_put_textures(d, table);
	p = tell(d, p, USER(PS, TEXTURES), table);
	if (fl_cik_its(d)->takes)
		p = tell(d, p, USER(GS, TEXTURES), table);
	return d->program ? tell(d, p, VERTEX_USER(d, TEXTURES), table) : p;
}

uint32_t *fl_cik_tables(struct fl_draw *d, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);

	if (r->batch != d->cs->batches) {
		r->batch = d->cs->batches;
		r->stale = FL_CIK_TABLES;
		r->arrays_set = false;
	}
	if (r->stale & FL_CIK_VS_CONSTANTS)
		p = d->program ? fl_cik_program_constants(d, p, FL_VERTEX, VERTEX_USER(d, CONSTANTS))
			       : vertex_constants(d, p);
	if (r->stale & FL_CIK_FS_CONSTANTS)
		p = d->program ? fl_cik_program_constants(d, p, FL_FRAGMENT, USER(PS, CONSTANTS))
			       : pixel_constants(d, p);
	if (r->takes && r->stale & FL_CIK_GS_CONSTANTS)
		p = fl_cik_program_constants(d, p, FL_GEOMETRY, USER(GS, CONSTANTS));
	if (r->stale & FL_CIK_TEXTURES)
		p = textures(d, p);
	if (r->stale)
		d->cs->fetched = true;
	r->stale = 0;
	return p;
}

uint32_t *fl_cik_put_constant(struct fl_draw *d, uint32_t *p, const float v[4])
{
	uint32_t *table = begin(p, 4);

	memcpy(table, v, 16);
	d->cs->fetched = true;
	fl_cik_of(d)->stale |= FL_CIK_FS_CONSTANTS;
	return tell(d, table + 4, USER(PS, CONSTANTS), table);
}
