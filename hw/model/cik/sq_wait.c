/* SPDX-License-Identifier: MIT
 *
 * Results on their way, and who comes too early: s_waitcnt, and the cases that need instructions in between
 * (wait states). Sea Islands reference, chapter 4.4; LLVM's and ACO's tables of hazards for GFX7.
 *
 * A result lands when the program waits for it: memory's in order, LDS's in order, those of SMRD in any
 * order, so for a count above 0 none of them can be relied on. A counter that is full holds the wave back
 * until its oldest result is there.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/regs/cik.h"

enum { COUNTER_MAX = 15 };

static bool marked(const uint64_t *bits, unsigned at)
{
	return bits[at / 64] >> at % 64 & 1;
}

/* n bits, of 64 at most, from `first` on: what of them is in their first word, and in the next. */
static uint64_t here(unsigned first, unsigned n)
{
	return (n < 64 ? (1ull << n) - 1 : ~0ull) << first % 64;
}

static uint64_t beyond(unsigned first, unsigned n)
{
	return first % 64 + n > 64 ? (1ull << (first % 64 + n - 64)) - 1 : 0;
}

static void mark(uint64_t *bits, unsigned first, unsigned n)
{
	bits[first / 64] |= here(first, n);
	if (beyond(first, n))
		bits[first / 64 + 1] |= beyond(first, n);
}

static bool any_marked(const uint64_t *bits, unsigned first, unsigned n)
{
	return bits[first / 64] & here(first, n) ||
	       (beyond(first, n) && bits[first / 64 + 1] & beyond(first, n));
}

/* Which registers still wait: of the results that are left. */
static void mark_late(struct mcik_wave *w)
{
	memset(w->late_v, 0, sizeof w->late_v);
	memset(w->late_s, 0, sizeof w->late_s);
	for (unsigned k = 0; k < w->n_pending; k++) {
		const struct mcik_pending *p = &w->pending[k];

		mark(p->scalar ? w->late_s : w->late_v, p->first, p->n);
	}
}

static void land(struct mcik_wave *w, const struct mcik_pending *p)
{
	const mcik_plane *from = w->pool + (size_t)p->slot * MCIK_RESULT;

	if (p->scalar) { /* the decoder has seen that there are as many */
		memcpy(&w->s[p->first], from[0], p->n * sizeof w->s[0]);
		w->vccz_stale |= p->first <= MCIK_VCC + 1 && p->first + p->n > MCIK_VCC;
	}
	for (unsigned r = 0; r < p->n && !p->scalar; r++) {
		if (~p->lanes)
			w->kit->blend(w->v[p->first + r], from[r], p->lanes);
		else
			memcpy(w->v[p->first + r], from[r], sizeof(*from));
	}
	w->pool_used &= ~(1ull << p->slot);
	w->n_of[p->counter]--;
	w->n_scalars -= p->scalar;
}

/* The n oldest results of a counter; of scalars none, or all. */
static void land_oldest(struct mcik_wave *w, enum mcik_counter counter, unsigned n, bool scalars)
{
	unsigned kept = 0;

	for (unsigned k = 0; k < w->n_pending; k++) {
		const struct mcik_pending p = w->pending[k];

		if (p.counter != counter || (p.scalar ? !scalars : !n)) {
			w->pending[kept++] = p;
			continue;
		}
		n -= !p.scalar;
		land(w, &p);
	}
	if (w->n_pending != kept) {
		w->n_pending = kept;
		mark_late(w);
	}
}

static unsigned scalars_of(const struct mcik_wave *w, enum mcik_counter counter)
{
	return counter == MCIK_LGKM_CNT ? w->n_scalars : 0;
}

static void wait_for(struct mcik_wave *w, enum mcik_counter counter, unsigned left)
{
	const unsigned all = w->n_of[counter], scalars = scalars_of(w, counter);

	if (left == 0 && all)
		land_oldest(w, counter, all, true);
	else if (all > left + scalars)
		land_oldest(w, counter, all - left - scalars, false);
}

mcik_plane *mcik_sq_late(struct mcik_wave *w, enum mcik_counter counter, unsigned first, unsigned n,
			 uint64_t lanes)
{
	const bool scalar = first < SQ_VGPR;
	const unsigned slot = (unsigned)__builtin_ctzll(~w->pool_used);
	struct mcik_pending *p;

	if (w->n_of[counter] >= COUNTER_MAX) {
		const bool only_scalars = scalars_of(w, counter) >= COUNTER_MAX;

		land_oldest(w, counter, !only_scalars, only_scalars);
	}
	p = &w->pending[w->n_pending++];
	*p = (struct mcik_pending){.counter = (uint8_t)counter,
				   .scalar = scalar,
				   .first = (uint16_t)(scalar ? first : first - SQ_VGPR),
				   .n = (uint16_t)n,
				   .lanes = lanes,
				   .slot = (uint8_t)slot};
	w->n_of[counter]++;
	w->n_scalars += scalar;
	w->pool_used |= 1ull << slot;
	mark(scalar ? w->late_s : w->late_v, p->first, n);
	return w->pool + (size_t)slot * MCIK_RESULT;
}

void mcik_sq_exported(struct mcik_wave *w, const uint64_t vgprs[MCIK_VGPRS / 64])
{
	if (w->n_exported == MCIK_EXPORTS - 1) { /* the counter is full */
		memmove(w->exported, w->exported + 1, sizeof w->exported - sizeof *w->exported);
		w->n_exported--;
	}
	memcpy(w->exported[w->n_exported++], vgprs, sizeof *w->exported);
}

void mcik_sq_wait(struct mcik_wave *w, unsigned vm, unsigned exp, unsigned lgkm)
{
	if (w->n_pending) {
		wait_for(w, MCIK_VM_CNT, vm);
		wait_for(w, MCIK_LGKM_CNT, lgkm);
	}
	if (w->n_exported > exp) {
		memmove(w->exported, w->exported + (w->n_exported - exp), exp * sizeof *w->exported);
		w->n_exported = exp;
	}
}

static bool late(const struct mcik_wave *w, struct sq_range r, unsigned *which)
{
	const bool vector = r.first >= SQ_VGPR;
	const uint64_t *bits = vector ? w->late_v : w->late_s;
	const unsigned first = vector ? r.first - SQ_VGPR : r.first, end = vector ? MCIK_VGPRS : MCIK_SCALARS;
	const unsigned n = first + r.n <= end ? r.n : end - first;

	if (!any_marked(bits, first, n))
		return false;
	for (*which = r.first; !marked(bits, *which - r.first + first);)
		++*which;
	return true;
}

static void check_exports(struct mcik_wave *w, struct sq_range r)
{
	for (unsigned e = 0; r.first >= SQ_VGPR && e < w->n_exported; e++)
		for (unsigned k = r.first; k < r.first + r.n; k++)
			if (k < SQ_VGPR + MCIK_VGPRS && marked(w->exported[e], k - SQ_VGPR)) {
				mcik_sq_report(
				    w, FL_WARN, "Sea Islands 4.4",
				    "v%u is written before the export that reads it has been waited "
				    "for: add s_waitcnt expcnt(0)",
				    k - SQ_VGPR);
				return;
			}
}

/* Reads get the old value; what is written would be lost again when the result lands. */
void mcik_sq_check_waits(struct mcik_wave *w, const struct sq_inst *i)
{
	unsigned which;

	for (unsigned k = 0; w->n_pending && k < i->n_reads; k++)
		if (late(w, i->reads[k], &which))
			mcik_sq_report(w, FL_WARN, "Sea Islands 4.4",
				       "%c%u is read before its load has been waited for, and gives its old "
				       "value: add s_waitcnt",
				       which >= SQ_VGPR ? 'v' : 's', which & (SQ_VGPR - 1));
	for (unsigned k = 0; k < i->n_writes; k++) {
		/* memory and LDS return in order among themselves, so one load after the other is fine */
		if (w->n_pending && (i->unit == SQ_VALU || i->unit == SQ_SALU) &&
		    late(w, i->writes[k], &which))
			mcik_sq_report(w, FL_WARN, "Sea Islands 4.4",
				       "%c%u is written while a load into it is on its way: add s_waitcnt",
				       which >= SQ_VGPR ? 'v' : 's', which & (SQ_VGPR - 1));
		if (w->n_exported)
			check_exports(w, i->writes[k]);
	}
}

/* ---- wait states --------------------------------------------------------------------------------------- */
void mcik_sq_space(struct mcik_wave *w, uint64_t at, unsigned states, const char *what)
{
	if (at && w->now - at <= states)
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.4", "%s: %u wait states have to be in between",
			       what, states);
}

static bool lane_select(const struct sq_inst *i)
{
	return i->unit == SQ_VALU && (i->opcode == 256 + CIK_OP_VOP2__V_READLANE_B32 ||
				      i->opcode == 256 + CIK_OP_VOP2__V_WRITECHAN_WRITE_VALUE_ONE_VGPR);
}

static void check_vector(struct mcik_wave *w, const struct sq_inst *i)
{
	if (lane_select(i) && i->src[1] < MCIK_SCALARS)
		mcik_sq_space(w, w->valu_wrote[i->src[1]], 4,
			      "a lane is selected by a register that a vector instruction has just written");
	if (i->opcode == CIK_OP_VOP3__V_DIV_FMAS_F32 || i->opcode == CIK_OP_VOP3__V_DIV_FMAS_F64)
		mcik_sq_space(w, w->valu_wrote[MCIK_VCC], 4,
			      "v_div_fmas reads VCC that a vector instruction has just written");
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].first < w->wide_store_first + w->wide_store_n &&
		    i->writes[k].first + i->writes[k].n > w->wide_store_first)
			mcik_sq_space(w, w->wide_store_at, 1,
				      "the data of a store of more than 64 bits is written again");
}

bool mcik_sq_has_hazards(const struct sq_inst *i)
{
	if (lane_select(i) || i->opcode == CIK_OP_VOP3__V_DIV_FMAS_F32 ||
	    i->opcode == CIK_OP_VOP3__V_DIV_FMAS_F64)
		return true;
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].first < MCIK_SCALARS)
			return true;
	return false;
}

void mcik_sq_check_hazards(struct mcik_wave *w, const struct sq_inst *i)
{
	if (i->unit == SQ_VALU)
		check_vector(w, i);
	if (i->unit != SQ_SALU && i->unit != SQ_SMEM && i->unit != SQ_BRANCH)
		mcik_sq_space(w, w->vskip_at, 2, "a vector instruction after MODE.VSKIP was set");
	for (unsigned k = 0; k < i->n_writes; k++) {
		const struct sq_range r = i->writes[k];

		for (unsigned s = r.first; s < r.first + (unsigned)r.n && s < MCIK_SCALARS; s++)
			w->valu_wrote[s] = i->unit == SQ_VALU ? w->now : 0;
		/* VCCZ is renewed when all of VCC is written, and no scalar load can spoil it again */
		if (r.first <= MCIK_VCC + 1 && r.first + r.n > MCIK_VCC)
			w->vccz_stale = i->unit == SQ_SMEM || r.n < 2 || w->n_scalars;
		if (r.first == MCIK_M0 && i->unit == SQ_SALU)
			w->salu_wrote_m0 = w->now;
	}
}
