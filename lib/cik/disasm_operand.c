/* SPDX-License-Identifier: MIT
 *
 * Operands of Sea Islands' instructions as text. See asm.h.
 */
#include "lib/cik/asm_own.h"

void fl_cik_put_comma(struct fl_cik_text *t)
{
	fl_asm_put(t->out, t->first ? " " : ", ");
	t->first = false;
}

static void put_range(struct fl_cik_text *t, const char *letter, uint32_t first, uint32_t n)
{
	if (n == 1)
		fl_asm_put(t->out, "%s%u", letter, first);
	else
		fl_asm_put(t->out, "%s[%u:%u]", letter, first, first + n - 1);
}

void fl_cik_put_vgprs(struct fl_cik_text *t, uint32_t first, uint32_t n)
{
	fl_cik_put_comma(t);
	put_range(t, "v", first, n);
}

/* What has no name is written as a number that is refused when it is read again. */
static void put_scalars(struct fl_cik_text *t, uint32_t code, uint32_t n)
{
	const char *name = fl_cik_scalar_name(code, n);

	if (name)
		fl_asm_put(t->out, "%s", name);
	else if (code >= FL_CIK_TTMP && code < FL_CIK_TTMP + FL_CIK_TTMPS)
		put_range(t, "ttmp", code - FL_CIK_TTMP, n);
	else
		put_range(t, "s", code, n);
}

void fl_cik_put_sgprs(struct fl_cik_text *t, uint32_t code, uint32_t n)
{
	fl_cik_put_comma(t);
	put_scalars(t, code, n);
}

void fl_cik_put_source(struct fl_cik_text *t, uint32_t code, uint32_t n)
{
	static const char *const floats[] = {"0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0"};

	if (code >= FL_CIK_VGPR)
		put_range(t, "v", code - FL_CIK_VGPR, n);
	else if (code == FL_CIK_LITERAL)
		fl_asm_put(t->out, "0x%x", t->i->w[t->i->n - 1]);
	else if (code >= 240 && code <= 247)
		fl_asm_put(t->out, "%s", floats[code - 240]);
	else if (code > 192 && code <= 208)
		fl_asm_put(t->out, "-%u", code - 192);
	else if (code >= FL_CIK_SCALARS && code <= 192)
		fl_asm_put(t->out, "%u", code - FL_CIK_SCALARS);
	else
		put_scalars(t, code, code >= 251 ? 1 : n);
}
