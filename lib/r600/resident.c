/* SPDX-License-Identifier: MIT
 *
 * Programs in video memory, and how they come there.
 */
#include "lib/r600/resident.h"
#include "lib/r600/lower.h"
#include "lib/r600/upload.h"

enum { SLOT_B = 8 };

void fl_r600_residents_begin(struct fl_r600_residents *r, uint64_t addr, uint64_t size_B, bool r700)
{
	fl_residents_begin(&r->all, addr, size_B);
	r->r700 = r700;
}

const struct fl_resident *fl_r600_bring(struct fl_r600_residents *r, struct fl_cs *cs,
					const struct fl_resident *what, const uint32_t (*words)[2],
					uint32_t n)
{
	const struct fl_resident *made = fl_resident_place(&r->all, what, SLOT_B * n);

	fl_r600_upload(cs, fl_resident_addr(made), words, n);
	return made;
}

/* ---- fixed function ------------------------------------------------------------------------------------ */
static const struct fl_resident *bring_lowered(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key,
					       const struct fl_r600_lowered *code)
{
	const struct fl_resident what = {.key = key,
					 .regs = {[FL_R600_GPRS] = code->gprs, [FL_R600_STACK] = code->stack},
					 .kills = code->kills};

	return fl_r600_bring(r, cs, &what, (const uint32_t(*)[2])code->words, code->n);
}

static const struct fl_resident *make_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_r600_lowered code;
	struct fl_ff_places at;

	fl_ff_vs_places(key, &at);
	fl_r600_vs_lower(r->r700, inst, fl_ff_vs_make(key, inst), &at, &code);
	return bring_lowered(r, cs, FL_R600_KEY(FL_R600_FF_VS, key), &code);
}

static const struct fl_resident *make_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	struct fl_r600_lowered code;
	struct fl_ff_places at;

	fl_ff_fs_places(key, &at);
	fl_r600_fs_lower(r->r700, inst, fl_ff_fs_make(key, inst), &at, &code);
	return bring_lowered(r, cs, FL_R600_KEY(FL_R600_FF_FS, key), &code);
}

const struct fl_resident *fl_r600_ff_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	const struct fl_resident *s = fl_r600_resident(r, FL_R600_KEY(FL_R600_FF_VS, key));

	return s ? s : make_vs(r, cs, key);
}

const struct fl_resident *fl_r600_ff_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	const struct fl_resident *s = fl_r600_resident(r, FL_R600_KEY(FL_R600_FF_FS, key));

	return s ? s : make_fs(r, cs, key);
}
