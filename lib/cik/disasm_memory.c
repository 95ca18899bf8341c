/* SPDX-License-Identifier: MIT
 *
 * Sea Islands' instructions that reach memory, exports and interpolation as text. See isa.h for the letters.
 */
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

static void put_flag(struct fl_cik_text *t, uint32_t on, const char *name)
{
	if (on)
		fl_asm_put(t->out, " %s", name);
}

static void put_number(struct fl_cik_text *t, const char *name, uint32_t v)
{
	if (v)
		fl_asm_put(t->out, " %s:%u", name, v);
}

static void put_local(struct fl_cik_text *t)
{
	const uint32_t *w = t->i->w;
	const char *c = t->i->op->operands;

	if (*c == 'R' && !CIK_FLAT_WORD0__GLC__GET(w[0]))
		c += 2;
	for (; *c && c[1] >= '1' && c[1] <= '4'; c += 2)
		fl_cik_put_vgprs(t,
				 w[1] >> (*c == 'A'   ? 0
					  : *c == 'X' ? 8
					  : *c == 'Y' ? 16
						      : 24) &
				     0xff,
				 (uint32_t)(c[1] - '0'));
	if (t->i->encoding == FL_CIK_FLAT) {
		put_flag(t, CIK_FLAT_WORD0__GLC__GET(w[0]), "glc");
		put_flag(t, CIK_FLAT_WORD0__SLC__GET(w[0]), "slc");
		return;
	}
	if (fl_cik_has(t->i->op, 'p')) {
		put_number(t, "offset0", CIK_DS_WORD0__OFFSET0__GET(w[0]));
		put_number(t, "offset1", CIK_DS_WORD0__OFFSET1__GET(w[0]));
	} else {
		put_number(t, "offset", w[0] & 0xffff);
	}
	put_flag(t, CIK_DS_WORD0__GDS__GET(w[0]), "gds");
}

static void put_buffer(struct fl_cik_text *t)
{
	const uint32_t *w = t->i->w;
	const bool typed = t->i->encoding == FL_CIK_MTBUF;
	uint32_t n = CIK_MUBUF_WORD0__OFFEN__GET(w[0]) + CIK_MUBUF_WORD0__IDXEN__GET(w[0]);

	if (!t->i->op->operands[0])
		return;
	if (CIK_MUBUF_WORD0__ADDR64__GET(w[0]))
		n = 2;
	fl_cik_put_vgprs(t, CIK_MUBUF_WORD1__VDATA__GET(w[1]), (uint32_t)(t->i->op->operands[1] - '0'));
	if (n)
		fl_cik_put_vgprs(t, CIK_MUBUF_WORD1__VADDR__GET(w[1]), n);
	else
		fl_asm_put(t->out, ", off");
	fl_cik_put_sgprs(t, CIK_MUBUF_WORD1__SRSRC__GET(w[1]) * 4, 4);
	fl_cik_put_comma(t);
	fl_cik_put_source(t, CIK_MUBUF_WORD1__SOFFSET__GET(w[1]), 1);
	if (typed)
		fl_asm_put(t->out, " format:%u", w[0] >> CIK_MTBUF_WORD0__DFMT__SHIFT & 127);
	put_flag(t, CIK_MUBUF_WORD0__IDXEN__GET(w[0]), "idxen");
	put_flag(t, CIK_MUBUF_WORD0__OFFEN__GET(w[0]), "offen");
	put_flag(t, CIK_MUBUF_WORD0__ADDR64__GET(w[0]), "addr64");
	put_number(t, "offset", CIK_MUBUF_WORD0__OFFSET__GET(w[0]));
	put_flag(t, CIK_MUBUF_WORD0__GLC__GET(w[0]), "glc");
	put_flag(t, CIK_MUBUF_WORD1__SLC__GET(w[1]), "slc");
	put_flag(t, CIK_MUBUF_WORD1__TFE__GET(w[1]), "tfe");
	put_flag(t, !typed && CIK_MUBUF_WORD0__LDS__GET(w[0]), "lds");
}

/* How many registers the address has is not in the words. Four are enough for any that LLVM takes. */
static void put_image(struct fl_cik_text *t)
{
	const uint32_t *w = t->i->w, mask = CIK_MIMG_WORD0__DMASK__GET(w[0]);
	uint32_t n = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3);
	uint32_t address = CIK_MIMG_WORD1__VADDR__GET(w[1]);

	n = fl_cik_has(t->i->op, '4') ? 4 : n ? n : 1;
	fl_cik_put_vgprs(t, CIK_MIMG_WORD1__VDATA__GET(w[1]), n + CIK_MIMG_WORD0__TFE__GET(w[0]));
	fl_cik_put_vgprs(t, address, 4);
	fl_cik_put_sgprs(t, CIK_MIMG_WORD1__SRSRC__GET(w[1]) * 4, 8);
	if (fl_cik_has(t->i->op, 'S'))
		fl_cik_put_sgprs(t, CIK_MIMG_WORD1__SSAMP__GET(w[1]) * 4, 4);
	if (mask)
		fl_asm_put(t->out, " dmask:0x%x", mask);
	put_flag(t, CIK_MIMG_WORD0__UNORM__GET(w[0]), "unorm");
	put_flag(t, CIK_MIMG_WORD0__GLC__GET(w[0]), "glc");
	put_flag(t, CIK_MIMG_WORD0__SLC__GET(w[0]), "slc");
	put_flag(t, CIK_MIMG_WORD0__R128__GET(w[0]), "r128");
	put_flag(t, CIK_MIMG_WORD0__TFE__GET(w[0]), "tfe");
	put_flag(t, CIK_MIMG_WORD0__LWE__GET(w[0]), "lwe");
	put_flag(t, CIK_MIMG_WORD0__DA__GET(w[0]), "da");
}

static void put_target(struct fl_cik_text *t, uint32_t target)
{
	if (target < 8)
		fl_asm_put(t->out, " mrt%u ", target);
	else if (target == 8 || target == 9)
		fl_asm_put(t->out, target == 8 ? " mrtz " : " null ");
	else if (target >= 32)
		fl_asm_put(t->out, " param%u ", target - 32);
	else
		fl_asm_put(t->out, " pos%u ", target - 12);
}

static void put_export(struct fl_cik_text *t)
{
	const uint32_t *w = t->i->w, on = CIK_EXP_WORD0__EN__GET(w[0]);
	const bool halves = CIK_EXP_WORD0__COMPR__GET(w[0]);

	put_target(t, CIK_EXP_WORD0__TGT__GET(w[0]));
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t reg = w[1] >> 8 * (halves ? i / 2 : i) & 0xff;

		fl_asm_put(t->out, i ? ", " : "");
		if (on >> i & 1)
			fl_asm_put(t->out, "v%u", reg);
		else
			fl_asm_put(t->out, "off");
	}
	/* LLVM wants them in this order. */
	put_flag(t, CIK_EXP_WORD0__DONE__GET(w[0]), "done");
	put_flag(t, halves, "compr");
	put_flag(t, CIK_EXP_WORD0__VM__GET(w[0]), "vm");
}

static void put_interpolation(struct fl_cik_text *t)
{
	static const char *const places[] = {"p10", "p20", "p0", "p3"};
	const uint32_t w = t->i->w[0], source = CIK_VINTRP_WORD0__VSRC__GET(w);

	fl_cik_put_vgprs(t, CIK_VINTRP_WORD0__VDST__GET(w), 1);
	if (fl_cik_has(t->i->op, 's'))
		fl_asm_put(t->out, ", %s", places[source < 3 ? source : 3]);
	else
		fl_cik_put_vgprs(t, source, 1);
	fl_asm_put(t->out, ", attr%u.%c", CIK_VINTRP_WORD0__ATTR__GET(w),
		   "xyzw"[CIK_VINTRP_WORD0__ATTRCHAN__GET(w)]);
}

void fl_cik_put_memory(struct fl_cik_text *t)
{
	switch (t->i->encoding) {
	case FL_CIK_VINTRP:
		put_interpolation(t);
		break;
	case FL_CIK_DS:
	case FL_CIK_FLAT:
		put_local(t);
		break;
	case FL_CIK_MUBUF:
	case FL_CIK_MTBUF:
		put_buffer(t);
		break;
	case FL_CIK_MIMG:
		put_image(t);
		break;
	default:
		put_export(t);
	}
}
