/* SPDX-License-Identifier: MIT
 *
 * firstlight stream --c: the stream as C. One array a command buffer, written with the names of the generated
 * register headers; what has no name there is a number. It compiles to the dwords that it came from.
 */
#include "demos/firstlight/cmd_stream.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/reg_c.h"

#include <ctype.h>
#include <string.h>

struct source {
	struct fl_stream_show *show;
	const struct fl_regs *db; /* whose header is included already */
	char prefix[8];           /* "R500" */
	const uint32_t *dw;       /* the command buffer */
	uint32_t n, next;         /* next: not written yet */
	const char *packet;
	uint32_t set; /* the register that a SET packet's first body dword stands for; 0: none */
	uint32_t set_start;
	bool open;
	unsigned column;
};

static const struct fl_stream_family *family(const struct source *o)
{
	return o->show->at.s->family;
}

/* What the names of the family's register header begin with: its name in capitals. */
static void begin_prefix(struct source *o)
{
	size_t n = 0;

	for (const char *c = family(o)->name; *c && n + 1 < sizeof o->prefix; c++)
		o->prefix[n++] = (char)toupper((unsigned char)*c);
	o->prefix[n] = 0;
}

/* ---- expressions --------------------------------------------------------------------------------------- */
/* A register as the header calls it; its address where that is another's, or has no name. */
static void reg_name(const struct source *o, uint32_t offset, char *out, size_t size)
{
	const struct fl_stream *s = o->show->at.s;

	if (!fl_reg_c_name(s->db, s->chips, offset, out, size))
		snprintf(out, size, "0x%05xu", offset);
}

static void term(struct source *o, const char *text)
{
	size_t n = strlen(text);

	if (o->column && o->column + n > 108) {
		fputs(" |\n\t    ", stdout);
		o->column = 12;
	} else if (o->column) {
		fputs(" | ", stdout);
		o->column += 3;
	}
	fputs(text, stdout);
	o->column += (unsigned)n;
}

/* The name of the field's value, if the header has it under the field's name. */
static const char *value_name(const struct fl_reg *word, const struct fl_reg_field *f, uint32_t value,
			      uint32_t *plus)
{
	uint32_t alone, more;
	const char *name = fl_reg_value_name(word, f, value, plus), *plain;

	/* no other field that could choose other names */
	alone = value & (0xffffffffu >> (32 - f->width)) << f->low;
	plain = fl_reg_value_name(word, f, alone, &more);
	return name && plain && !strcmp(name, plain) && !f->shr ? name : NULL;
}

/* value as a sum of fields, base being what the header puts before their names. False: it is no such sum. */
static bool fields(struct source *o, const struct fl_reg *word, const char *base, uint32_t value)
{
	uint32_t left = value, chips = o->show->at.s->chips;
	struct fl_reg_field f;
	char text[320];

	if (!word->n_fields || !value)
		return false;
	for (unsigned i = 0; fl_reg_field(word, i, &f); i++) {
		uint32_t bits = (0xffffffffu >> (32 - f.width)) << f.low, plus = 0;
		const char *name = value_name(word, &f, value, &plus);

		if (word->dims && !strcmp(f.name, "COUNT")) /* in the header that is the array's length */
			continue;
		if (!(f.chips & chips) || !(left & bits) || (left & bits) != (value & bits))
			continue;
		left &= ~bits;
		if (name && plus)
			snprintf(text, sizeof text, "%s__%s(%s__%s__%s + %u)", base, f.name, base, f.name,
				 name, plus);
		else if (name)
			snprintf(text, sizeof text, "%s__%s(%s__%s__%s)", base, f.name, base, f.name, name);
		else
			snprintf(text, sizeof text,
				 (value & bits) >> f.low < 1000 ? "%s__%s(%u)" : "%s__%s(0x%xu)", base,
				 f.name, (value & bits) >> f.low);
		term(o, text);
	}
	if (left) {
		snprintf(text, sizeof text, "0x%xu", left);
		term(o, text);
	}
	return true;
}

/* Fields that a body dword has from a register have that register's names; base becomes "" where that is not
 * this one's name. */
static void body_base(const struct source *o, const struct fl_reg *word, char *base, size_t size)
{
	struct fl_reg_field mine, f;
	struct fl_reg r;

	snprintf(base, size, "%s_PKT3_%s__%s", o->prefix, o->packet, word->name);
	if (!fl_reg_field(word, 0, &mine))
		return;
	for (unsigned i = 0; fl_regs_at(o->db, i, &r); i++)
		if (fl_reg_field(&r, 0, &f) && f.row == mine.row) {
			if (strcmp(r.name, word->name))
				base[0] = 0;
			else
				snprintf(base, size, "%s_%s", r.prefix, r.name);
			return;
		}
}

/* ---- dwords -------------------------------------------------------------------------------------------- */
static void begin(struct source *o, unsigned tabs)
{
	for (unsigned i = 0; i < tabs; i++)
		putchar('\t');
	o->column = 0;
}

static void number(struct source *o, uint32_t value, const char *comment)
{
	begin(o, 2);
	printf(value < 10 ? "%u," : "0x%08xu,", value);
	if (*comment)
		printf(" /* %s */", comment);
	putchar('\n');
	o->next++;
}

/* Dwords that no event was about. */
static void fill(struct source *o, uint32_t to)
{
	while (o->next < to)
		number(o, o->dw[o->next], "");
}

static void pm4_header(struct source *o, const struct fl_stream_event *e)
{
	const char *p = o->prefix;
	uint32_t n = (e->raw >> 16 & 0x3fff) + 1, rest;
	char name[96], text[160];

	if (e->type == 0) {
		reg_name(o, e->offset, name, sizeof name);
		snprintf(text, sizeof text, "%s_CS_%s(%s, %u)", p, e->name, name, n);
		term(o, text);
		return;
	}
	if (e->type == 2 && e->raw == 0x80000000u) {
		snprintf(text, sizeof text, "%s_CS_PKT2", p);
		term(o, text);
		return;
	}
	if (e->type != 3) {
		snprintf(text, sizeof text, "0x%08xu", e->raw);
		term(o, text);
		return;
	}
	snprintf(text, sizeof text, "%s_CS_PKT3(%s_PKT3_%s, %u)", p, p, e->name, n);
	term(o, text);
	rest = e->raw & 0xff;
	for (const struct fl_stream_bit *b = family(o)->c_bits; b && b->bit; b++)
		if (rest & b->bit) {
			term(o, b->c);
			rest &= ~b->bit;
		}
	if (rest) {
		snprintf(text, sizeof text, "0x%xu", rest);
		term(o, text);
	}
}

/* Packets that are not PM4. */
static void other_header(struct source *o, const struct fl_stream_event *e)
{
	char name[96], text[160], base[96];
	uint32_t n = 0;
	const char *macro = family(o)->c_macro(e, &n);

	if (macro) {
		reg_name(o, e->offset, name, sizeof name);
		snprintf(text, sizeof text, "%s(%s, %u)", macro, name, n);
		term(o, text);
		return;
	}
	snprintf(base, sizeof base, "%s_%s", o->prefix, e->word ? e->word->name : "");
	if (!e->word || !fields(o, e->word, base, e->raw)) {
		snprintf(text, sizeof text, "0x%08xu", e->raw);
		term(o, text);
	}
}

static void header(struct source *o, const struct fl_stream_event *e)
{
	const struct fl_stream_set *set = o->show->at.s->family->set;

	fill(o, e->at);
	o->packet = e->name;
	o->set = 0;
	while (set && set->opcode && !(e->type == 3 && set->opcode == e->opcode))
		set++;
	if (set && set->opcode && e->n > 1) {
		o->set_start = set->start;
		o->set = set->start + (e->dw[1] & 0xffff) * 4;
	}
	begin(o, 1);
	if (family(o)->c_macro)
		other_header(o, e);
	else
		pm4_header(o, e);
	fputs(",\n", stdout);
	o->next++;
}

static void word(struct source *o, const struct fl_stream_event *e)
{
	char name[96], base[160] = "";
	bool is_body = e->kind == FL_STREAM_BODY;

	fill(o, e->at);
	if (is_body && o->set) {
		reg_name(o, o->set, name, sizeof name);
		begin(o, 2);
		printf("(%s - 0x%xu) / 4", name, o->set_start);
		if (e->raw >> 16)
			printf(" | 0x%xu", e->raw & 0xffff0000u);
		fputs(",\n", stdout);
		o->set = 0;
		o->next++;
		return;
	}
	if (is_body)
		snprintf(name, sizeof name, "%s", e->reg ? e->reg->name : "");
	else
		fl_stream_name(e, name, sizeof name);
	if (e->word && e->raw == e->value) {
		if (is_body && !family(o)->c_macro)
			body_base(o, e->word, base, sizeof base);
		else
			snprintf(base, sizeof base, "%s_%s", e->word->prefix, e->word->name);
	}
	begin(o, 2);
	if (base[0] && fields(o, e->word, base, e->raw)) {
		fputs(",\n", stdout);
		o->next++;
		return;
	}
	if (e->is_float || e->packed.width[0]) {
		struct fl_stream_text t = {.n = 0};

		if (e->is_float)
			fl_stream_fields(&t, NULL, NULL, true, e->value, 0, false);
		else
			fl_stream_numbers(&t, &e->packed, e->value);
		strncat(name, t.s, sizeof name - strlen(name) - 1);
	}
	printf(e->raw < 10 ? "%u," : "0x%08xu,", e->raw);
	if (name[0])
		printf(" /* %s */", name);
	putchar('\n');
	o->next++;
}

static void event(void *arg, const struct fl_stream_event *e)
{
	struct source *o = arg;

	if (e->kind == FL_STREAM_PACKET)
		header(o, e);
	else if (e->kind == FL_STREAM_BODY || e->kind == FL_STREAM_REG)
		word(o, e);
	else if (e->kind == FL_STREAM_DRAW)
		printf("\t\t/* draw %u */\n", e->draw);
}

/* ---- arrays -------------------------------------------------------------------------------------------- */
static void close(struct source *o)
{
	if (!o->open)
		return;
	fill(o, o->n);
	puts("};");
	o->open = false;
}

static void ib(void *arg, const uint32_t *dw, uint32_t n)
{
	struct source *o = arg;
	const struct fl_stream_place *at = &o->show->at;

	o->dw = dw;
	o->n = n;
	o->next = 0;
	o->open = true;
	fputs("\nstatic const uint32_t ", stdout);
	for (const char *c = at->file; *c && *c != '.'; c++)
		putchar(isalnum((unsigned char)*c) || (*c == '_') ? *c : '_');
	printf("_ib%u[%u] = {\n", at->ib, n ? n : 1);
	if (!n) {
		puts("\t0, /* an empty command buffer */\n};");
		o->open = false;
	}
}

static void ib_end(void *arg)
{
	close(arg);
}

static enum fl_code start(void *arg)
{
	struct source *o = arg;
	const struct fl_stream_place *at = &o->show->at;
	const char *p;

	printf("%s/* ", o->db ? "\n" : "");
	for (p = at->file; *p; p++)
		putchar(p[0] == '*' && p[1] == '/' ? '_' : *p); /* the comment does not end here */
	printf("%s%s: written by firstlight stream --c. Addresses of memory are those of the recording. */\n",
	       at->chip ? ", " : "", at->chip ? at->chip : "");
	if (o->db == at->s->db)
		return FL_OK;
	o->db = at->s->db;
	begin_prefix(o);
	p = o->prefix;
	printf("#include \"hw/regs/%s.h\"\n\n", at->s->family->name);
	if (family(o)->c_macros) {
		fputs(family(o)->c_macros, stdout);
		return FL_OK;
	}
	printf("#define %s_CS_PKT0(reg, n) (%s_PKT0__BASE_INDEX((reg) / 4) | %s_PKT0__COUNT((n)-1) | "
	       "%s_PKT0__TYPE(%s_PKT0))\n",
	       p, p, p, p, p);
	if (family(o)->one_reg_wr)
		printf("#define %s_CS_PKT0_ONE(reg, n) (%s_CS_PKT0(reg, n) | %s_PKT0__ONE_REG_WR(1))\n", p, p,
		       p);
	printf("#define %s_CS_PKT2 %s_PKT2__TYPE(%s_PKT2)\n", p, p, p);
	printf("#define %s_CS_PKT3(op, n) (%s_PKT3__IT_OPCODE(op) | %s_PKT3__COUNT((n)-1) | "
	       "%s_PKT3__TYPE(%s_PKT3))\n",
	       p, p, p, p, p);
	return FL_OK;
}

int fl_stream_c(struct fl_stream_show *show)
{
	const struct fl_args *a = show->a;
	struct source o = {.show = show};
	struct fl_stream_sink sink = {.arg = &o,
				      .scene = a->scene,
				      .event = event,
				      .at = &show->at,
				      .start = start,
				      .ib = ib,
				      .ib_end = ib_end};
	unsigned n = 0;
	int code = FL_OK;

	for (int i = 0; i < a->n_operands && code != FL_USAGE; i++) {
		int c = fl_stream_read(a->operand[i], a->chip, &sink, &n);

		code = code ? code : c;
	}
	if (!code && !n)
		code = fl_complain(FL_FAILED, "no scene matches");
	return code;
}
