/* SPDX-License-Identifier: MIT
 *
 * Command streams of Vivante's front end: commands of an even number of dwords, the opcode in the header's
 * upper five bits (etna_viv rnndb cmdstream.xml).
 */
#include "lib/stream/fl_stream.h"
#include "hw/fl_fmt.h"
#include "hw/regs/gc.h"

#define OP(h)      ((h) >> 27)
#define EVEN(n)    (((n) + 1) & ~1u)
#define INST_DW    4u
#define TEXTURES   GC_NTE_DESCRIPTOR_ADDR__COUNT
#define TEXDESC_DW (GC_TEXDESC_BORDER_COLOR_A / 4 + 1)

struct kept {
	uint32_t inst_addr[2], inst_last[2]; /* VS, PS */
	uint32_t texture[TEXTURES];          /* addresses of descriptors */
};
FL_STREAM_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->kept;
}

/* The command of a header, by the database: false if there is none. */
static bool command(const struct fl_stream *s, uint32_t header, struct fl_reg_isa *isa)
{
	for (unsigned i = 0; fl_regs_isa_at(s->db, i, isa); i++)
		if (isa->mask == 0xf8000000 && (header & isa->mask) == isa->match && isa->chips & s->chips)
			return true;
	return false;
}

/* How many dwords it has, the filler at its end aside. */
static uint32_t length(uint32_t header, const struct fl_reg_isa *isa)
{
	switch (OP(header)) {
	case GC_FE_OPCODE__LOAD_STATE: {
		uint32_t count = GC_FE_LOAD_STATE_HEADER__COUNT__GET(header);

		return 1 + (count ? count : 1024);
	}
	case GC_FE_OPCODE__DRAW_2D: { /* rectangles of two dwords, then data */
		uint32_t count = GC_FE_DRAW_2D_HEADER__COUNT__GET(header);

		return 2 + 2 * (count ? count : 256) + GC_FE_DRAW_2D_HEADER__DATA_COUNT__GET(header);
	}
	default:
		return isa->dwords;
	}
}

static void body(struct fl_stream *s, const struct fl_reg_isa *isa, const uint32_t *dw, uint32_t at,
		 uint32_t i)
{
	struct fl_reg word;
	struct fl_stream_event e = {.kind = FL_STREAM_BODY,
				    .at = at + i,
				    .raw = dw[at + i],
				    .value = dw[at + i],
				    .draw = s->draws + 1};
	unsigned index;

	if (OP(dw[at]) == GC_FE_OPCODE__DRAW_2D && i >= 2)
		i = 2 + i % 2;
	for (unsigned k = 0; fl_reg_isa_word(isa, k, &word, &index); k++)
		if (index == i) {
			e.reg = e.word = &word;
			break;
		}
	if (s->vertices)
		s->vertices->body(s, &e, 0);
	s->on_event(s->arg, &e);
}

/* 16.16 fixed point, which the front end turns into a float. */
static uint32_t from_fixed(uint32_t v)
{
	union {
		float f;
		uint32_t u;
	} x = {.f = (float)(int32_t)v / 65536.0f};

	return x.u;
}

static enum fl_code decode(struct fl_stream *s, const uint32_t *dw, uint32_t n, struct fl_err *err)
{
	for (uint32_t at = 0; at < n; at = s->end) {
		struct fl_reg_isa isa;
		struct fl_stream_event e = {.kind = FL_STREAM_PACKET,
					    .at = at,
					    .raw = dw[at],
					    .value = dw[at],
					    .type = OP(dw[at]),
					    .dw = dw + at,
					    .draw = s->draws + 1};
		uint32_t first = GC_FE_LOAD_STATE_HEADER__OFFSET__GET(dw[at]) * 4, real;
		struct fl_reg header;
		unsigned index;

		if (!command(s, dw[at], &isa))
			return fl_fail(err, FL_FAILED,
				       "dword %u: there is no command with opcode %u (0x%08x)", at,
				       OP(dw[at]), dw[at]);
		real = length(dw[at], &isa);
		if (EVEN(real) > n - at)
			return fl_fail(err, FL_FAILED, "dword %u: %s has %u dwords, and %u are left", at,
				       isa.name, EVEN(real), n - at);
		if (OP(dw[at]) == GC_FE_OPCODE__LOAD_STATE && first + (real - 1) * 4 > 0x40000)
			return fl_fail(err, FL_FAILED,
				       "dword %u: %u states from 0x%x on run over the end, 0x40000", at,
				       real - 1, first);
		s->end = at + EVEN(real);
		s->packets++;
		e.n = EVEN(real);
		e.name = isa.name;
		e.offset = first;
		if (fl_reg_isa_word(&isa, 0, &header, &index) && !index)
			e.reg = e.word = &header;
		s->on_event(s->arg, &e);
		for (uint32_t i = 1; i < real; i++) {
			uint32_t v = dw[at + i];

			if (OP(dw[at]) != GC_FE_OPCODE__LOAD_STATE)
				body(s, &isa, dw, at, i);
			else
				fl_stream_write(s, dw, at + i, first + (i - 1) * 4,
						GC_FE_LOAD_STATE_HEADER__FIXP__GET(dw[at]) ? from_fixed(v)
											   : v);
		}
		for (const uint8_t *op = s->family->draws; *op; op++)
			if (*op == OP(dw[at]))
				fl_stream_draw(s, at, OP(dw[at]));
	}
	return FL_OK;
}

static void write(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	static const struct {
		uint32_t start, end;
	} code[] = {
	    /* instruction memory */
	    {GC_VS_INST_MEM(0), GC_VS_INST_MEM(GC_VS_INST_MEM__COUNT - 1)},
	    {GC_PS_INST_MEM(0), GC_PS_INST_MEM(GC_PS_INST_MEM__COUNT - 1)},
	    {GC_SH_INST_MEM(0), GC_SH_INST_MEM(GC_SH_INST_MEM__COUNT - 1)},
	};

	for (unsigned i = 0; i < sizeof code / sizeof code[0]; i++)
		if (e->offset >= code[i].start && e->offset <= code[i].end &&
		    fl_stream_isa_word(s, "INST", (e->offset - code[i].start) / 4 % INST_DW, 0, word))
			e->word = word;
	if (e->value != e->raw)
		e->is_float = true;
	if (e->offset >= GC_NTE_DESCRIPTOR_ADDR(0) && e->offset <= GC_NTE_DESCRIPTOR_ADDR(TEXTURES - 1))
		kept(s)->texture[(e->offset - GC_NTE_DESCRIPTOR_ADDR(0)) / 4] = e->value;
	if (e->offset == GC_VS_INST_ADDR || e->offset == GC_PS_INST_ADDR)
		kept(s)->inst_addr[e->offset == GC_PS_INST_ADDR] = e->value;
	if (e->offset == GC_VS_ICACHE_COUNT || e->offset == GC_PS_ICACHE_COUNT)
		kept(s)->inst_last[e->offset == GC_PS_ICACHE_COUNT] = e->value & 0xffff;
}

static void shader(struct fl_stream *s, struct fl_stream_event *e, unsigned ps)
{
	uint32_t address = kept(s)->inst_addr[ps], v;

	for (uint32_t i = 0; address && i < (kept(s)->inst_last[ps] + 1) * INST_DW; i++) {
		struct fl_reg word;

		if (!fl_stream_memory(s, address + i * 4, &v, sizeof v) ||
		    !fl_stream_isa_word(s, "INST", i % INST_DW, 0, &word))
			return;
		fl_stream_word(s, e, ps ? "PS" : "VS", i, address + i * 4, v, &word, NULL);
	}
}

static void texture(struct fl_stream *s, struct fl_stream_event *e, unsigned t)
{
	uint32_t address = kept(s)->texture[t], dw[TEXDESC_DW];
	char name[16];

	for (unsigned i = 0; i < t; i++) /* a driver points idle samplers to one descriptor */
		if (kept(s)->texture[i] == address)
			return;
	if (!address || !fl_stream_memory(s, address, dw, sizeof dw))
		return;
	fl_format(name, sizeof name, "texture %u", t);
	for (uint32_t i = 0; i < TEXDESC_DW; i++) {
		struct fl_reg word;
		bool has = fl_regs_lookup(s->db, "texdesc", i * 4, s->chips, 0, &word);

		fl_stream_word(s, e, name, i, address + i * 4, dw[i], has ? &word : NULL, NULL);
	}
}

static void draw(struct fl_stream *s, struct fl_stream_event *e)
{
	shader(s, e, 0);
	shader(s, e, 1);
	for (unsigned t = 0; t < TEXTURES; t++)
		texture(s, e, t);
}

static const uint8_t draws[] = {
    GC_FE_OPCODE__DRAW_2D,        GC_FE_OPCODE__DRAW_PRIMITIVES, GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES,
    GC_FE_OPCODE__DRAW_INSTANCED, GC_FE_OPCODE__DRAW_INDIRECT,   0};

static const char *c_macro(const struct fl_stream_event *e, uint32_t *count)
{
	uint32_t n = GC_FE_LOAD_STATE_HEADER__COUNT__GET(e->raw);

	if (e->type != GC_FE_OPCODE__LOAD_STATE)
		return NULL;
	*count = n ? n : 1024;
	return GC_FE_LOAD_STATE_HEADER__FIXP__GET(e->raw) ? "GC_CS_LOAD_STATE_FIXP" : "GC_CS_LOAD_STATE";
}

const struct fl_stream_family fl_stream_gc = {
    .name = "gc",
    .regs = fl_regs_gc,
    .trace = 4,
    .draws = draws,
    .decode = decode,
    .write = write,
    .draw = draw,
    .c_macros =
	"#define GC_CS_LOAD_STATE(reg, n) \\\n"
	"\t(GC_FE_LOAD_STATE_HEADER__OP(GC_FE_LOAD_STATE_HEADER__OP__LOAD_STATE) | \\\n"
	"\t GC_FE_LOAD_STATE_HEADER__COUNT((n) & 0x3ff) | GC_FE_LOAD_STATE_HEADER__OFFSET((reg) / 4))\n"
	"#define GC_CS_LOAD_STATE_FIXP(reg, n) (GC_CS_LOAD_STATE(reg, n) | "
	"GC_FE_LOAD_STATE_HEADER__FIXP(1))\n",
    .c_macro = c_macro,
};
