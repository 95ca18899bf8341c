/* SPDX-License-Identifier: MIT
 *
 * firstlight completion: scripts for shells, and the words that they ask for.
 */
#include "demos/firstlight/databases.h"
#include "demos/firstlight/completion.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/preset.h"
#include "demos/firstlight/regs.h"
#include "demos/demo.h"
#include "lib/tool/fl_mon.h"

#include <string.h>
#include <strings.h>

struct completes {
	const char *shown, *as;
};

/* By what the tables of cmd.c and opts.c call an argument. */
static const struct completes arguments[] = {
    {"CHIP", "@chips"},
    {"SLOT", "@devices"},
    {"FILE", "/"},
    {"DIR", "/"},
    {"FAULT", "@faults"},
    {"NAME", "@registers"},
    {"WAY", "sysfs devmem vfio"},
    {"MEANS", "auto pio vram system"},
    {"KIND", "pvs us r600 r700 gfx7 gc2000 gc3000 gc7000l"},
    {"SET", "base avx2 avx512"},
    {"WHEN", "auto off always"},
    {"HAZARD", "clock memory voltage display bus unknown"},
    {"N", ""},
    {"MS", ""},
    {"MIB", "16 32 64 128 256"},
    {"PROGRAM", "/"},
    {"WxH", "640x480 800x600 1024x768 1920x1080"},
    {"GLOB", ""},
    {"NxNxN", ""},
    {"KIND:WHAT", ""},
    {"X,Y", ""},
    {"K[:LEVEL[:LAYER]]", ""},
    {"X,Y|INDEX[:INSTANCE]", ""},
    {"shaded|written|steps", "shaded written steps"},
    {"ADDRESS", ""},
};

static const struct completes operands[] = {
    {"", ""},
    {"[NAME]", "@demos"},
    {"[COMMAND]", "@commands"},
    {"SHELL", "bash fish zsh"},
    {"TRACE...", "/"},
    {"PROGRAM...", "/"},
    {"FILE...", "/"},
    {"FILE", "/"},
    {"LOG", "/"},
    {"KERNEL.o", "/"},
    {"A [B]", "/"},
    {"ARGUMENT...", ""},
    {"REGISTER...", "@registers"},
    {"REGISTER [VALUE...]", "@registers"},
    {"[GLOB...]", "@registers"},
    {"[GLOB]", "@registers"},
    {"SPACE:ADDRESS [COUNT]", "vram: regs:"},
    {"SPACE:ADDRESS VALUE [COUNT]", "vram: regs:"},
    {"[show | dump | read | write] [OFFSET [VALUE]]", "show dump read write"},
    {"[BOARD [CORE] [off]]", "@boards"},
    {"REGISTER=VALUE", "@values"},
    {"REGISTER=VALUE...", "@values"},
};

#define LOOK_UP(table, what)                                          \
	for (size_t i = 0; i < sizeof(table) / sizeof(*(table)); i++) \
		if (!strcmp((table)[i].shown, what))                  \
			return (table)[i].as;                         \
	return NULL

const char *fl_completes_option(const struct fl_opt *o)
{
	if (!o->arg)
		return "";
	LOOK_UP(arguments, o->arg);
}

const char *fl_completes_operands(const struct fl_cmd *c)
{
	LOOK_UP(operands, c->operands);
}

/* ---- words --------------------------------------------------------------------------------------------- */
static void word(const char *prefix, const char *w)
{
	if (!strncasecmp(w, prefix, strlen(prefix)))
		puts(w);
}

static int chips(const struct fl_args *a, const char *prefix)
{
	for (const char *const *c = fl_model_chips(); *c; c++)
		word(prefix, *c);
	return FL_OK;
}

/* Every chip whose registers are known: `decode` and `stream` need no model. */
static int known_chips(const struct fl_args *a, const char *prefix)
{
	for (const struct fl_regs *const *db = fl_databases(); *db; db++) {
		const char *name;

		for (unsigned i = 0; (name = fl_regs_chip_name(*db, i)); i++) {
			char low[32];
			size_t n = 0;

			for (; name[n] && n + 1 < sizeof low; n++)
				low[n] = name[n] >= 'A' && name[n] <= 'Z' ? (char)(name[n] | 0x20) : name[n];
			low[n] = 0;
			word(prefix, low);
		}
	}
	return FL_OK;
}

enum { MAX_CARDS = 32 };

static unsigned cards(struct fl_listed *card)
{
	unsigned n = 0;

	if (fl_list_cards(NULL, card, MAX_CARDS, &n, NULL))
		return 0;
	return n < MAX_CARDS ? n : MAX_CARDS;
}

static int devices(const struct fl_args *a, const char *prefix)
{
	struct fl_listed card[MAX_CARDS];
	struct fl_listed_core core[FL_SOC_PARTS];
	unsigned n_cores;

	for (unsigned i = 0, n = cards(card); i < n; i++)
		word(prefix, card[i].slot);
	n_cores = fl_list_cores(NULL, core, FL_SOC_PARTS);
	for (unsigned i = 0; i < n_cores; i++)
		word(prefix, core[i].slot);
	if (!n_cores)
		word(prefix, "mmio:");
	word(prefix, "qtest");
	return FL_OK;
}

static int demos(const struct fl_args *a, const char *prefix)
{
	for (const struct fl_demo *const *d = fl_demos; *d; d++)
		word(prefix, (*d)->name);
	return FL_OK;
}

static int faults(const struct fl_args *a, const char *prefix)
{
	for (const char *const *f = fl_model_faults(); *f; f++)
		word(prefix, *f);
	return FL_OK;
}

/* By the name in the device tree, without the vendor's; a board has a core or more, one behind the other. */
static int boards(const struct fl_args *a, const char *prefix)
{
	const struct fl_soc_core *c;
	const char *last = "";

	for (unsigned i = 0; (c = fl_soc_core_at(i)); i++) {
		const char *comma = strchr(c->compatible, ',');

		if (strcmp(c->compatible, last))
			word(prefix, comma ? comma + 1 : c->compatible);
		last = c->compatible;
	}
	return FL_OK;
}

static int commands(const struct fl_args *a, const char *prefix)
{
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		word(prefix, c->name);
	return FL_OK;
}

/* The monitor completes registers already. */
static void print_offer(void *to, const char *w, char then, const char *what)
{
	printf("%s%s", w, then == '=' ? "=\n" : "\n");
}

static int registers(const struct fl_args *a, const char *prefix, const char *verb)
{
	static struct fl_mon m; /* large */
	const char *chip = a->device ? fl_preset_chip(a->device) : a->chip;
	char line[300];

	if (!chip)
		chip = "r580";
	m = (struct fl_mon){.put = NULL};
	if (!fl_regtool_chip(&m.tool, fl_databases(), FL_N_DATABASES, chip))
		return fl_complain(FL_USAGE, "no registers are known of '%s'", chip);
	if ((size_t)snprintf(line, sizeof line, "%s %s", verb, prefix) < sizeof line)
		fl_mon_complete(&m, line, strlen(line), print_offer, NULL);
	return FL_OK;
}

static int readable(const struct fl_args *a, const char *prefix)
{
	return registers(a, prefix, "read");
}

static int values(const struct fl_args *a, const char *prefix)
{
	return registers(a, prefix, "write");
}

int fl_cmd_completion(const struct fl_args *a)
{
	static const struct {
		const char *name;
		int (*run)(const struct fl_args *a, const char *prefix);
	} kinds[] = {
	    {"chips", chips},        {"known-chips", known_chips}, {"devices", devices},
	    {"demos", demos},        {"faults", faults},           {"commands", commands},
	    {"registers", readable}, {"values", values},           {"boards", boards},
	};
	static const struct {
		const char *name;
		void (*print)(void);
	} shells[] = {{"bash", fl_completion_bash}, {"fish", fl_completion_fish}, {"zsh", fl_completion_zsh}};
	const char *what = a->operand[0];

	for (size_t i = 0; a->n_operands == 1 && i < sizeof shells / sizeof *shells; i++)
		if (!strcmp(what, shells[i].name)) {
			shells[i].print();
			return FL_OK;
		}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kinds[i].name, what))
			return kinds[i].run(a, a->n_operands > 1 ? a->operand[1] : "");
	return fl_complain(FL_USAGE, "there is no completion for '%s': bash, fish or zsh", what);
}
