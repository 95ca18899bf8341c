/* SPDX-License-Identifier: MIT
 *
 * Chips by the names that they are sold under; see chip_name.h. What cards are called is in the families'
 * tables of PCI ids.
 */
#include "demos/firstlight/chip_name.h"
#include "demos/firstlight/databases.h"
#include "hw/fl_cards.h"
#include "hw/model/fl_model.h"
#include "lib/tool/fl_regtool.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PLAIN_B = 64, VENDOR_ATI = 0x1002 };

/* Systems on a chip have no PCI id. NXP's reference manuals call them so; which core is in which:
 * Linux's etnaviv_hwdb.c and the devices' trees. */
static const struct {
	const char *soc, *chip;
} systems[] = {
    {"imx6q", "gc2000"},  {"imx6d", "gc2000"},       {"imx6quad", "gc2000"},     {"imx6dual", "gc2000"},
    {"imx6qp", "gc3000"}, {"imx6dp", "gc3000"},      {"imx6quadplus", "gc3000"}, {"imx6dl", "gc880"},
    {"imx6s", "gc880"},   {"imx6duallite", "gc880"}, {"imx6solo", "gc880"},      {"imx8mq", "gc7000l"},
    {"imx8m", "gc7000l"}, {"imx8mquad", "gc7000l"},
};

/* Letters, digits and the slash between two names, in lower case, without the brand that they begin with. */
static void plain(const char *name, char *out)
{
	static const char *const brands[] = {"ati", "amd", "radeon"};
	size_t n = 0;

	for (; *name && n + 1 < PLAIN_B; name++)
		if (isalnum((unsigned char)*name) || *name == '/')
			out[n++] = (char)tolower((unsigned char)*name);
	out[n] = 0;
	for (unsigned i = 0; i < sizeof brands / sizeof *brands; i++)
		if (!strncmp(out, brands[i], strlen(brands[i])))
			memmove(out, out + strlen(brands[i]), strlen(out + strlen(brands[i])) + 1);
}

static void lower(const char *name, char *out, size_t size)
{
	size_t n = 0;

	for (; name[n] && n + 1 < size; n++)
		out[n] = (char)tolower((unsigned char)name[n]);
	out[n] = 0;
}

/* A card's name that the plain one is, or begins: x1900 is "Radeon X1900 XT", and not "Radeon X19000". */
static bool begins(const char *product, const char *name, bool whole)
{
	size_t n = strlen(name);

	return !strncmp(product, name, n) &&
	       (whole ? !product[n] || product[n] == '/' : !isdigit((unsigned char)product[n]));
}

const char *fl_chip_called(const char *name)
{
	static char chip[32];
	struct fl_regtool t = {0};
	struct fl_card card;
	char want[PLAIN_B], product[PLAIN_B];

	lower(name, chip, sizeof chip);
	if (fl_model_describe(chip))
		return chip;
	if (fl_regtool_chip(&t, fl_databases(), FL_N_DATABASES, name))
		return name;
	plain(name, want);
	for (unsigned i = 0; i < sizeof systems / sizeof *systems; i++)
		if (!strcmp(systems[i].soc, want))
			return systems[i].chip;
	/* A letter and a number at least: "x" is nobody's name. */
	for (int whole = 1; whole >= 0 && strlen(want) > 2 && strpbrk(want, "0123456789"); whole--)
		for (unsigned id = 0; id <= UINT16_MAX; id++) {
			if (!fl_card_find(VENDOR_ATI, (uint16_t)id, &card))
				continue;
			plain(card.product, product);
			if (!*product || !begins(product, want, whole))
				continue;
			lower(card.chip, chip, sizeof chip);
			if (fl_model_describe(chip) || !whole)
				return chip;
		}
	return name;
}
