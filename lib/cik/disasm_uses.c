/* SPDX-License-Identifier: MIT
 *
 * Which scalar registers a program of Sea Islands uses as descriptors and as addresses: comments at the head
 * of its text. See asm.h.
 */
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

enum use { ADDRESS, BUFFER, IMAGE, SAMPLER, USES };

enum { PAIRS = FL_CIK_SCALARS / 2 };

/* A bit for each pair of scalar registers that something begins with */
struct uses {
	uint64_t pairs[USES];
};

static void add(struct uses *u, enum use use, uint32_t code)
{
	if (code / 2 < PAIRS)
		u->pairs[use] |= 1ull << (code / 2);
}

static void add_instruction(struct uses *u, const struct fl_cik_inst *i)
{
	const uint32_t *w = i->w;

	if (i->encoding == FL_CIK_SMRD && fl_cik_has(i->op, 'o')) {
		add(u, fl_cik_has(i->op, 'q') ? BUFFER : ADDRESS, CIK_SMRD_WORD0__SBASE__GET(w[0]) * 2);
	} else if ((i->encoding == FL_CIK_MUBUF || i->encoding == FL_CIK_MTBUF) && i->op->operands[0]) {
		add(u, BUFFER, CIK_MUBUF_WORD1__SRSRC__GET(w[1]) * 4);
	} else if (i->encoding == FL_CIK_MIMG) {
		add(u, IMAGE, CIK_MIMG_WORD1__SRSRC__GET(w[1]) * 4);
		if (fl_cik_has(i->op, 'S'))
			add(u, SAMPLER, CIK_MIMG_WORD1__SSAMP__GET(w[1]) * 4);
	}
}

void fl_cik_put_uses(struct fl_asm_out *out, const uint32_t *words, uint32_t n)
{
	static const char *const names[USES] = {"loads from addresses in", "buffers", "images", "samplers"};
	static const uint8_t width[USES] = {2, 4, 8, 4};
	struct uses u = {{0}};

	for (uint32_t at = 0; at < n;) {
		struct fl_cik_inst i = fl_cik_decode(words + at, n - at);

		if (i.op)
			add_instruction(&u, &i);
		at += i.n;
	}
	for (uint32_t use = 0; use < USES; use++) {
		struct fl_cik_text t = {out, NULL, 0, NULL, true};

		if (!u.pairs[use])
			continue;
		fl_asm_put(out, "; %s", names[use]);
		for (uint32_t k = 0; k < PAIRS; k++)
			if (u.pairs[use] >> k & 1)
				fl_cik_put_sgprs(&t, 2 * k, width[use]);
		fl_asm_put(out, "\n");
	}
}
