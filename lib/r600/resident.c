/* SPDX-License-Identifier: MIT
 *
 * Which programs are in video memory, and how they come there.
 */
#include "lib/r600/resident.h"
#include "lib/r600/lower.h"
#include "lib/r600/upload.h"

enum {
	PAGE_B = 256, /* programs begin at multiples */
	SLOT_B = 8,
};

void fl_r600_residents_begin(struct fl_r600_residents *r, uint64_t addr, uint64_t size_B, bool r700)
{
	r->first = r->next = (uint32_t)((addr + PAGE_B - 1) / PAGE_B);
	r->end = (uint32_t)((addr + size_B) / PAGE_B);
	r->r700 = r700;
	r->n = 0;
	r->turn = 0;
}

const struct fl_r600_resident *fl_r600_resident(const struct fl_r600_residents *r, uint64_t key)
{
	for (uint32_t i = 0; i < r->n && i < FL_R600_RESIDENTS; i++)
		if (r->slot[i].key == key)
			return &r->slot[i];
	return NULL;
}

const struct fl_r600_resident *fl_r600_bring(struct fl_r600_residents *r, struct fl_cs *cs,
					     const struct fl_r600_resident *what, const uint32_t (*words)[2],
					     uint32_t n)
{
	const uint32_t pages = (SLOT_B * n + PAGE_B - 1) / PAGE_B;
	struct fl_r600_resident *made;

	if (r->n >= FL_R600_RESIDENTS || pages > r->end - r->next) {
		r->n = 0;
		r->next = r->first;
		r->turn++;
	}
	made = &r->slot[r->n++];
	*made = *what;
	made->start = r->next;
	r->next += pages;
	fl_r600_upload(cs, (uint64_t)made->start * PAGE_B, words, n);
	return made;
}

/* ---- fixed function ------------------------------------------------------------------------------------ */
static const struct fl_r600_resident *bring_lowered(struct fl_r600_residents *r, struct fl_cs *cs,
						    uint64_t key, const struct fl_r600_lowered *code)
{
	const struct fl_r600_resident what = {
	    .key = key, .gprs = code->gprs, .stack = code->stack, .kills = code->kills};

	return fl_r600_bring(r, cs, &what, (const uint32_t(*)[2])code->words, code->n);
}

static const struct fl_r600_resident *make_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_r600_lowered code;
	struct fl_ff_places at;

	fl_ff_vs_places(key, &at);
	fl_r600_vs_lower(r->r700, inst, fl_ff_vs_make(key, inst), &at, &code);
	return bring_lowered(r, cs, FL_R600_KEY(FL_R600_FF_VS, key), &code);
}

static const struct fl_r600_resident *make_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	struct fl_r600_lowered code;
	struct fl_ff_places at;

	fl_ff_fs_places(key, &at);
	fl_r600_fs_lower(r->r700, inst, fl_ff_fs_make(key, inst), &at, &code);
	return bring_lowered(r, cs, FL_R600_KEY(FL_R600_FF_FS, key), &code);
}

const struct fl_r600_resident *fl_r600_ff_vs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	const struct fl_r600_resident *s = fl_r600_resident(r, FL_R600_KEY(FL_R600_FF_VS, key));

	return s ? s : make_vs(r, cs, key);
}

const struct fl_r600_resident *fl_r600_ff_fs(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key)
{
	const struct fl_r600_resident *s = fl_r600_resident(r, FL_R600_KEY(FL_R600_FF_FS, key));

	return s ? s : make_fs(r, cs, key);
}
