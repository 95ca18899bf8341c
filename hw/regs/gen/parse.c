/* SPDX-License-Identifier: MIT
 *
 * XML to struct db, with expat. Strict: an element or an attribute that the format does not have is a
 * mistake, so that a misspelt attribute cannot be lost. Names are resolved later (link.c), so order does not
 * matter.
 */
#include "hw/regs/gen/regsgen.h"

#include <errno.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

const char *const hazard_names[] = {"clock", "memory", "voltage", "display", "bus", NULL};

#define MAX_DEPTH 16

/* What the elements around the current one have set up. */
struct scope {
	const struct element *element;
	struct domain *domain;
	struct enumeration *e;
	struct values *values;
	struct word *word;
	struct field *field;
	struct packet *packet;
	struct isa *isa;
	const char *name; /* of the arrays around, with "_" after each */
	const char *src, *prefix, *block, *class;
	uint32_t offset, chips;
	struct {
		uint32_t length, stride;
	} dim[2];
	unsigned dims;
	bool read_unsafe;
};

struct parser {
	struct db *db;
	XML_Parser xml;
	const char *file;
	unsigned depth, skip;
	struct scope scope[MAX_DEPTH];
};

struct element {
	const char *name, *in, *attributes;
	void (*start)(struct parser *p, struct scope *s, const char **a);
};

static struct loc here(const struct parser *p)
{
	return (struct loc){p->file, (unsigned)XML_GetCurrentLineNumber(p->xml)};
}

static const char *attr(const char **a, const char *name)
{
	for (; *a; a += 2)
		if (!strcmp(*a, name))
			return text("%s", a[1]);
	return NULL;
}

/* A word of a list of words, NULL: the list ends. */
static char *next_word(char **rest)
{
	char *w;

	*rest += strspn(*rest, " ");
	if (!**rest)
		return NULL;
	w = *rest;
	*rest += strcspn(w, " ");
	if (**rest)
		*(*rest)++ = 0;
	return w;
}

static bool has_word(const char *list, const char *word)
{
	char *rest = text("%s", list), *w;

	while ((w = next_word(&rest)))
		if (!strcmp(w, word))
			return true;
	return false;
}

static uint32_t number(struct parser *p, const char *name, const char *s)
{
	unsigned long long v;
	char *end;

	if (!s) {
		error_at(here(p), "attribute %s is missing", name);
		return 0;
	}
	errno = 0;
	v = strtoull(s, &end, 0);
	if (end == s || *end || errno || v > UINT32_MAX || *s == '-') {
		error_at(here(p), "%s=\"%s\" is no 32-bit number", name, s);
		return 0;
	}
	return (uint32_t)v;
}

static uint32_t number_or(struct parser *p, const char **a, const char *name, uint32_t otherwise)
{
	const char *s = attr(a, name);

	return s ? number(p, name, s) : otherwise;
}

static const char *identifier(struct parser *p, const char **a)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
	const char *s = attr(a, "name");

	if (!s || !*s) {
		error_at(here(p), "a name is missing");
		return "unnamed";
	}
	if (s[strspn(s, letters)])
		error_at(here(p), "the name \"%s\" cannot be part of a C name", s);
	if (strstr(s, "__"))
		error_at(here(p), "the name \"%s\" holds __, which separates registers from fields", s);
	return s;
}

static bool yes(struct parser *p, const char **a, const char *name)
{
	const char *s = attr(a, name);

	if (s && strcmp(s, "yes"))
		error_at(here(p), "%s=\"%s\": only \"yes\" can be said", name, s);
	return s != NULL;
}

static int chip_index(const struct db *db, const char *name)
{
	for (unsigned i = 0; i < db->n_chips; i++)
		if (!strcmp(db->chip[i].name, name))
			return (int)i;
	return -1;
}

static const struct chip_set *chip_set(const struct db *db, const char *name)
{
	for (unsigned i = 0; i < db->n_sets; i++)
		if (!strcmp(db->set[i].name, name))
			return &db->set[i];
	return NULL;
}

/* "R300-RV410 R520 RV530-": ranges in the order of <chip>, both ends included; or sets that <set> names. */
static uint32_t variants(struct parser *p, const char **a, uint32_t otherwise)
{
	char *rest = (char *)attr(a, "variants"), *w;
	uint32_t set = 0;

	if (!rest)
		return otherwise;
	while ((w = next_word(&rest))) {
		const struct chip_set *known = chip_set(p->db, w);
		char *dash = strchr(w, '-');
		int first, last;

		if (known) {
			set |= known->chips;
			continue;
		}
		if (dash)
			*dash = 0;
		first = *w ? chip_index(p->db, w) : 0;
		last = !dash ? first : dash[1] ? chip_index(p->db, dash + 1) : (int)p->db->n_chips - 1;
		if (first < 0 || last < first) {
			error_at(here(p), "variants: no chip or range \"%s%s%s\"", w, dash ? "-" : "",
				 dash ? dash + 1 : "");
			return otherwise;
		}
		for (int i = first; i <= last; i++)
			set |= 1u << i;
	}
	return set;
}

static unsigned access(struct parser *p, const char **a, unsigned otherwise)
{
	static const struct {
		const char *name;
		unsigned access;
	} known[] = {
	    {"r", ACCESS_R},
	    {"w", ACCESS_W},
	    {"rw", ACCESS_RW},
	    {"w1c", ACCESS_RW | ACCESS_W1C},
	    {"rc", ACCESS_R | ACCESS_READ_CLEARS},
	};
	const char *s = attr(a, "access");

	for (unsigned i = 0; s && i < sizeof known / sizeof *known; i++)
		if (!strcmp(s, known[i].name))
			return known[i].access;
	if (s)
		error_at(here(p), "access=\"%s\" is none of r w rw w1c rc", s);
	return otherwise;
}

static uint32_t hazard(struct parser *p, const char **a)
{
	char *rest = (char *)attr(a, "hazard"), *w;
	uint32_t set = 0;

	while (rest && (w = next_word(&rest))) {
		unsigned i;

		for (i = 0; hazard_names[i] && strcmp(w, hazard_names[i]); i++)
			;
		if (hazard_names[i])
			set |= 1u << i;
		else
			error_at(here(p), "hazard \"%s\" is none of clock memory voltage display bus", w);
	}
	return set;
}

static bool unsafe(struct parser *p, const char **a)
{
	const char *s = attr(a, "read");

	if (s && strcmp(s, "unsafe"))
		error_at(here(p), "read=\"%s\": only \"unsafe\" can be said", s);
	return s != NULL;
}

static void dimension(struct parser *p, struct scope *s, const char **a, uint32_t step)
{
	const char *length = attr(a, "length");

	if (!length) {
		if (attr(a, "stride"))
			error_at(here(p), "a stride without a length");
		return;
	}
	if (s->dims == 2) {
		error_at(here(p), "more than two dimensions");
		return;
	}
	s->dim[s->dims].length = number(p, "length", length);
	s->dim[s->dims].stride = number_or(p, a, "stride", step);
	if (s->dim[s->dims].length < 1 || s->dim[s->dims].stride < 1)
		error_at(here(p), "an array of length %u, stride %u", s->dim[s->dims].length,
			 s->dim[s->dims].stride);
	s->dims++;
}

/* ---- elements ------------------------------------------------------------------------------------------ */
static void on_database(struct parser *p, struct scope *s, const char **a)
{
	const char *name = identifier(p, a), *prefix = attr(a, "prefix");

	s->src = attr(a, "src");
	if (!p->db->name)
		p->db->name = name;
	if (strcmp(p->db->name, name) && strcmp(name, "shared"))
		error_at(here(p), "database %s among files of %s", name, p->db->name);
	if (prefix && !p->db->prefix)
		p->db->prefix = prefix;
	s->prefix = prefix;
	s->chips = ~0u;
}

static void on_chip(struct parser *p, struct scope *s, const char **a)
{
	const char *name = attr(a, "name");

	if (!name || chip_index(p->db, name) >= 0)
		error_at(here(p), "a chip without a name of its own");
	else if (p->db->n_chips == 32)
		error_at(here(p), "more than 32 chips");
	else
		p->db->chip[p->db->n_chips++].name = name;
}

static void on_set(struct parser *p, struct scope *s, const char **a)
{
	struct chip_set set = {.name = identifier(p, a), .chips = variants(p, a, ~0u)};

	if (chip_set(p->db, set.name) || chip_index(p->db, set.name) >= 0)
		error_at(here(p), "the name %s is a chip's or a set's already", set.name);
	ADD(p->db->set, p->db->n_sets, p->db->cap_sets, set);
}

static void on_enum(struct parser *p, struct scope *s, const char **a)
{
	struct enumeration *e = alloc(sizeof *e);

	e->at = here(p);
	e->name = identifier(p, a);
	ADD(p->db->e, p->db->n_e, p->db->cap_e, e);
	s->e = e;
	s->values = &e->values;
}

static void on_value(struct parser *p, struct scope *s, const char **a)
{
	struct value v = {.at = here(p), .name = identifier(p, a)};

	v.value = number(p, "value", attr(a, "value"));
	v.count = number_or(p, a, "count", 1);
	v.chips = variants(p, a, s->chips);
	if (!v.count)
		error_at(here(p), "value %s stands for no code at all", v.name);
	ADD(s->values->v, s->values->n, s->values->cap, v);
}

static void on_domain(struct parser *p, struct scope *s, const char **a)
{
	const char *name = identifier(p, a), *space = attr(a, "space"), *step = attr(a, "step");
	struct domain *d = NULL;

	for (unsigned i = 0; i < p->db->n_d; i++)
		if (!strcmp(p->db->d[i]->name, name))
			d = p->db->d[i];
	if (!d) {
		d = alloc(sizeof *d);
		d->at = here(p);
		d->name = name;
		d->space = space ? space : "mmio";
		d->step = 4;
		ADD(p->db->d, p->db->n_d, p->db->cap_d, d);
	} else if (space && strcmp(space, d->space)) {
		error_at(here(p), "domain %s is in space %s, says %s:%u", name, d->space, d->at.file,
			 d->at.line);
	}
	if (step)
		d->step = number(p, "step", step);
	if (d->step != 1 && d->step != 4)
		error_at(here(p), "step %u is neither 4 (bytes) nor 1 (registers)", d->step);
	d->size = number_or(p, a, "size", d->size);
	s->domain = d;
	s->offset = 0;
	s->chips = variants(p, a, s->chips);
	if (attr(a, "prefix"))
		s->prefix = attr(a, "prefix");
	s->block = attr(a, "block");
	s->class = attr(a, "class");
	s->read_unsafe = unsafe(p, a);
	if (attr(a, "src"))
		s->src = attr(a, "src");
}

static void on_array(struct parser *p, struct scope *s, const char **a)
{
	const char *name = attr(a, "name");

	if (name)
		s->name = text("%s%s_", s->name ? s->name : "", identifier(p, a));
	s->offset += number_or(p, a, "offset", 0);
	s->chips = variants(p, a, s->chips);
	if (attr(a, "src"))
		s->src = attr(a, "src");
	s->read_unsafe |= unsafe(p, a);
	dimension(p, s, a, 0);
}

static struct word *new_word(struct parser *p, struct scope *s, enum word_kind kind, const char *name)
{
	struct word *w = alloc(sizeof *w);

	w->at = here(p);
	w->kind = kind;
	w->name = w->macro = name;
	w->prefix = s->prefix;
	w->width = 32;
	w->access = ACCESS_RW;
	w->chips = s->chips;
	w->src = s->src;
	s->word = w;
	return w;
}

static void on_reg32(struct parser *p, struct scope *s, const char **a)
{
	struct word *w = new_word(p, s, WORD_REG, identifier(p, a));

	w->name = w->macro = text("%s%s", s->name ? s->name : "", w->name);
	w->domain = s->domain;
	w->block = s->block;
	w->class = s->class;
	w->offset = s->offset + number(p, "offset", attr(a, "offset"));
	w->alias = number_or(p, a, "alias", 0);
	w->width = number_or(p, a, "width", 32);
	dimension(p, s, a, s->domain->step);
	w->dims = s->dims;
	memcpy(w->dim, s->dim, sizeof w->dim);
	w->access = access(p, a, ACCESS_RW);
	w->chips = variants(p, a, s->chips);
	w->hazard = hazard(p, a);
	w->read_unsafe = s->read_unsafe || unsafe(p, a);
	w->has_reset = attr(a, "default") != NULL;
	w->reset = number_or(p, a, "default", 0);
	w->type = attr(a, "type");
	w->point = number_or(p, a, "point", 0);
	w->use = attr(a, "use");
	w->masked = yes(p, a, "masked");
	w->note = attr(a, "note");
	if (attr(a, "src"))
		w->src = attr(a, "src");
	if (attr(a, "prefix"))
		w->prefix = attr(a, "prefix");
	ADD(p->db->regs.w, p->db->regs.n, p->db->regs.cap, w);
}

static void on_bitset(struct parser *p, struct scope *s, const char **a)
{
	struct word *w = new_word(p, s, WORD_BITSET, identifier(p, a));

	ADD(p->db->bitsets.w, p->db->bitsets.n, p->db->bitsets.cap, w);
}

static void on_bitfield(struct parser *p, struct scope *s, const char **a)
{
	struct field *f;

	s->word->f = grow(s->word->f, s->word->n, &s->word->cap, sizeof *f);
	f = &s->word->f[s->word->n++];
	f->at = here(p);
	f->name = identifier(p, a);
	f->c_name = attr(a, "c_name") ? attr(a, "c_name") : f->name;
	f->low = number(p, "low", attr(a, "low"));
	f->high = number(p, "high", attr(a, "high"));
	f->shr = number_or(p, a, "shr", 0);
	f->access = access(p, a, 0);
	f->has_reset = attr(a, "default") != NULL;
	f->reset = number_or(p, a, "default", 0);
	f->chips = variants(p, a, s->word->chips);
	f->src = attr(a, "src");
	f->note = attr(a, "note");
	f->type = attr(a, "type");
	f->point = number_or(p, a, "point", 0);
	f->alt = attr(a, "alt");
	f->when = attr(a, "when");
	f->narrow = yes(p, a, "narrow");
	f->is_union = yes(p, a, "union");
	f->when_field = -1;
	s->field = f;
	s->values = &f->values;
	s->chips = f->chips;
}

static void on_channel(struct parser *p, struct scope *s, const char **a)
{
	on_bitfield(p, s, a);
}

static void on_pm4(struct parser *p, struct scope *s, const char **a)
{
}

static void on_header(struct parser *p, struct scope *s, const char **a)
{
	struct word *w = new_word(p, s, WORD_HEADER, NULL);

	w->index = number(p, "type", attr(a, "type"));
	w->name = w->macro = text("PKT%u", w->index);
	ADD(p->db->headers.w, p->db->headers.n, p->db->headers.cap, w);
}

static struct packet *new_packet(struct parser *p, struct scope *s, const char **a)
{
	struct packet *k = alloc(sizeof *k);

	k->at = here(p);
	k->name = identifier(p, a);
	k->chips = variants(p, a, s->chips);
	k->prefix = s->prefix;
	k->src = attr(a, "src") ? attr(a, "src") : s->src;
	s->src = k->src;
	ADD(p->db->p, p->db->n_p, p->db->cap_p, k);
	s->packet = k;
	s->chips = k->chips;
	return k;
}

static void on_packet(struct parser *p, struct scope *s, const char **a)
{
	struct packet *k = new_packet(p, s, a);

	k->opcode = number(p, "opcode", attr(a, "opcode"));
	k->settings = yes(p, a, "settings");
}

static void on_group(struct parser *p, struct scope *s, const char **a)
{
	new_packet(p, s, a)->group = true;
}

static void on_dword(struct parser *p, struct scope *s, const char **a)
{
	struct word *w = new_word(p, s, WORD_DWORD, identifier(p, a));

	w->reg = attr(a, "reg");
	w->repeat = attr(a, "repeat");
	w->group = attr(a, "group");
	w->present_if = attr(a, "present_if");
	w->optional = yes(p, a, "optional");
	w->has_fixed = attr(a, "const") != NULL;
	w->fixed = number_or(p, a, "const", 0);
	w->type = attr(a, "type");
	ADD(s->packet->dw.w, s->packet->dw.n, s->packet->dw.cap, w);
}

static void on_instruction(struct parser *p, struct scope *s, const char **a)
{
	struct isa *i = alloc(sizeof *i);

	i->at = here(p);
	i->name = identifier(p, a);
	i->dwords = number(p, "dwords", attr(a, "dwords"));
	i->match = number_or(p, a, "match", 0);
	i->mask = number_or(p, a, "mask", 0);
	i->chips = variants(p, a, s->chips);
	ADD(p->db->i, p->db->n_i, p->db->cap_i, i);
	s->isa = i;
	s->chips = i->chips;
}

static void on_word(struct parser *p, struct scope *s, const char **a)
{
	const char *name = attr(a, "name"), *reg = attr(a, "reg");
	struct word *w = new_word(p, s, WORD_ISA, name ? identifier(p, a) : reg);

	w->index = number(p, "index", attr(a, "index"));
	w->reg = reg;
	w->present_if = attr(a, "present_if");
	if (!name && !reg)
		w->name = w->macro = text("%s_%u", s->isa->name, w->index);
	ADD(s->isa->words.w, s->isa->words.n, s->isa->words.cap, w);
}

static void on_format(struct parser *p, struct scope *s, const char **a)
{
	struct word *w = new_word(p, s, WORD_FORMAT, identifier(p, a));

	w->macro = text("SURFACE_%s", w->name);
	w->width = number(p, "bpp", attr(a, "bpp"));
	ADD(p->db->formats.w, p->db->formats.n, p->db->formats.cap, w);
}

#define ARRAY "offset name length stride variants read src note"

static const struct element elements[] = {
    {"database", "", "name prefix src note", on_database},
    {"chip", "database", "name note", on_chip},
    {"set", "database", "name variants note", on_set},
    {"enum", "database", "name reserved src note", on_enum},
    {"value", "enum bitfield", "value name count variants src note", on_value},
    {"bitset", "database", "name src note", on_bitset},
    {"domain", "database", "name space prefix block class variants variants_src size step read src note",
     on_domain},
    {"array", "domain array stripe", ARRAY, on_array},
    {"stripe", "domain array stripe", ARRAY, on_array},
    {"reg32", "domain array stripe",
     "offset name length stride access default type type_src point alias width variants variants_src hazard "
     "read masked use "
     "pattern prefix src offset_src note",
     on_reg32},
    {"bitfield", "reg32 bitset dword header word",
     "low high name c_name type type_src point alt when default access reserved mirror shr narrow union "
     "variants src "
     "bits_src note",
     on_bitfield},
    {"pm4", "database", "src note", on_pm4},
    {"header", "pm4", "type note", on_header},
    {"packet", "pm4", "name opcode settings variants src note", on_packet},
    {"group", "pm4", "name src note", on_group},
    {"dword", "packet group",
     "name reg repeat max optional const ignored present_if sizes group type unit base also src note",
     on_dword},
    {"instruction", "database", "name dwords match mask variants src note", on_instruction},
    {"word", "instruction", "name index present_if reg note", on_word},
    {"format", "database", "name bpp range display blend fog dither filter write read src note", on_format},
    {"channel", "format", "name low high", on_channel},
};

/* ---- expat --------------------------------------------------------------------------------------------- */
static void start(void *user, const char *name, const char **a)
{
	struct parser *p = user;
	struct scope *outer = &p->scope[p->depth], *s = outer + 1;
	const struct element *e = NULL;
	const char *in = outer->element ? outer->element->name : NULL;

	if (p->skip || p->depth + 2 >= MAX_DEPTH) {
		p->skip++;
		return;
	}
	for (unsigned i = 0; i < sizeof elements / sizeof *elements; i++)
		if (!strcmp(elements[i].name, name))
			e = &elements[i];
	if (!e || (in ? !has_word(e->in, in) : *e->in)) {
		error_at(here(p), "<%s> is not known %s%s", name, in ? "inside " : "at the top",
			 in ? in : "");
		p->skip++;
		return;
	}
	for (const char **x = a; *x; x += 2)
		if (!has_word(e->attributes, *x))
			error_at(here(p), "<%s> has no attribute %s", name, *x);
	*s = *outer;
	s->element = e;
	p->depth++;
	e->start(p, s, a);
	if (in == NULL && !s->prefix)
		s->prefix = p->db->prefix;
}

static void end(void *user, const char *name)
{
	struct parser *p = user;
	struct scope *s = &p->scope[p->depth];

	if (p->skip) {
		p->skip--;
		return;
	}
	if (s->element->start == on_bitfield && !s->chips)
		s->word->n--; /* a field of a shared block that none of this family's chips has */
	p->depth--;
}

void parse_file(struct db *db, const char *path)
{
	struct parser p = {.db = db, .file = path};
	FILE *f = fopen(path, "rb");
	char buf[16384];
	size_t n;

	if (!f)
		fatal("%s: %s", path, strerror(errno));
	p.xml = XML_ParserCreate("UTF-8");
	if (!p.xml)
		fatal("out of memory");
	XML_SetUserData(p.xml, &p);
	XML_SetElementHandler(p.xml, start, end);
	do {
		n = fread(buf, 1, sizeof buf, f);
		if (ferror(f))
			fatal("%s: %s", path, strerror(errno));
		if (XML_Parse(p.xml, buf, (int)n, n < sizeof buf) == XML_STATUS_ERROR) {
			error_at(here(&p), "%s", XML_ErrorString(XML_GetErrorCode(p.xml)));
			break;
		}
	} while (n == sizeof buf);
	XML_ParserFree(p.xml);
	fclose(f);
}
