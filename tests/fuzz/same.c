/* SPDX-License-Identifier: MIT
 *
 * What two paths of the model must agree on.
 */
#include "hw/model/gc/gc.h"
#include "tests/fuzz/model_run.h"

#include <string.h>

enum {
	LOOK_B = 1 << 20, /* of VRAM */
	REGS_FROM = 0x0700,
	REGS_TO = 0x5000, /* the engines' registers; some before them have effects when they are read */
};

static void same_bytes(const uint8_t *a, const uint8_t *b, size_t n, uint64_t addr)
{
	if (!memcmp(a, b, n))
		return;
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			fuzz_fail("the two paths differ at 0x%llx: 0x%02x, 0x%02x",
				  (unsigned long long)(addr + i), a[i], b[i]);
}

static void same_registers(struct fl_model *a, struct fl_model *b)
{
	for (uint32_t at = REGS_FROM; at < REGS_TO; at += 4) {
		uint32_t one = fl_model_read(a, at, 4), two = fl_model_read(b, at, 4);

		if (one != two)
			fuzz_fail("the two paths differ in register 0x%04x: 0x%08x, 0x%08x", at, one, two);
	}
}

/* Of Vivante cores the host sees few: what was loaded into the others is compared where it stands. */
static void same_states(struct fl_model *a, struct fl_model *b)
{
	const struct mgc *one = (const struct mgc *)a, *two = (const struct mgc *)b;

	for (uint32_t at = 0; at < MGC_STATES_B; at += 4)
		if (one->state[at / 4] != two->state[at / 4])
			fuzz_fail("the two paths differ in state 0x%05x: 0x%08x, 0x%08x", at,
				  one->state[at / 4], two->state[at / 4]);
	for (uint32_t at = 0; at < fl_model_regs_size_B(a); at += 4) {
		uint32_t v = fl_model_read(a, at, 4), w = fl_model_read(b, at, 4);

		if (v != w)
			fuzz_fail("the two paths differ in register 0x%04x: 0x%08x, 0x%08x", at, v, w);
	}
}

static const struct fl_report *alike(const struct fl_model *m, const struct fl_report *r)
{
	const struct fl_report *other;

	for (unsigned i = 0; (other = fl_model_report(m, i)); i++)
		if (other->severity == r->severity && !strcmp(other->block, r->block) &&
		    !strcmp(other->text, r->text))
			return other;
	return NULL;
}

/* A block that a path writes whole is not read before, and the status of its tiles not looked at. */
static bool counts(const struct fl_report *r)
{
	return strcmp(r->block, "TS") != 0;
}

/* Each report of a has its like in b. Threads find things in an order of their own, so only of one thread the
 * order, the place and the number of times count. */
static void same_reports(const struct fl_model *a, const struct fl_model *b, bool exact)
{
	const struct fl_report *r, *other;
	unsigned i = 0;

	for (; (r = fl_model_report(a, i)); i++) {
		other = exact ? fl_model_report(b, i) : alike(b, r);
		if (!other || strcmp(other->text, r->text))
			fuzz_fail("one path alone reports [%s] %s: %s (the other: %s)", r->block, r->where,
				  r->text, other ? other->text : "nothing");
		if (exact && ((other->count != r->count && counts(r)) || strcmp(other->where, r->where)))
			fuzz_fail("the two paths report this %u times at %s, and %u times at %s: %s",
				  r->count, r->where, other->count, other->where, r->text);
	}
	if (fl_model_report(b, i))
		fuzz_fail("the other path alone reports %s", fl_model_report(b, i)->text);
}

void fuzz_same(struct fuzz_run *a, struct fuzz_run *b)
{
	if (a->n_blocks != b->n_blocks)
		fuzz_fail("the two paths map %u and %u blocks", a->n_blocks, b->n_blocks);
	for (unsigned i = 0; i < a->n_verdicts; i++)
		if (a->n_verdicts != b->n_verdicts || a->verdict[i] != b->verdict[i])
			fuzz_fail("run or wait %u of %u and %u: the two paths end it with %d and %d", i,
				  a->n_verdicts, b->n_verdicts, a->verdict[i], b->verdict[i]);
	same_reports(a->m, b->m, !a->threads && !b->threads);
	for (unsigned i = 0; i < a->n_blocks; i++)
		same_bytes(a->block[i].host, b->block[i].host, a->block[i].size_B, a->block[i].addr);
	same_bytes(fl_model_vram(a->m, NULL), fl_model_vram(b->m, NULL), LOOK_B, 0);
	if (a->gc)
		same_states(a->m, b->m);
	else
		same_registers(a->m, b->m);
}
