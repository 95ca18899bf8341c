/* SPDX-License-Identifier: MIT
 *
 * SQ: the programs of the stages as their registers say, decoded when something of them has changed.
 */
#include "hw/model/r600/fetch.h"
#include "hw/model/r600/sq_native.h"
#include "hw/regs/r600_reset.h" /* R600_CHIP_… */

#include <stdlib.h>
#include <string.h>

#define OUT(name) R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_##name

enum { STAGES = 4, KEYS = 10, ELEMENTS = 4 /* of an entry of the stack */, WORN = 256 };

/* How long programs have run, by their words: stages turn from one to the next and back */
struct worn {
	uint64_t hash, moves;
};

/* A stage's program, with what it was decoded from */
struct kept {
	bool valid;
	uint32_t key[KEYS];
	struct sq_code code;
	struct sq_log log;
	struct sq_native *native;
	bool never; /* it does not compile */
	struct worn *worn;
};

struct mr600_sq {
	struct kept kept[STAGES];
	struct worn worn[WORN];
	struct sq_native *old; /* code of programs that draws may have yet */
	uint64_t serial;       /* of the last program that was linked */
	const char *hung;      /* why; written by any thread */
	const char *hung_stage;
};

static const struct stage {
	const char *name;
	uint32_t start, resources, offset;
} stages[STAGES] = {
    [MR600_PS] = {"pixel", R600_SQ_PGM_START_PS, R600_SQ_PGM_RESOURCES_PS, R600_SQ_PGM_CF_OFFSET_PS},
    [MR600_VS] = {"vertex", R600_SQ_PGM_START_VS, R600_SQ_PGM_RESOURCES_VS, R600_SQ_PGM_CF_OFFSET_VS},
    [MR600_GS] = {"geometry", R600_SQ_PGM_START_GS, R600_SQ_PGM_RESOURCES_GS, R600_SQ_PGM_CF_OFFSET_GS},
    [MR600_ES] = {"export", R600_SQ_PGM_START_ES, R600_SQ_PGM_RESOURCES_ES, R600_SQ_PGM_CF_OFFSET_ES},
};

bool mr600_sq_new(struct mr600 *r)
{
	r->sq = calloc(1, sizeof(*r->sq));
	return r->sq != NULL;
}

void mr600_sq_free(struct mr600 *r)
{
	for (unsigned i = 0; r->sq && i < STAGES; i++) {
		mr600_sq_code_free(&r->sq->kept[i].code);
		mr600_sq_log_free(&r->sq->kept[i].log);
		mr600_sq_native_free(r->sq->kept[i].native);
	}
	mr600_sq_forget(r);
	free(r->sq);
	r->sq = NULL;
}

void mr600_sq_forget(struct mr600 *r)
{
	if (!r->sq)
		return;
	mr600_sq_native_free(r->sq->old);
	r->sq->old = NULL;
}

void mr600_sq_reset(struct mr600 *r)
{
	for (unsigned i = 0; i < STAGES; i++)
		r->sq->kept[i].valid = false;
	r->sq->hung = NULL;
}

void mr600_sq_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
}

uint32_t mr600_sq_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	return r->reg[offset / 4];
}

bool mr600_sq_hang(struct sq_run *x, const char *why)
{
	struct mr600_sq *sq = x->w->r->sq;

	__atomic_store_n(&sq->hung_stage, stages[x->p->stage].name, __ATOMIC_RELAXED);
	__atomic_store_n(&sq->hung, why, __ATOMIC_RELEASE);
	return false;
}

bool mr600_sq_hung(struct mr600 *r)
{
	const char *why = __atomic_load_n(&r->sq->hung, __ATOMIC_ACQUIRE);

	if (why)
		mr600_report(r, FL_REFUSE, "SQ", "R6xx facts 4.2", "a %s program hangs the chip: %s",
			     r->sq->hung_stage, why);
	return why != NULL;
}

struct mr600_sq_state *mr600_sq_state_new(void)
{
	struct mr600_sq_state *s = aligned_alloc(64, (sizeof(*s) + 63) / 64 * 64);

	if (s)
		memset(s, 0, sizeof(*s));
	return s;
}

void mr600_sq_state_free(struct mr600_sq_state *s)
{
	for (unsigned i = 0; s && i < SQ_ROOMS; i++)
		free(s->room[i]);
	if (s)
		free(s->ready);
	free(s);
}

/* ---- shares -------------------------------------------------------------------------------------------- */
static unsigned gprs_of(const struct mr600 *r, enum mr600_stage stage)
{
	uint32_t a = R600_REG(r, SQ_GPR_RESOURCE_MGMT_1), b = R600_REG(r, SQ_GPR_RESOURCE_MGMT_2);

	return stage == MR600_PS   ? R600_SQ_GPR_RESOURCE_MGMT_1__NUM_PS_GPRS__GET(a)
	       : stage == MR600_VS ? R600_SQ_GPR_RESOURCE_MGMT_1__NUM_VS_GPRS__GET(a)
	       : stage == MR600_GS ? R600_SQ_GPR_RESOURCE_MGMT_2__NUM_GS_GPRS__GET(b)
				   : R600_SQ_GPR_RESOURCE_MGMT_2__NUM_ES_GPRS__GET(b);
}

static unsigned stack_of(const struct mr600 *r, enum mr600_stage stage)
{
	uint32_t a = R600_REG(r, SQ_STACK_RESOURCE_MGMT_1), b = R600_REG(r, SQ_STACK_RESOURCE_MGMT_2);

	return stage == MR600_PS   ? R600_SQ_STACK_RESOURCE_MGMT_1__NUM_PS_STACK_ENTRIES__GET(a)
	       : stage == MR600_VS ? R600_SQ_STACK_RESOURCE_MGMT_1__NUM_VS_STACK_ENTRIES__GET(a)
	       : stage == MR600_GS ? R600_SQ_STACK_RESOURCE_MGMT_2__NUM_GS_STACK_ENTRIES__GET(b)
				   : R600_SQ_STACK_RESOURCE_MGMT_2__NUM_ES_STACK_ENTRIES__GET(b);
}

static bool shares_fit(struct sq_decoder *d, uint32_t resources)
{
	struct mr600 *r = d->r;
	unsigned temps =
	    R600_SQ_GPR_RESOURCE_MGMT_1__NUM_CLAUSE_TEMP_GPRS__GET(R600_REG(r, SQ_GPR_RESOURCE_MGMT_1));
	unsigned gprs = R600_SQ_PGM_RESOURCES_PS__NUM_GPRS__GET(resources), all = 2 * temps;
	unsigned stack = R600_SQ_PGM_RESOURCES_PS__STACK_SIZE__GET(resources);

	for (unsigned i = 0; i < STAGES; i++)
		all += gprs_of(r, (enum mr600_stage)i);
	if (all > r->variant->gprs)
		SQ_WARN(
		    d, "R6xx facts 0.2",
		    "SQ_GPR_RESOURCE_MGMT shares out %u registers, clause temporaries twice; the chip has %u",
		    all, r->variant->gprs);
	if (gprs > gprs_of(r, d->stage))
		return SQ_REFUSE(
		    d, "R6xx facts 0.2",
		    "NUM_GPRS is %u, and the stage's share (SQ_GPR_RESOURCE_MGMT) %u: the chip hangs", gprs,
		    gprs_of(r, d->stage));
	/* Mesa asks for an entry where there is no use for it, of a share that it made 0 (R600, RV710). */
	if (stack > stack_of(r, d->stage)) {
		SQ_WARN(d, "R6xx facts 0.2",
			"STACK_SIZE is %u, and the stage's share (SQ_STACK_RESOURCE_MGMT) %u: the chip hangs "
			"as soon as the program needs more",
			stack, stack_of(r, d->stage));
		stack = stack_of(r, d->stage);
	}
	if (d->stage == MR600_PS && r->variant->chip_bit == R600_CHIP_R600 &&
	    !R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST__GET(resources))
		SQ_WARN(d, "R6xx facts 4.1", "the R600 wants UNCACHED_FIRST_INST for pixel programs");
	d->code->gprs = gprs;
	d->code->temps = MR600_GPRS - temps;
	d->code->stack = stack * ELEMENTS;
	d->code->dx10_clamp = R600_SQ_PGM_RESOURCES_PS__DX10_CLAMP__GET(resources);
	return true;
}

/* ---- decoding ------------------------------------------------------------------------------------------ */
static bool exports_done(struct sq_decoder *d)
{
	enum {
		PIXEL = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL,
		POS = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_POS
	};

	if ((d->stage == MR600_PS && !d->done[PIXEL]) || (d->stage == MR600_VS && !d->done[POS]))
		return SQ_REFUSE(d, "R6xx facts 4.1", "it has no EXPORT_DONE of %s: the chip waits for ever",
				 d->stage == MR600_PS ? "pixels" : "a position");
	return true;
}

static bool decode(struct sq_decoder *d)
{
	struct mr600 *r = d->r;
	const struct stage *st = &stages[d->stage];
	uint32_t first;

	d->name = st->name;
	d->base = (uint64_t)r->reg[st->start / 4] << 8;
	if (!shares_fit(d, r->reg[st->resources / 4]))
		return false;
	if (r->reg[st->offset / 4])
		return SQ_REFUSE(d, "registers", "SQ_PGM_CF_OFFSET is 0x%x: what it does is not public",
				 r->reg[st->offset / 4]);
	if (!mr600_sq_decode_flow(d, d->base, &first) || !exports_done(d))
		return false;
	if (d->code->fs) {
		d->name = "fetch";
		d->in_fetch = true;
		if (!mr600_sq_decode_flow(d, (uint64_t)R600_REG(r, SQ_PGM_START_FS) << 8, &d->code->fs))
			return false;
	}
	/* The path that judges the others goes an operation at a time. */
	if (d->refused || (r->isa != FL_ISA_SCALAR && !mr600_sq_plan(d->code)))
		return false;
	d->code->pure = d->stage == MR600_PS ? mr600_sq_pure(d->code) : SQ_IMPURE;
	return true;
}

static void key_of(const struct mr600 *r, enum mr600_stage stage, uint32_t key[KEYS])
{
	const struct stage *st = &stages[stage];
	const uint32_t now[KEYS] = {
	    r->reg[st->start / 4],
	    r->reg[st->resources / 4],
	    r->reg[st->offset / 4],
	    R600_REG(r, SQ_PGM_START_FS),
	    R600_REG(r, SQ_CONFIG),
	    R600_REG(r, SQ_GPR_RESOURCE_MGMT_1),
	    R600_REG(r, SQ_GPR_RESOURCE_MGMT_2),
	    R600_REG(r, SQ_STACK_RESOURCE_MGMT_1),
	    R600_REG(r, SQ_STACK_RESOURCE_MGMT_2),
	};

	memcpy(key, now, sizeof(now));
	for (unsigned i = 0; i < R600_SQ_VTX_SEMANTIC__COUNT;
	     i++) /* a sum will do: few programs have semantics */
		key[KEYS - 1] = key[KEYS - 1] * 31 + r->reg[R600_SQ_VTX_SEMANTIC(i) / 4];
}

/* ---- compiling ----------------------------------------------------------------------------------------- */
static void retire(struct mr600_sq *sq, struct kept *k)
{
	if (k->native) {
		k->native->next = sq->old;
		sq->old = k->native;
	}
	k->native = NULL;
	k->never = false;
}

static struct worn *worn_of(struct mr600_sq *sq, const struct sq_log *log)
{
	uint64_t h = 0xcbf29ce484222325ull; /* FNV-1a, a word at a time */
	struct worn *w;

	for (uint32_t i = 0; i < log->n_words; i++)
		h = (h ^ log->words[i]) * 0x100000001b3ull;
	w = &sq->worn[h >> 32 & (WORN - 1)];
	if (w->hash != h) {
		w->hash = h;
		__atomic_store_n(&w->moves, 0, __ATOMIC_RELAXED);
	}
	return w;
}

static void consider(struct mr600 *r, struct kept *k)
{
	const enum fl_jit_when when = r->base.jit;

	if (k->native && (when == FL_JIT_OFF || k->native->isa != r->isa))
		retire(r->sq, k);
	if (k->native || k->never || when == FL_JIT_OFF || !k->code.n_move)
		return;
	if (when == FL_JIT_ALWAYS ||
	    mr600_sq_native_pays(&k->code, __atomic_load_n(&k->worn->moves, __ATOMIC_RELAXED)))
		k->native = mr600_sq_native_new(&k->code, r->isa, &k->never);
}

static bool counted(const struct mr600 *r, const struct kept *k)
{
	return r->base.jit == FL_JIT_AUTO && !k->native && !k->never && k->code.n_move && fl_jit_built_in();
}

/* ---- all of it ----------------------------------------------------------------------------------------- */
const struct mr600_program *mr600_sq_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage)
{
	struct kept *k = &r->sq->kept[stage];
	struct mr600_program *p;
	uint32_t key[KEYS];

	if (mr600_sq_hung(r))
		return NULL;
	key_of(r, stage, key);
	if (!k->valid || memcmp(key, k->key, sizeof(key)) || !mr600_sq_log_holds(&k->log, &r->base.mem)) {
		struct sq_decoder d = {.r = r, .code = &k->code, .stage = stage, .log = &k->log};

		retire(r->sq, k);
		mr600_sq_code_free(&k->code);
		mr600_sq_log_clear(&k->log);
		k->code.r7xx = r->variant->r7xx;
		k->valid = decode(&d);
		if (!k->valid)
			return NULL;
		memcpy(k->key, key, sizeof(key));
		k->worn = worn_of(r->sq, &k->log);
	}
	consider(r, k);
	p = mr600_sq_link(r, a, stage, &k->code, ++r->sq->serial);
	if (p) {
		p->native = k->native;
		p->ran = counted(r, k) ? &k->worn->moves : NULL;
	}
	return p;
}

bool mr600_sq_kills(const struct mr600_program *p)
{
	return p->code.kills;
}

bool mr600_sq_writes_z(const struct mr600_program *p)
{
	return p->code.writes_z;
}

unsigned mr600_sq_needs(const struct mr600_program *p)
{
	return p->code.pure;
}

static bool reads_memory(const struct mr600_program *p, unsigned i)
{
	const struct mr600_fetch *f = p->fetch[i];

	return p->code.fetch[i].kind != SQ_FETCH || !f || f->kind == MR600_FETCH_VERTEX ||
	       (f->unit && f->unit->store == FL_TEXEL_STORE_DIRECT);
}

bool mr600_sq_in_memory(const struct mr600_program *p)
{
	for (unsigned i = 0; i < p->code.n_fetch; i++)
		if (reads_memory(p, i))
			return true;
	for (unsigned i = 0; i < p->code.n_step; i++) {
		const struct sq_step *s = &p->code.step[i];

		if (s->what == SQ_OUT && s->inst != OUT(EXPORT) && s->inst != OUT(EXPORT_DONE))
			return true;
	}
	return false;
}

uint64_t mr600_sq_serial(const struct mr600_program *p)
{
	return p->serial;
}

unsigned mr600_sq_length(const struct mr600_program *p)
{
	return p->code.n_group + p->code.n_fetch + p->code.n_step;
}
