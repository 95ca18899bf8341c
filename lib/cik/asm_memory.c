/* SPDX-License-Identifier: MIT
 *
 * Sea Islands' instructions of two words that reach memory, exports, and interpolation, from text. See isa.h
 * for the letters.
 */
#include "hw/fl_str.h"
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

/* What may follow the operands: the bit that it sets in the first or second word, or the place of its
 * number there. */
struct modifier {
	const char *name;
	uint8_t word, shift, bits; /* bits 0: a flag */
};

static const struct modifier mubuf[] = {
    {"offset", 0, 0, 12}, {"offen", 0, 12, 0}, {"idxen", 0, 13, 0}, {"glc", 0, 14, 0}, {"addr64", 0, 15, 0},
    {"lds", 0, 16, 0},    {"slc", 1, 22, 0},   {"tfe", 1, 23, 0},   {NULL, 0, 0, 0},
};
static const struct modifier mtbuf[] = {
    {"offset", 0, 0, 12}, {"offen", 0, 12, 0}, {"idxen", 0, 13, 0}, {"glc", 0, 14, 0}, {"addr64", 0, 15, 0},
    {"format", 0, 19, 7}, {"slc", 1, 22, 0},   {"tfe", 1, 23, 0},   {NULL, 0, 0, 0},
};
static const struct modifier mimg[] = {
    {"dmask", 0, 8, 4}, {"unorm", 0, 12, 0}, {"glc", 0, 13, 0}, {"da", 0, 14, 0}, {"r128", 0, 15, 0},
    {"tfe", 0, 16, 0},  {"lwe", 0, 17, 0},   {"slc", 0, 25, 0}, {NULL, 0, 0, 0},
};
static const struct modifier flat[] = {{"glc", 0, 16, 0}, {"slc", 0, 17, 0}, {NULL, 0, 0, 0}};
static const struct modifier ds_one[] = {{"offset", 0, 0, 16}, {"gds", 0, 17, 0}, {NULL, 0, 0, 0}};
static const struct modifier ds_two[] = {
    {"offset0", 0, 0, 8}, {"offset1", 0, 8, 8}, {"gds", 0, 17, 0}, {NULL, 0, 0, 0}};
static const struct modifier exports[] = {
    {"compr", 0, 10, 0}, {"done", 0, 11, 0}, {"vm", 0, 12, 0}, {NULL, 0, 0, 0}};

static bool take_modifiers(struct fl_cik_as *s, const struct modifier *list)
{
	while (fl_asm_peek(s->a)) {
		const struct modifier *m = list;
		uint32_t v = 1;

		while (m->name && !fl_asm_take_word(s->a, m->name))
			m++;
		if (!m->name)
			return fl_asm_expected(s->a, "the end of the statement");
		if (m->bits &&
		    (!fl_asm_want(s->a, ':') || !fl_asm_integer(s->a, (1u << m->bits) - 1, "a number", &v)))
			return false;
		s->w[m->word] &= ~(((1u << (m->bits ? m->bits : 1)) - 1) << m->shift);
		fl_cik_place(s, m->word, m->shift, v);
	}
	return true;
}

/* n scalar registers in units of four */
static bool take_descriptor(struct fl_cik_as *s, uint32_t n, uint32_t shift)
{
	const char *at = fl_asm_here(s->a);
	uint32_t code;

	if (!fl_asm_want(s->a, ',') || !fl_cik_take_sgprs(s->a, n, &code))
		return false;
	if (code % 4)
		return fl_asm_wrong(s->a, at, "a descriptor begins at a multiple of 4");
	fl_cik_place(s, 1, shift, code / 4);
	return true;
}

/* ---- DS, FLAT ------------------------------------------------------------------------------------------ */
static bool take_local(struct fl_cik_as *s)
{
	const struct modifier *list = flat;
	bool first = true, is_flat = s->op->encoding == FL_CIK_FLAT, returns = true;
	const char *c = s->op->operands;

	if (!is_flat)
		list = fl_cik_has(s->op, 'p') ? ds_two : ds_one;
	if (fl_cik_has(s->op, 'g'))
		fl_cik_place(s, 0, CIK_DS_WORD0__GDS__SHIFT, 1);
	if (*c == 'R') { /* a destination if there are three operands */
		uint32_t commas = 0;

		for (const char *p = s->a->at; p < s->a->end && *p != '\n' && *p != ';'; p++)
			commas += *p == ',';
		returns = commas > 1;
		if (returns)
			fl_cik_place(s, 0, CIK_FLAT_WORD0__GLC__SHIFT, 1);
		else
			c += 2;
	}
	for (; *c && c[1] >= '1' && c[1] <= '4'; c += 2) {
		uint32_t reg, shift = *c == 'A' ? 0 : *c == 'X' ? 8 : *c == 'Y' ? 16 : 24;

		if (!fl_cik_take_comma(s, &first) || !fl_cik_take_vgprs(s->a, (uint32_t)(c[1] - '0'), &reg))
			return false;
		fl_cik_place(s, 1, shift, reg);
	}
	if (fl_cik_has(s->op, 'R') && returns)
		s->w[0] &= ~CIK_FLAT_WORD0__GLC__MASK;
	if (!s->op->operands[0])
		return true;
	if (!take_modifiers(s, list))
		return false;
	if (fl_cik_has(s->op, 'R') && returns != (bool)CIK_FLAT_WORD0__GLC__GET(s->w[0]))
		return fl_asm_wrong(s->a, s->at,
				    returns ? "what returns a value has glc"
					    : "glc wants a destination for the value");
	return true;
}

/* ---- MUBUF, MTBUF -------------------------------------------------------------------------------------- */
static bool take_soffset(struct fl_cik_as *s)
{
	struct fl_cik_operand o;
	uint32_t code;

	if (!fl_asm_want(s->a, ',') || !fl_cik_take_operand(s->a, false, &o))
		return false;
	if (!fl_cik_source(s, &o, 'i', &code))
		return false;
	if (code >= FL_CIK_VGPR || code == FL_CIK_LITERAL || code == FL_CIK_LDS_DIRECT)
		return fl_asm_wrong(s->a, o.at, "expected a scalar register or one of the chip's constants");
	fl_cik_place(s, 1, CIK_MUBUF_WORD1__SOFFSET__SHIFT, code);
	return true;
}

static bool take_buffer(struct fl_cik_as *s)
{
	const uint32_t needs64 = CIK_MUBUF_WORD0__ADDR64__MASK;
	uint32_t data, need;
	struct fl_cik_operand address = {.n = 0};
	const char *at;

	if (!s->op->operands[0])
		return true;
	if (!fl_cik_take_vgprs(s->a, (uint32_t)(s->op->operands[1] - '0'), &data) || !fl_asm_want(s->a, ','))
		return false;
	at = fl_asm_here(s->a);
	if (!fl_asm_take_word(s->a, "off")) {
		if (!fl_cik_take_register(s->a, &address) || address.code < FL_CIK_VGPR)
			return fl_asm_wrong(s->a, at, "expected vector registers or off");
		fl_cik_place(s, 1, 0, address.code - FL_CIK_VGPR);
	}
	fl_cik_place(s, 1, CIK_MUBUF_WORD1__VDATA__SHIFT, data);
	if (!take_descriptor(s, 4, CIK_MUBUF_WORD1__SRSRC__SHIFT) || !take_soffset(s))
		return false;
	if (s->op->encoding == FL_CIK_MTBUF)
		fl_cik_place(s, 0, CIK_MTBUF_WORD0__DFMT__SHIFT, 1);
	if (!take_modifiers(s, s->op->encoding == FL_CIK_MTBUF ? mtbuf : mubuf))
		return false;
	need = CIK_MUBUF_WORD0__OFFEN__GET(s->w[0]) + CIK_MUBUF_WORD0__IDXEN__GET(s->w[0]);
	if (s->w[0] & needs64)
		need = need ? 99 : 2;
	if (need == 99)
		return fl_asm_wrong(s->a, s->at, "addr64 stands without offen and idxen");
	if (need != address.n)
		return fl_asm_wrong(s->a, at, "offen, idxen and addr64 want %u registers of address", need);
	if (s->op->encoding == FL_CIK_MTBUF)
		return true;
	if (CIK_MUBUF_WORD0__LDS__GET(s->w[0]) &&
	    (!fl_cik_has(s->op, 'l') || CIK_MUBUF_WORD1__TFE__GET(s->w[1])))
		return fl_asm_wrong(s->a, s->at, "it does not write LDS, or not with tfe");
	return !fl_cik_has(s->op, 'a') || !CIK_MUBUF_WORD1__TFE__GET(s->w[1]) ||
	       fl_asm_wrong(s->a, s->at, "atomics have no tfe");
}

/* ---- MIMG ---------------------------------------------------------------------------------------------- */
static bool take_image(struct fl_cik_as *s)
{
	struct fl_cik_operand data, address;
	uint32_t mask, want;
	bool gather = fl_cik_has(s->op, '4');

	if (!fl_cik_take_register(s->a, &data) || data.code < FL_CIK_VGPR)
		return fl_asm_wrong(s->a, data.at, "expected vector registers");
	if (!fl_asm_want(s->a, ',') || !fl_cik_take_register(s->a, &address) || address.code < FL_CIK_VGPR)
		return fl_asm_wrong(s->a, fl_asm_here(s->a), "expected vector registers");
	fl_cik_place(s, 1, CIK_MIMG_WORD1__VDATA__SHIFT, data.code - FL_CIK_VGPR);
	fl_cik_place(s, 1, CIK_MIMG_WORD1__VADDR__SHIFT, address.code - FL_CIK_VGPR);
	if (!take_descriptor(s, 8, CIK_MIMG_WORD1__SRSRC__SHIFT) ||
	    (s->op->operands[0] == 'S' && !take_descriptor(s, 4, CIK_MIMG_WORD1__SSAMP__SHIFT)) ||
	    !take_modifiers(s, mimg))
		return false;
	mask = CIK_MIMG_WORD0__DMASK__GET(s->w[0]);
	want = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3);
	if (gather && want != 1)
		return fl_asm_wrong(s->a, s->at, "dmask of a gather has one bit");
	if (fl_cik_has(s->op, 'a') && mask != 1 && mask != 3 && mask != 15)
		return fl_asm_wrong(s->a, s->at, "dmask of an atomic is 0x1, 0x3 or 0xf");
	want = gather ? 4 : want ? want : 1;
	want += CIK_MIMG_WORD0__TFE__GET(s->w[0]);
	if (data.n != want)
		return fl_asm_wrong(s->a, data.at, "dmask and tfe want %u registers of data", want);
	/* A value, or a pair of 64 bits; of a comparison twice that. */
	if (fl_cik_has(s->op, 'a') && want != 2 && want != (fl_cik_has(s->op, 'c') ? 4u : 1u))
		return fl_asm_wrong(s->a, data.at, "an atomic has other registers of data");
	return true;
}

/* ---- EXP, VINTRP --------------------------------------------------------------------------------------- */
static bool take_target(struct fl_asm *a, uint32_t *target)
{
	static const struct {
		const char *prefix;
		uint8_t first, n;
	} targets[] = {{"mrt", 0, 8}, {"pos", 12, 4}, {"param", 32, 32}};
	const char *name;
	uint32_t n = fl_asm_name(a, &name);

	*target = fl_asm_is(name, n, "mrtz") ? 8 : 9;
	if (fl_asm_is(name, n, "mrtz") || fl_asm_is(name, n, "null"))
		return true;
	for (uint32_t i = 0; i < 3; i++) {
		int32_t number = fl_asm_register(name, n, targets[i].prefix);

		*target = (uint32_t)targets[i].first + (uint32_t)number;
		if (number >= 0 && number < targets[i].n)
			return true;
	}
	return fl_asm_wrong(a, name, "expected mrt0 to mrt7, mrtz, null, pos0 to pos3 or param0 to param31");
}

static bool take_export(struct fl_cik_as *s)
{
	uint32_t target, reg[4] = {0, 0, 0, 0}, on = 0;

	if (!take_target(s->a, &target))
		return false;
	for (uint32_t i = 0; i < 4; i++) {
		if (i && !fl_asm_want(s->a, ','))
			return false;
		if (fl_asm_take_word(s->a, "off"))
			continue;
		if (!fl_cik_take_vgprs(s->a, 1, &reg[i]))
			return false;
		on |= 1u << i;
	}
	fl_cik_place(s, 0, CIK_EXP_WORD0__TGT__SHIFT, target);
	fl_cik_place(s, 0, CIK_EXP_WORD0__EN__SHIFT, on);
	if (!take_modifiers(s, exports))
		return false;
	if (CIK_EXP_WORD0__COMPR__GET(s->w[0])) {
		/* Two registers hold two halves each; they are the first and the third that are named. */
		reg[1] = reg[2];
		reg[2] = reg[3] = 0;
		s->w[0] &= ~CIK_EXP_WORD0__EN__MASK;
		fl_cik_place(s, 0, CIK_EXP_WORD0__EN__SHIFT, (on & 1 ? 3u : 0) | (on & 4 ? 12u : 0));
	}
	for (uint32_t i = 0; i < 4; i++)
		fl_cik_place(s, 1, 8 * i, reg[i]);
	return true;
}

static bool take_attribute(struct fl_cik_as *s)
{
	const char *at = fl_asm_here(s->a), *name;
	uint32_t n = fl_asm_name(s->a, &name), chan = 0;
	int32_t number = fl_asm_register(name, n, "attr");

	if (number < 0 || number > 63)
		return fl_asm_wrong(s->a, at, "expected attr0.x to attr63.w");
	if (!fl_asm_want(s->a, '.'))
		return false;
	n = fl_asm_name(s->a, &name);
	while (chan < 4 && !(n == 1 && name[0] == "xyzw"[chan]))
		chan++;
	if (chan == 4)
		return fl_asm_wrong(s->a, name, "expected x, y, z or w");
	fl_cik_place(s, 0, CIK_VINTRP_WORD0__ATTR__SHIFT, (uint32_t)number);
	fl_cik_place(s, 0, CIK_VINTRP_WORD0__ATTRCHAN__SHIFT, chan);
	return true;
}

static bool take_interpolation(struct fl_cik_as *s)
{
	static const char *const places[] = {"p10", "p20", "p0"};
	uint32_t reg, source = 0;

	if (!fl_cik_take_vgprs(s->a, 1, &reg) || !fl_asm_want(s->a, ','))
		return false;
	if (fl_cik_has(s->op, 's')) {
		while (source < 3 && !fl_asm_take_word(s->a, places[source]))
			source++;
		if (source == 3)
			return fl_asm_expected(s->a, "p10, p20 or p0");
	} else if (!fl_cik_take_vgprs(s->a, 1, &source)) {
		return false;
	}
	fl_cik_place(s, 0, CIK_VINTRP_WORD0__VDST__SHIFT, reg);
	fl_cik_place(s, 0, CIK_VINTRP_WORD0__VSRC__SHIFT, source);
	return fl_asm_want(s->a, ',') && take_attribute(s);
}

bool fl_cik_take_memory(struct fl_cik_as *s)
{
	const uint32_t op = s->op->op;

	s->n = 2;
	switch (s->op->encoding) {
	case FL_CIK_VINTRP:
		s->n = 1;
		s->w[0] = FL_CIK_HEAD_VINTRP | op << CIK_VINTRP_WORD0__OP__SHIFT;
		return take_interpolation(s);
	case FL_CIK_DS:
		s->w[0] = FL_CIK_HEAD_DS | op << CIK_DS_WORD0__OP__SHIFT;
		return take_local(s);
	case FL_CIK_FLAT:
		s->w[0] = FL_CIK_HEAD_FLAT | op << CIK_FLAT_WORD0__OP__SHIFT;
		return take_local(s);
	case FL_CIK_MUBUF:
		s->w[0] = FL_CIK_HEAD_MUBUF | op << CIK_MUBUF_WORD0__OP__SHIFT;
		return take_buffer(s);
	case FL_CIK_MTBUF:
		s->w[0] = FL_CIK_HEAD_MTBUF | op << CIK_MTBUF_WORD0__OP__SHIFT;
		return take_buffer(s);
	case FL_CIK_MIMG:
		s->w[0] = FL_CIK_HEAD_MIMG | op << CIK_MIMG_WORD0__OP__SHIFT;
		return take_image(s);
	default:
		s->w[0] = FL_CIK_HEAD_EXP;
		return take_export(s);
	}
}
