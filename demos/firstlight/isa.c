/* SPDX-License-Identifier: MIT
 *
 * The instruction sets of all families, by name; see isa.h.
 */
#include "demos/firstlight/isa.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const struct fl_asm_isa *fl_isa_at(unsigned i)
{
	for (const struct fl_asm_isa *const *f = fl_asm_isas; *f; f++)
		for (const struct fl_asm_isa *isa = *f; isa->name; isa++)
			if (!i--)
				return isa;
	return NULL;
}

const struct fl_asm_isa *fl_isa_named(const char *s, size_t n)
{
	const struct fl_asm_isa *isa;

	for (unsigned i = 0; (isa = fl_isa_at(i)); i++)
		if (strlen(isa->name) <= n && !strncasecmp(s, isa->name, strlen(isa->name)))
			return isa;
	return NULL;
}

const struct fl_asm_isa *fl_isa_of_chip(const char *chip)
{
	const struct fl_asm_isa *isa;
	size_t n = strlen(chip);

	for (unsigned i = 0; (isa = fl_isa_at(i)); i++)
		for (const char *c = isa->chips; *c; c += strcspn(c, " "), c += strspn(c, " "))
			if (strcspn(c, " ") == n && !strncasecmp(c, chip, n))
				return isa;
	return NULL;
}

struct fl_isa_text fl_isa_list(enum fl_isa_list list)
{
	static const char *const before[] = {"!!", "", "", "--program "};
	const struct fl_asm_isa *isa;
	struct fl_isa_text t = {""};
	size_t n = 0;

	for (unsigned i = 0; (isa = fl_isa_at(i)) && n < sizeof t.s; i++) {
		char name[16];

		snprintf(name, sizeof name, "%s", list == FL_ISA_WHATS ? isa->what : isa->name);
		for (char *c = name; *c && list != FL_ISA_HEADS; c++)
			*c = (char)tolower((unsigned char)*c);
		n += (size_t)snprintf(t.s + n, sizeof t.s - n, "%s%s%s", i ? " or " : "", before[list], name);
		if (list == FL_ISA_HEADS && n < sizeof t.s)
			n += (size_t)snprintf(t.s + n, sizeof t.s - n, " (%s)", isa->what);
	}
	return t;
}
