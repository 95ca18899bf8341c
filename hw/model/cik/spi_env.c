/* SPDX-License-Identifier: MIT
 *
 * What waves reach: memory by the VM of their VMID, images through the cache of texels, the global data
 * share, reports. See sq.h.
 *
 * No cache of programs and images holds anything longer than a dispatch: an invalidation that is missing does
 * no harm here.
 */
#include "hw/model/cik/cb.h"
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/spi.h"
#include "hw/model/cik/vm.h"
#include "hw/model/look.h"

#include <stdlib.h>
#include <string.h>

enum { TEXELS_B = 64 << 20 };

/* ---- memory -------------------------------------------------------------------------------------------- */
/* An instruction may go on in the next page; that one is looked at without a fault, for a program may well
 * end before it. */
static uint32_t code(void *arg, unsigned vmid, uint64_t va, uint32_t *dw, uint32_t n)
{
	struct mcik_spi *s = arg;
	uint64_t left_B;
	const uint8_t *p = mcik_vm_at(s->c, vmid, va, false, MCIK_CLIENT_TC, &left_B);
	uint32_t got = 0;

	while (p && got < n) {
		const uint32_t here = left_B / 4 < n - got ? (uint32_t)(left_B / 4) : n - got;

		memcpy(dw + got, p, 4ull * here);
		got += here;
		p = got < n ? mcik_vm_look(s->c, vmid, va + 4ull * got, &left_B) : NULL;
	}
	return got;
}

static bool load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	struct mcik_spi *s = arg;

	(void)access;
	return mcik_vm_read(s->c, vmid, va, to, size_B, MCIK_CLIENT_TC);
}

static const uint8_t *peek(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	struct mcik_spi *s = arg;

	return mcik_vm_peek(s->c, vmid, va, left_B);
}

static uint8_t *poke(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	struct mcik_spi *s = arg;

	return mcik_vm_poke(s->c, vmid, va, left_B);
}

static bool store(void *arg, unsigned vmid, uint64_t va, const void *from, unsigned size_B, unsigned access)
{
	struct mcik_spi *s = arg;

	(void)access;
	return mcik_vm_write(s->c, vmid, va, from, size_B, MCIK_CLIENT_TC);
}

static bool atomic(void *arg, unsigned vmid, uint64_t va, unsigned size_B, mcik_atomic_fn *fn,
		   const uint64_t data[2], uint64_t *old)
{
	uint64_t now;

	*old = 0;
	if (!load(arg, vmid, va, old, size_B, 0))
		return false;
	now = fn(*old, data[0], data[1]);
	return store(arg, vmid, va, &now, size_B, 0);
}

/* ---- images -------------------------------------------------------------------------------------------- */
/* Bytes from va on that lie in memory in a row; p is where the first of them is. */
static uint64_t in_a_row(struct mcik_spi *s, uint64_t va, const uint8_t *p, uint64_t left_B, uint64_t want_B)
{
	uint64_t n_B = left_B;

	while (n_B < want_B && mcik_vm_look(s->c, s->vmid, va + n_B, &left_B) == p + n_B)
		n_B += left_B;
	return n_B;
}

static const uint8_t *texels_of(void *of, const struct fl_texel_unit *u)
{
	struct mcik_spi *s = of;
	const uint64_t va = u->image.addr;
	uint64_t left_B;
	const uint8_t *p = mcik_vm_at(s->c, s->vmid, va, false, MCIK_CLIENT_TC, &left_B);

	if (!p || in_a_row(s, va, p, left_B, u->size_B) >= u->size_B)
		return p;
	if (s->image_B < u->size_B) {
		uint8_t *more = realloc(s->image, u->size_B);

		if (!more)
			return NULL;
		s->image = more;
		s->image_B = u->size_B;
	}
	return mcik_vm_read(s->c, s->vmid, va, s->image, u->size_B, MCIK_CLIENT_TC) ? s->image : NULL;
}

static bool gathered(void *of)
{
	(void)of;
	return false; /* workgroups run at once */
}

static bool spend(void *of, uint64_t texels_B)
{
	struct mcik_spi *s = of;

	s->spent = !fl_spend(&s->c->base, texels_B / 4, "the texels");
	return !s->spent;
}

static void image(void *arg, struct mcik_wave *w, const struct mcik_image *i)
{
	struct mcik_spi *s = arg;

	mcik_mimg(&s->mimg, w, i);
	if (s->mimg.seen)
		fl_look_note_texture(&s->c->base, s->mimg.seen, "image", FL_LOOK_NO_UNIT);
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static void report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
		   const char *fmt, va_list ap)
{
	struct mcik_spi *s = arg;

	(void)w;
	fl_model_vreport(&s->c->base, severity, "SQ", section, fmt, ap);
}

static uint64_t now(void *arg)
{
	struct mcik_spi *s = arg;

	return s->timed ? s->time : __atomic_load_n(&s->c->base.work, __ATOMIC_RELAXED);
}

/* An input of the vertices at hand. */
static void loaded(void *arg, struct mcik_wave *w, const struct mcik_loaded *l)
{
	struct mcik_spi *s = arg;
	const uint32_t *lanes[4] = {NULL};

	(void)w;
	if (!fl_look_wave_open(&s->c->base))
		return;
	for (unsigned c = 0; c < l->n; c++)
		lanes[c] = l->got[c];
	fl_look_note_input(&s->c->base, lanes, l->integers, "v%u of 0x%llx+%u", l->vgpr,
			   (unsigned long long)l->base, l->offset_B);
}

static void stepped(void *arg, struct mcik_wave *w, uint64_t pc, const uint32_t *word, unsigned n_dw,
		    uint64_t lanes)
{
	struct mcik_spi *s = arg;

	s->looked_scc = w->scc;
	fl_look_stepped(&s->c->base, (uint32_t)((pc - s->looked_from) / 4), word, n_dw, NULL, lanes);
}

void mcik_spi_look_begin(struct mcik_spi *s, struct mcik_wave *w)
{
	if (fl_look_lane(&s->c->base) >= 0)
		memset(w->v, 0, w->n_vgprs * sizeof(*w->v));
}

void mcik_spi_look(struct mcik_spi *s, struct mcik_wave *w)
{
#define ALONE(text, from)                                                                               \
	{                                                                                               \
		.name = (text), .base = (from), .n = 1, .components = 1, .uniform = true, .alone = true \
	}
	const struct fl_look_bank bank[] = {
	    {.name = "v", .base = w->v, .n = w->n_vgprs, .stride = MCIK_LANES, .components = 1},
	    {.name = "s", .base = w->s, .n = MCIK_SGPRS, .stride = 1, .components = 1, .uniform = true},
	    ALONE("vcc_lo", &w->s[MCIK_VCC]),
	    ALONE("vcc_hi", &w->s[MCIK_VCC + 1]),
	    ALONE("m0", &w->s[MCIK_M0]),
	    ALONE("exec_lo", &w->s[MCIK_EXEC]),
	    ALONE("exec_hi", &w->s[MCIK_EXEC + 1]),
	    ALONE("scc", &s->looked_scc)};
#undef ALONE

	if (fl_look_lane(&s->c->base) < 0 || fl_look_counts(&s->c->base))
		return;
	w->looked = true;
	s->looked_from = w->pc;
	s->looked_scc = w->scc;
	fl_look_program_begin(&s->c->base, bank, sizeof(bank) / sizeof(*bank));
}

static void cache(void *arg, unsigned which)
{
	struct mcik_spi *s = arg;

	if (which == MCIK_INV_CODE)
		mcik_code_invalidate(s->code);
}

bool mcik_spi_connect(struct mcik_spi *s)
{
	static const struct fl_texel_family family = {
	    .memory = texels_of, .gathered = gathered, .spend = spend};

	s->env = (struct mcik_sq_env){.arg = s,
				      .code = code,
				      .load = load,
				      .peek = peek,
				      .poke = poke,
				      .store = store,
				      .atomic = atomic,
				      .image = image,
				      .loaded = loaded,
				      .stepped = stepped,
				      .cache = cache,
				      .time = now,
				      .report = report,
				      .gds = s->gds,
				      .gds_B = sizeof(s->gds),
				      .isa = s->c->isa,
				      .jit = s->c->base.jit};
	s->mimg = (struct mcik_mimg){.tables = &s->tables};
	s->code = mcik_code_new(&s->env);
	s->texels = s->mimg.texels = fl_texel_cache_new(TEXELS_B, &family, s);
	return s->code && s->texels;
}

static void update(struct mcik_spi *s, unsigned vmid)
{
	struct mcik *c = s->c;
	const uint32_t bases = CIK_BANKED(c, SH_MEM_BASES, vmid), config = CIK_BANKED(c, SH_MEM_CONFIG, vmid);
	enum { UNALIGNED = 3 };

	s->vmid = vmid;
	mcik_tile_tables(c, &s->tables);
	s->mimg.border_va = (uint64_t)CIK_REG(c, TA_CS_BC_BASE_ADDR) << 8;
	s->env.unaligned = CIK_SH_MEM_CONFIG__ALIGNMENT_MODE__GET(config) == UNALIGNED;
	s->env.shared_base = (uint16_t)CIK_SH_MEM_BASES__SHARED_BASE__GET(bases);
	s->env.private_base = (uint16_t)CIK_SH_MEM_BASES__PRIVATE_BASE__GET(bases);
	s->env.hidden_private = (uint64_t)CIK_BANKED(c, SH_HIDDEN_PRIVATE_BASE_VMID, vmid) << 16;
}

void mcik_spi_refresh(struct mcik_spi *s, unsigned vmid)
{
	update(s, vmid);
	mcik_code_invalidate(s->code);
	fl_texel_cache_invalidate(s->texels);
}

void mcik_spi_turn(struct mcik_spi *s, unsigned vmid)
{
	if (vmid != s->vmid)
		mcik_spi_refresh(s, vmid);
	else
		update(s, vmid);
}
