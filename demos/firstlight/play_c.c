/* SPDX-License-Identifier: MIT
 *
 * firstlight play --c: the calls of hw/fl_dev.h, with the names of the register headers.
 */
#include "demos/firstlight/play_c.h"
#include "demos/firstlight/reg_c.h"
#include "demos/firstlight/visible.h"

#include <stdio.h>

static void place(const struct fl_regtool *t, uint64_t offset_B, char *out, size_t size)
{
	if (!fl_reg_c_name(t->db, t->chips, (uint32_t)offset_B, out, size))
		snprintf(out, size, "0x%04llx", (unsigned long long)offset_B);
}

void fl_play_c_begin(const struct fl_regtool *t, const char *path)
{
	printf("/* Accesses of ");
	fl_visible_put(stdout, path);
	printf(", by `firstlight play --c`. What was read is what the first of two values says. */\n"
	       "#include \"hw/fl_dev.h\"\n"
	       "#include \"hw/regs/%s.h\"\n\n"
	       "enum fl_code play(struct fl_dev *d, struct fl_err *err);\n\n"
	       "static enum fl_code differs(struct fl_err *err, uint32_t want, uint32_t got, const char "
	       "*where)\n"
	       "{\n"
	       "\treturn want == got ? FL_OK : fl_fail(err, FL_FAILED, \"%%s: 0x%%x, not 0x%%x\", where,\n"
	       "\t\t\t\t\t      (unsigned)got, (unsigned)want);\n"
	       "}\n\n"
	       "enum fl_code play(struct fl_dev *d, struct fl_err *err)\n"
	       "{\n"
	       "\tenum fl_code code = FL_OK;\n\n",
	       fl_regs_name(t->db));
}

static void compare(const struct fl_access *a, const char *got, const char *where)
{
	printf("\tcode = code ? code : differs(err, 0x%08llx, %s, \"%s\");\n", (unsigned long long)a->value,
	       got, where);
}

static void vram(const struct fl_access *a)
{
	bool reads = a->kind == FL_ACCESS_VRAM_READ;

	printf("\t{\n\t\tuint64_t v = 0x%llx%s;\n\n", (unsigned long long)(reads ? 0 : a->value),
	       reads ? "" : "u");
	printf("\t\tfl_vram_%s(d, 0x%llx, &v, %llu);\n", reads ? "read" : "write",
	       (unsigned long long)a->offset_B, (unsigned long long)a->size_B);
	if (reads)
		printf("\t\tcode = code ? code : v == 0x%llxu ? FL_OK : fl_fail(err, FL_FAILED, \"vram\");\n",
		       (unsigned long long)a->value);
	printf("\t}\n");
}

bool fl_play_c_access(const struct fl_regtool *t, const struct fl_access *a, enum fl_play_read read)
{
	char name[120], got[200];

	place(t, a->offset_B, name, sizeof name);
	switch (a->kind) {
	case FL_ACCESS_WRITE32:
		printf("\tfl_write32(d, %s, 0x%08llx);\n", name, (unsigned long long)a->value);
		return true;
	case FL_ACCESS_WRITE8:
		printf("\tfl_write8(d, 0x%04llx, 0x%02llx);\n", (unsigned long long)a->offset_B,
		       (unsigned long long)a->value);
		return true;
	case FL_ACCESS_CFG_WRITE:
		printf("\td->bus->cfg_write(d, 0x%02llx, %llu, 0x%llx);\n", (unsigned long long)a->offset_B,
		       (unsigned long long)a->size_B, (unsigned long long)a->value);
		return true;
	case FL_ACCESS_DELAY:
		printf("\tfl_delay_us(d, %llu);\n", (unsigned long long)a->value);
		return true;
	case FL_ACCESS_READ32:
		if (read == FL_PLAY_WAITED)
			printf("\tcode = code ? code : fl_poll32(d, %s, 0xffffffff, 0x%08llx, 1000000, \"as "
			       "in the "
			       "log\", \"%s\", err);\n",
			       name, (unsigned long long)a->value, name);
		snprintf(got, sizeof got, "fl_read32(d, %s)", name);
		if (read == FL_PLAY_ONCE)
			compare(a, got, name);
		return true;
	case FL_ACCESS_READ8:
		snprintf(got, sizeof got, "fl_read8(d, 0x%04llx)", (unsigned long long)a->offset_B);
		if (read != FL_PLAY_AGAIN)
			compare(a, got, name);
		return true;
	case FL_ACCESS_CFG_READ:
		snprintf(got, sizeof got, "d->bus->cfg_read(d, 0x%02llx, %llu)",
			 (unsigned long long)a->offset_B, (unsigned long long)a->size_B);
		if (read != FL_PLAY_AGAIN)
			compare(a, got, "configuration space");
		return true;
	default:
		if (a->size_B > FL_ACCESS_BYTES || !a->size_B)
			return false;
		if (a->kind == FL_ACCESS_VRAM_WRITE || read != FL_PLAY_AGAIN)
			vram(a);
		return true;
	}
}

void fl_play_c_end(void)
{
	printf("\treturn code;\n}\n");
}
