/* SPDX-License-Identifier: MIT
 *
 * Step: units. Which compute units and render backends of each shader engine are alive: the others were fused
 * off, or a driver took them away (GC_USER_…). Linux cik_get_cu_active_bitmap(), cik_get_rb_disabled().
 */
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

unsigned cik_ones(uint32_t bits)
{
	unsigned n = 0;

	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

/* Engine i alone, or all of them: i past the last. */
static void select_engine(struct fl_dev *d, const struct cik_family_info *f, unsigned i)
{
	fl_write32(d, CIK_GRBM_GFX_INDEX,
		   CIK_GRBM_GFX_INDEX__INSTANCE_BROADCAST_WRITES(1) |
		       CIK_GRBM_GFX_INDEX__SH_BROADCAST_WRITES(i >= f->engines) |
		       (i < f->engines ? CIK_GRBM_GFX_INDEX__SE_INDEX(i)
				       : CIK_GRBM_GFX_INDEX__SE_BROADCAST_WRITES(1)));
}

static uint32_t cus_off(struct fl_dev *d)
{
	return CIK_CC_GC_SHADER_ARRAY_CONFIG__INACTIVE_CUS__GET(
	    fl_read32(d, CIK_CC_GC_SHADER_ARRAY_CONFIG) | fl_read32(d, CIK_GC_USER_SHADER_ARRAY_CONFIG));
}

static uint32_t backends_off(struct fl_dev *d)
{
	uint32_t fuses = fl_read32(d, CIK_CC_RB_BACKEND_DISABLE);

	if (!CIK_CC_RB_BACKEND_DISABLE__FUSED__GET(fuses))
		fuses = 0;
	return CIK_CC_RB_BACKEND_DISABLE__BACKEND_DISABLE__GET(fuses |
							       fl_read32(d, CIK_GC_USER_RB_BACKEND_DISABLE));
}

void cik_count_units(struct cik_card *c)
{
	const struct cik_family_info *f = c->family;
	const uint32_t all_cus = (1u << f->cus) - 1, all_backends = (1u << f->backends) - 1;
	struct fl_dev *d = c->up.dev;

	c->backends = 0;
	for (unsigned i = 0; i < f->engines; i++) {
		select_engine(d, f, i);
		c->cus[i] = (uint16_t)(all_cus & ~cus_off(d));
		c->backends |= (uint16_t)((all_backends & ~backends_off(d)) << i * f->backends);
	}
	select_engine(d, f, f->engines);
}

enum fl_code cik_units(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	const struct cik_family_info *f = c->family;
	unsigned cus = 0;

	cik_count_units(c);
	for (unsigned i = 0; i < f->engines; i++)
		cus += cik_ones(c->cus[i]);
	if (!cus || !c->backends)
		return fl_fail(
		    err, FL_FAILED,
		    "no %s is alive: CC_GC_SHADER_ARRAY_CONFIG 0x%08x, CC_RB_BACKEND_DISABLE 0x%08x",
		    cus ? "render backend" : "compute unit",
		    fl_read32(up->dev, CIK_CC_GC_SHADER_ARRAY_CONFIG),
		    fl_read32(up->dev, CIK_CC_RB_BACKEND_DISABLE));
	fl_did(up, "%u shader engines, %u of %u compute units, %u of %u render backends", f->engines, cus,
	       f->engines * f->cus, cik_ones(c->backends), f->engines * f->backends);
	return FL_OK;
}
