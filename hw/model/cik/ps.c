/* SPDX-License-Identifier: MIT
 *
 * The pixel program of a draw: where it is, what it begins with beside SPI's inputs, which exports it has
 * (facts 4.1, 4.2, 4.5; reference, SPI_SHADER_*, DB_SHADER_CONTROL).
 */
#include "hw/model/cik/pixels.h"

#include <string.h>

enum { SGPR_MOST = 104, EXPORT_FORMATS = 10 };

#define FORMAT(name) CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_##name

static bool is_normalized(uint32_t info)
{
	const unsigned number = CIK_CB_COLOR_INFO__NUMBER_TYPE__GET(info);

	return number == CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_UNORM ||
	       number == CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_SNORM ||
	       number == CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_SRGB;
}

/* Exports and color buffers meet in order: the first that SPI_SHADER_COL_FORMAT has belongs to the first that
 * CB_SHADER_MASK has. Where both have the same holes each stands at its own number; drivers that close the
 * holes in the program close them in the first register alone. */
static void routes(struct mcik *c, struct mcik_ps *p)
{
	const uint32_t format = CIK_REG(c, SPI_SHADER_COL_FORMAT), mask = CIK_REG(c, CB_SHADER_MASK);
	unsigned to = 0;

	for (unsigned i = 0; i < MCIK_MRTS; i++) {
		p->format[i] = format >> 4 * i & 15;
		p->to[i] = MCIK_MRTS;
		if (!p->format[i])
			continue;
		if (p->format[i] >= EXPORT_FORMATS)
			mcik_report(c, FL_WARN, "SPI", "reference, SPI_SHADER_COL_FORMAT",
				    "SPI_SHADER_COL_FORMAT.COL%u_EXPORT_FORMAT %u is reserved", i,
				    p->format[i]);
		while (to < MCIK_MRTS && !(mask >> 4 * to & 15))
			to++;
		p->to[i] = (uint8_t)(mask ? to : i);
		if (p->to[i] < MCIK_MRTS && is_normalized(c->reg[CIK_CB_COLOR_INFO(p->to[i]) / 4]))
			p->norm |= (uint8_t)(1u << i);
		to++;
	}
}

static void exports(struct mcik *c, struct mcik_ps *p)
{
	const uint32_t control = CIK_REG(c, DB_SHADER_CONTROL);

	p->z_format = (uint8_t)CIK_SPI_SHADER_Z_FORMAT__Z_EXPORT_FORMAT__GET(CIK_REG(c, SPI_SHADER_Z_FORMAT));
	p->exports_z = CIK_DB_SHADER_CONTROL__Z_EXPORT_ENABLE__GET(control);
	p->exports_stencil = CIK_DB_SHADER_CONTROL__STENCIL_TEST_VAL_EXPORT_ENABLE__GET(control);
	p->exports_mask = CIK_DB_SHADER_CONTROL__MASK_EXPORT_ENABLE__GET(control);
	p->kills = CIK_DB_SHADER_CONTROL__KILL_ENABLE__GET(control);
	p->always = CIK_DB_SHADER_CONTROL__EXEC_ON_NOOP__GET(control) ||
		    CIK_DB_SHADER_CONTROL__EXEC_ON_HIER_FAIL__GET(control);
	p->alpha_to_mask = CIK_DB_ALPHA_TO_MASK__ALPHA_TO_MASK_ENABLE__GET(CIK_REG(c, DB_ALPHA_TO_MASK)) &&
			   !CIK_DB_SHADER_CONTROL__ALPHA_TO_MASK_DISABLE__GET(control);
	if ((p->exports_z || p->exports_stencil || p->exports_mask) && !p->z_format)
		mcik_report(c, FL_WARN, "DB", "CIK facts 4.5",
			    "DB_SHADER_CONTROL 0x%08x wants depth, stencil or a mask of the program, and "
			    "SPI_SHADER_Z_FORMAT is ZERO: it exports none",
			    control);
	if (p->kills && !CIK_REG(c, SPI_SHADER_COL_FORMAT) && !p->z_format)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.5",
			    "DB_SHADER_CONTROL.KILL_ENABLE, and neither SPI_SHADER_COL_FORMAT nor "
			    "SPI_SHADER_Z_FORMAT has an export: the chip takes no kill without one");
}

/* Is depth tested after the program? It is where the program decides what happens to it, whatever
 * DB_SHADER_CONTROL.Z_ORDER says, unless DEPTH_BEFORE_SHADER does. */
static bool is_late(struct mcik *c, const struct mcik_ps *p)
{
	const uint32_t control = CIK_REG(c, DB_SHADER_CONTROL);
	const unsigned order = CIK_DB_SHADER_CONTROL__Z_ORDER__GET(control);

	if (CIK_DB_SHADER_CONTROL__DEPTH_BEFORE_SHADER__GET(control))
		return false;
	return order == CIK_DB_SHADER_CONTROL__Z_ORDER__LATE_Z || p->kills || p->exports_z ||
	       p->exports_stencil || p->exports_mask || p->alpha_to_mask;
}

struct mcik_ps *mcik_ps_decode(struct mcik *c, struct fl_arena *a, const struct mcik_draw_state *d)
{
	struct mcik_ps *p = fl_arena_alloc(a, sizeof(*p), 16);
	unsigned sgprs;

	if (!p)
		return NULL;
	memset(p, 0, sizeof(*p));
	p->serial = ++c->pixels->programs;
	p->pc = (uint64_t)CIK_REG(c, SPI_SHADER_PGM_LO_PS) << 8 |
		(uint64_t)(CIK_REG(c, SPI_SHADER_PGM_HI_PS) & 0xff) << 40;
	p->rsrc1 = CIK_REG(c, SPI_SHADER_PGM_RSRC1_PS);
	p->rsrc2 = CIK_REG(c, SPI_SHADER_PGM_RSRC2_PS);
	p->border_va = (uint64_t)CIK_REG(c, TA_BC_BASE_ADDR) << 8;
	memcpy(p->user, &c->reg[CIK_SPI_SHADER_USER_DATA_PS(0) / 4], sizeof(p->user));
	p->wave_scratch_B = CIK_SPI_TMPRING_SIZE__WAVESIZE__GET(CIK_REG(c, SPI_TMPRING_SIZE)) * 1024;
	p->scratch_waves = CIK_SPI_TMPRING_SIZE__WAVES__GET(CIK_REG(c, SPI_TMPRING_SIZE));
	p->each_sample = d->base.samples > 1 && mcik_sc_each_sample(c);
	sgprs = (CIK_SPI_SHADER_PGM_RSRC1_PS__SGPRS__GET(p->rsrc1) + 1) * 8;
	if (CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR__GET(p->rsrc2) > MCIK_PS_USER || sgprs > SGPR_MOST) {
		mcik_report(c, FL_REFUSE, "SPI", "CIK facts 4.1",
			    "SPI_SHADER_PGM_RSRC1_PS 0x%08x, 2 0x%08x ask for %u SGPRs (%u at most), %u of "
			    "them the user's (%u)",
			    p->rsrc1, p->rsrc2, sgprs, SGPR_MOST,
			    CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR__GET(p->rsrc2), MCIK_PS_USER);
		return NULL;
	}
	routes(c, p);
	exports(c, p);
	p->late = is_late(c, p);
	return p;
}

void mcik_ps_meets(struct mcik_ps *p, const struct fl_pixel_color *cb)
{
	for (unsigned i = 0; i < MCIK_MRTS && !p->alpha_to_mask; i++) {
		const struct fl_pixel_target *t = &cb->target[p->to[i] % MCIK_MRTS];
		const bool whole = t->path == FL_PIXEL_COLOR_STORE8888 ||
				   t->path == FL_PIXEL_COLOR_OVER8888 || t->path == FL_PIXEL_COLOR_ANY8888 ||
				   t->path == FL_PIXEL_COLOR_FIXED;

		if (p->norm >> i & 1 && whole)
			p->norm10 |= (uint8_t)(1u << i);
	}
}
