/* SPDX-License-Identifier: MIT
 *
 * Command streams of R3xx to R5xx: shaders and constants come through ports. R5xx guide 6, 7.4.10, 8.8.
 */
#include "lib/r500/stream.h"
#include "hw/fl_str.h"
#include "hw/regs/r500.h"

#define PVS_DWORDS 4u /* an instruction, or a constant */
#define US_DWORDS  6u /* an instruction (8.8) */
#define US_CONST   4u

struct kept {
	uint32_t generation;     /* 0: not asked yet, 3: R3xx and R4xx, 5: R5xx */
	uint32_t pvs_at;         /* index of the next dword */
	uint32_t us_at, us_type; /* likewise, and what the port is set to */
	uint32_t us_word0;       /* first word of the instruction that is being loaded */
	uint32_t pvs_word0;
};
FL_STREAM_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->kept;
}

/* Dwords of a brush by BRUSH_TYPE (R5xx guide 6.2.2, table of the settings); a colored one by its pixels. */
static uint32_t brush_dwords(uint32_t gui_control)
{
	static const uint8_t dwords[16] = {[0] = 4, [1] = 3, [6] = 3, [7] = 2, [13] = 1, [14] = 1};
	uint32_t type = gui_control >> 4 & 15, dst = gui_control >> 8 & 15;

	if (type == 10)
		return 16 * (dst == 6 ? 4 : dst == 3 || dst == 4 ? 2 : 1);
	return dwords[type];
}

/* The optional dwords of the settings: bits of the first say which are there. */
static bool setting(const char *name, const uint32_t *body, uint32_t *count)
{
	static const struct {
		char name[17];
		uint32_t bit;
	} present[] = {
	    {"SRC_PITCH_OFFSET", 1u << 0}, {"DST_PITCH_OFFSET", 1u << 1}, {"SRC_SC_BOT_RITE", 1u << 2},
	    {"SC_TOP_LEFT", 1u << 3},      {"SC_BOT_RITE", 1u << 3},      {"BRUSH_Y_X", 1u << 31},
	};

	for (unsigned k = 0; k < sizeof present / sizeof present[0]; k++)
		if (fl_str_same(name, present[k].name)) {
			*count = (body[0] & present[k].bit) != 0;
			return true;
		}
	if (!fl_str_same(name, "BRUSH_PACKET"))
		return false;
	*count = brush_dwords(body[0]);
	return true;
}

/* Body dwords that the database's description leaves to the packet: R5xx guide 6.2. */
static void count(const struct fl_reg_packet *p, const struct fl_reg_dword *d, const uint32_t *body,
		  uint32_t n, uint32_t i, uint32_t *count, uint32_t *again)
{
	const char *name = d->word.name;

	if (p->group) { /* its first dword is not read before it is there */
		if (i)
			setting(name, body, count);
		return;
	}
	switch (p->opcode) {
	case R500_PKT3_3D_LOAD_VBPNTR: { /* triples; an odd last array has no second address, or one that
					    means nothing */
		uint32_t arrays = i ? body[0] & 0x1f : 0, all = 1 + (arrays + 1) / 2 * 3;

		*again = p->n_dwords - 3;
		if (i)
			*count = i < all && !(arrays & 1 && i == all - 1 && i == n);
		break;
	}
	case R500_PKT3_MPEG_INDEX:
		*again = p->n_dwords - 1;
		if (fl_str_same(name, "REG_VALUES"))
			*count = fl_stream_bits(body[0] & 0xfffff);
		else if (fl_str_same(name, "FIRST_INDEX"))
			*count = body[i - 1] & 0x3fff;
		break;
	case R500_PKT3_LOAD_PALETTE:
		if (fl_str_same(name, "COLOR"))
			*count = body[0] == 1 ? 16 : 256;
		break;
	case R500_PKT3_HOSTDATA_BLT:
		if (fl_str_same(name, "RASTER"))
			*count = body[i - 1] & 0x3fff;
		break;
	case R500_PKT3_POLYSCANLINES: /* SCAN_COUNT, then scans: NUM_LINE, HEIGHT_TOP, lines */
		*again = 2;
		if (fl_str_same(name, "END_START"))
			*count = body[i - 2] & 0x3fff;
		break;
	default:
		break;
	}
}

static uint32_t generation(struct fl_stream *s)
{
	struct fl_reg r;

	if (!kept(s)->generation)
		kept(s)->generation = fl_regs_find(s->db, "GA_US_VECTOR_INDEX", s->chips, &r) ? 5 : 3;
	return kept(s)->generation;
}

static const struct fl_stream_port ports[] = {
    {"PVS", PVS_DWORDS, true},
    {"US", US_DWORDS, false},
    {"US_CONST", US_CONST, true},
};

/* The event writes dword `index` of what the port leads to. */
static void at_port(struct fl_stream_event *e, unsigned space, uint32_t index)
{
	e->space = space;
	e->port = &ports[space - FL_STREAM_PORT];
	e->index = index;
}

static void pvs(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	bool r3 = generation(s) == 3;
	uint32_t at = kept(s)->pvs_at++, vec = at / PVS_DWORDS, k = at % PVS_DWORDS;
	uint32_t constants = r3 ? R500_R300_PVS_MEMORY__CONST : R500_PVS_MEMORY__CONST;

	at_port(e, FL_R500_STREAM_PVS, at);
	if (vec >= constants) {
		e->is_float = true;
		e->word = NULL;
		return;
	}
	if (!k)
		kept(s)->pvs_word0 = e->value;
	/* 7.5.9: the last word is another one in a dual-math instruction. */
	if (fl_stream_isa_word(s, "PVS", k, k == 3 && kept(s)->pvs_word0 >> 28 & 1, word))
		e->word = word;
}

static void us(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	uint32_t at = kept(s)->us_at++, k = at % US_DWORDS;

	e->word = NULL;
	if (kept(s)->us_type) {
		at_port(e, FL_R500_STREAM_US_CONST, at);
		e->is_float = true;
		return;
	}
	at_port(e, FL_R500_STREAM_US_CODE, at);
	if (!k)
		kept(s)->us_word0 = e->value;
	switch (kept(s)->us_word0 & 3) { /* US_CMN_INST.TYPE */
	case 2:
		e->word = fl_stream_isa_word(s, "US_FC", k, 0, word) ? word : NULL;
		break;
	case 3:
		e->word = fl_stream_isa_word(s, "US_TEX", k, 0, word) ? word : NULL;
		break;
	default:
		e->word = fl_stream_isa_word(s, "US_ALU", k, 0, word) ? word : NULL;
	}
}

static void write(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	bool r3 = generation(s) == 3;

	switch (e->offset) {
	case R500_VAP_PVS_VECTOR_INDX_REG:
		kept(s)->pvs_at = R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET__GET(e->value) * PVS_DWORDS;
		break;
	case R500_VAP_PVS_VECTOR_DATA_REG:
	case R500_VAP_PVS_VECTOR_DATA_REG_128:
		pvs(s, e, word);
		break;
	case R500_GA_US_VECTOR_INDEX:
		if (r3)
			break;
		kept(s)->us_type = R500_GA_US_VECTOR_INDEX__TYPE__GET(e->value);
		kept(s)->us_at =
		    R500_GA_US_VECTOR_INDEX__INDEX__GET(e->value) * (kept(s)->us_type ? US_CONST : US_DWORDS);
		break;
	case R500_GA_US_VECTOR_DATA:
		if (!r3)
			us(s, e, word);
		break;
	default:
		break;
	}
}

static const uint8_t draws[] = {R500_PKT3_3D_DRAW_VBUF,   R500_PKT3_3D_DRAW_IMMD,   R500_PKT3_3D_DRAW_INDX,
				R500_PKT3_3D_DRAW_VBUF_2, R500_PKT3_3D_DRAW_IMMD_2, R500_PKT3_3D_DRAW_INDX_2,
				R500_PKT3_3D_DRAW_128,    R500_PKT3_MPEG_INDEX,     0};

const struct fl_stream_family fl_stream_r500 = {
    .name = "r500",
    .regs = fl_regs_r500,
    .trace = 1,
    .draws = draws,
    .draw_reg = R500_VAP_VF_CNTL,
    .type0_end = 0x8000,
    .one_reg_wr = true,
    .type1 = true,
    .write = write,
    .count = count,
};
