/* SPDX-License-Identifier: MIT
 *
 * Explaining the report of a first contact; see contact_read.h.
 */
#include "demos/firstlight/contact_read.h"
#include "demos/firstlight/visible.h"

#include <string.h>

enum { SHOWN_CHANGES = 12, WIDTH = 96 };

/* A text of ours, in lines. */
static void flow(FILE *f, const char *label, const char *text)
{
	fprintf(f, "  %s\n", label);
	while (*text) {
		size_t n = strlen(text);

		if (n > WIDTH) {
			for (n = WIDTH; n && text[n] != ' ';)
				n--;
			n = n ? n : WIDTH;
		}
		fprintf(f, "    %.*s\n", (int)n, text);
		text += n;
		while (*text == ' ')
			text++;
	}
}

static void said(FILE *f, const char *label, const char *text)
{
	char shown[1400];

	if (*text)
		fprintf(f, "  %-9s %s\n", label, fl_visible(shown, sizeof(shown), text));
}

static const char *hint_of(const struct fl_contact_read *r, const char *check)
{
	for (const struct fl_contact_list *const *l = fl_contacts; *l; l++)
		if (!strcmp((*l)->family->name, r->family))
			return fl_contact_hint(*l, check);
	return NULL;
}

static void checks(FILE *f, const struct fl_contact_read *r)
{
	static const char *const verdict[] = {"pass", "FAIL", "skip", "skip"};
	char name[300], block[64], text[1400];

	fputs("\n", f);
	for (unsigned i = 0; i < r->n_checks; i++) {
		const struct fl_contact_check *c = &r->check[i];
		const char *stage = fl_contact_about[c->stage].name;
		bool first = !i || r->check[i - 1].stage != c->stage;

		fprintf(f, "  %-9s %-4s %-4s %s: %s\n", first ? stage : "",
			c->ended ? verdict[c->verdict] : "----", fl_visible(block, sizeof(block), c->block),
			fl_visible(name, sizeof(name), c->name),
			c->ended ? fl_visible(text, sizeof(text), c->text) : "the report ends here");
	}
}

static void conclusion(FILE *f, const struct fl_contact_read *r)
{
	const struct fl_contact_check *c = r->n_checks ? &r->check[r->n_checks - 1] : NULL;
	char name[300], block[64];
	const char *hint;

	while (c && c > r->check && c->ended && c->verdict != FL_FAIL)
		c--;
	if (c && c->ended && c->verdict != FL_FAIL)
		c = NULL;
	fputs("\n", f);
	if (c && (!r->ended || r->end == FL_CONTACT_FAILED)) {
		fprintf(f, "%s in stage \"%s\", in block %s: \"%s\"\n",
			c->ended ? "It failed" : "The machine stood still, or the command was killed,",
			fl_contact_about[c->stage].name, fl_visible(block, sizeof(block), c->block),
			fl_visible(name, sizeof(name), c->name));
		hint = hint_of(r, c->name);
		flow(f, "what it means", hint ? hint : fl_contact_about[c->stage].means);
		if (hint)
			flow(f, "the stage", fl_contact_about[c->stage].means);
		flow(f, "what to try next", fl_contact_about[c->stage].next);
	} else if (!r->ended) {
		fputs("The report ends between two checks: the command was killed, or the machine stood "
		      "still.\n",
		      f);
	} else if (r->end == FL_CONTACT_DONE) {
		fputs("All stages passed: this card works, as far as it was tried.\n", f);
	} else {
		fprintf(f, "It was %s before stage \"%s\"; what was tried passed.\n", fl_contact_ends[r->end],
			fl_contact_about[r->stage].name);
		flow(f, "that stage", fl_contact_about[r->stage].does);
	}
}

static void changes(FILE *f, const struct fl_contact_read *r)
{
	unsigned n = 0;
	char name[200];

	for (unsigned i = 0; r->ended && i < r->n_regs; i++) {
		const struct fl_contact_reg *g = &r->reg[i];

		if (g->before == g->after || n++ >= SHOWN_CHANGES)
			continue;
		if (n == 1)
			fputs("\nRegisters that were not the same afterwards\n", f);
		fprintf(f, "  0x%04x %-28s 0x%08x -> 0x%08x\n", g->offset,
			fl_visible(name, sizeof(name), g->name), g->before, g->after);
	}
	if (n > SHOWN_CHANGES)
		fprintf(f, "  and %u more\n", n - SHOWN_CHANGES);
}

void fl_contact_explain(FILE *f, const struct fl_contact_read *r)
{
	fputs("First contact, report 1\n", f);
	said(f, "card", r->card);
	said(f, "pci", r->pci);
	said(f, "via", r->via);
	said(f, "tool", r->tool);
	said(f, "time", r->time);
	for (unsigned i = 0; i < r->n_bios; i++)
		said(f, i ? "" : "bios", r->bios[i]);
	said(f, "picture", r->picture);
	checks(f, r);
	conclusion(f, r);
	changes(f, r);
}
