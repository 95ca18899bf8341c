/* SPDX-License-Identifier: MIT
 *
 * Which programs are in video memory, and how they come there.
 */
#include "lib/r600/resident.h"
#include "hw/r600/pm4.h"
#include "lib/r600/lower.h"

#include <string.h>

enum {
	PAGE_B = 256, /* programs begin at multiples */
	SLOT_B = 8,
	SLOT_DW = 2,
	CHUNK = 900,    /* slots that are brought at once: below FL_CS_MIN_DW */
	AROUND_DW = 32, /* packets around them */
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

/* The words stand in the stream, in a packet that does nothing, and the command processor copies them from
 * there. Draws that run what was in their place must be over, and the shaders' cache must forget it (R6xx
 * facts 1.4). */
static void copy(struct fl_cs *cs, uint64_t to, const uint32_t (*words)[2], uint32_t n)
{
	uint32_t *p = fl_cs_room(cs, SLOT_DW * n + AROUND_DW);
	uint64_t from;

	if (!p)
		return;
	cs->fetched = true;
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
	p = r600_pm4_pkt3(p, R600_PKT3_NOP, SLOT_DW * n);
	from = cs->address + 4 * (uint64_t)(p - cs->start);
	memcpy(p, words, (size_t)SLOT_B * n);
	p = r600_pm4_copy(p + SLOT_DW * n, to, from, SLOT_B * n);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_CP_DMA_IDLE(1));
	fl_cs_done(cs, r600_pm4_sync(p, R600_CP_COHER_CNTL__SH_ACTION_ENA(1)));
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
	for (uint32_t at = 0, part; at < n; at += part) {
		part = n - at < CHUNK ? n - at : CHUNK;
		copy(cs, (uint64_t)made->start * PAGE_B + SLOT_B * at, words + at, part);
	}
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
