/* SPDX-License-Identifier: MIT
 *
 * R6xx and R7xx programs as text: control flow in its order, clauses under it. See asm.h.
 */
#include "lib/r600/asm_own.h"

struct used {
	uint32_t bits[FL_R600_PROGRAM_MAX / 32];
};

static bool is_used(const struct used *u, uint32_t slot)
{
	return u->bits[slot / 32] >> (slot % 32) & 1;
}

static void use(struct used *u, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		u->bits[i / 32] |= 1u << (i % 32);
}

static uint32_t clause_at(const struct fl_r600_cf *cf, const uint32_t w[2])
{
	return cf->kind == FL_R600_CF_ALU ? R600_SQ_CF_ALU_WORD0__ADDR__GET(w[0]) : w[0];
}

uint32_t fl_r600_cf_count(bool r700, const uint32_t (*w)[2], uint32_t n)
{
	uint32_t far = 0, clauses = n, i = 0;

	(void)r700;
	while (i < n && i < FL_R600_CF_MAX && i < clauses) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);

		if (cf->kind == FL_R600_CF_JUMP && cf->name[0] && w[i][0] < n && w[i][0] > far)
			far = w[i][0];
		if (fl_r600_cf_has_clause(cf) && clause_at(cf, w[i]) > i && clause_at(cf, w[i]) < clauses)
			clauses = clause_at(cf, w[i]);
		if ((fl_r600_cf_ends(w[i][1]) || FL_R600_CF_IS(cf, RETURN)) && i >= far)
			return i + 1;
		i++;
	}
	return i;
}

uint32_t fl_r600_program_size(bool r700, const uint32_t (*w)[2], uint32_t n)
{
	uint32_t n_cf = fl_r600_cf_count(r700, w, n), end = n_cf;

	for (uint32_t i = 0; i < n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);
		uint32_t at = clause_at(cf, w[i]);

		if (fl_r600_cf_has_clause(cf) && at < n && at + fl_r600_cf_slots(r700, cf, w[i][1]) > end)
			end = at + fl_r600_cf_slots(r700, cf, w[i][1]);
	}
	return end < n ? end : n;
}

/* Can the clause be written under its instruction? */
static bool has_body(const struct fl_r600_cf *cf, const uint32_t (*w)[2], uint32_t n, uint32_t at,
		     uint32_t slots, const struct used *u)
{
	uint32_t used;

	if (!fl_r600_cf_has_clause(cf) || at >= n || slots > n - at)
		return false;
	for (uint32_t i = at; i < at + slots; i++)
		if (is_used(u, i))
			return false;
	if (cf->kind == FL_R600_CF_ALU)
		for (uint32_t i = 0; i < slots; i += used)
			if (!fl_r600_group_size(w + at + i, slots - i, &used))
				return false;
	return true;
}

static void put_fetches(struct fl_r600_dis *d, const struct fl_r600_cf *cf, const uint32_t (*w)[2],
			uint32_t slots)
{
	for (uint32_t i = 0; i < slots; i += FL_R600_FETCH_SLOTS) {
		const uint32_t f[FL_R600_FETCH_WORDS] = {w[i][0], w[i][1], w[i + 1][0], w[i + 1][1]};
		const char *why = fl_r600_fetch_check(d->r700, cf, f);

		fl_r600_put_fetch(d, f);
		if (why)
			fl_r600_put_invalid(d, why);
		fl_asm_put(d->out, "\n");
	}
}

/* What no clause has. Zeros between are the assembler's own. */
static void put_data(struct fl_r600_dis *d, const uint32_t (*w)[2], uint32_t n_cf, uint32_t n,
		     const struct used *u)
{
	bool run = false;

	for (uint32_t i = n_cf; i < n; i++) {
		if (is_used(u, i) || (!w[i][0] && !w[i][1] && i + 1 < n)) {
			run = false;
			continue;
		}
		if (!run)
			fl_asm_put(d->out, "data @%u\n", i);
		run = true;
		fl_asm_put(d->out, "        words 0x%08x 0x%08x\n", w[i][0], w[i][1]);
	}
}

static void put_program(struct fl_r600_dis *d, const uint32_t (*w)[2], uint32_t n)
{
	uint32_t n_cf = fl_r600_cf_count(d->r700, w, n), cursor = n_cf;
	struct used u = {{0}};

	use(&u, 0, n_cf);
	for (uint32_t i = 0; i < n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);
		uint32_t at = clause_at(cf, w[i]), slots = fl_r600_cf_slots(d->r700, cf, w[i][1]);
		bool body = has_body(cf, w, n, at, slots, &u);
		uint32_t usual = cf->kind == FL_R600_CF_ALU ? cursor : (cursor + 1) & ~1u;
		const char *why = fl_r600_cf_check(d->r700, w, n_cf, n, i);

		fl_asm_put(d->out, "%02u  ", i);
		fl_r600_put_cf(d, w[i], body, at != usual);
		if (!why && fl_r600_cf_has_clause(cf) && !body)
			why = "its clause is another's too, or has groups without an end";
		if (why)
			fl_r600_put_invalid(d, why);
		fl_asm_put(d->out, "\n");
		if (!body)
			continue;
		use(&u, at, slots);
		cursor = at + slots;
		if (cf->kind == FL_R600_CF_ALU)
			fl_r600_put_alu(d, w[i], w + at, slots);
		else
			put_fetches(d, cf, w + at, slots);
	}
	put_data(d, w, n_cf, n, &u);
}

uint32_t fl_r600_disasm(bool r700, const uint32_t (*words)[2], uint32_t n, struct fl_asm_out *out)
{
	struct fl_asm_out nowhere;
	struct fl_r600_dis d = {&nowhere, r700, 0, 0};

	/* Whether all is valid must be said first. */
	fl_asm_out(&nowhere, NULL, 0);
	if (n > FL_R600_PROGRAM_MAX)
		n = FL_R600_PROGRAM_MAX;
	put_program(&d, words, n);
	fl_asm_put(out, "!!R%u00\n%s", r700 ? 7u : 6u, d.invalid ? "option nocheck\n" : "");
	d = (struct fl_r600_dis){out, r700, 0, 0};
	put_program(&d, words, n);
	return d.invalid;
}
