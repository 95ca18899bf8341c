/* SPDX-License-Identifier: MIT
 *
 * For a model of the chip: what each register holds after reset, which bits it has, and who may touch it. A
 * header of its own with nothing but plain rows, so that the model needs none of the kit's code.
 */
#include "hw/regs/gen/regsgen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static uint32_t write_mask(const struct word *w)
{
	uint32_t mask = w->access & ACCESS_W ? word_mask(w) : 0;

	for (unsigned i = 0; i < w->n; i++)
		if (w->f[i].access && !(w->f[i].access & ACCESS_W))
			mask &= ~(uint32_t)(((1ull << (w->f[i].high - w->f[i].low + 1)) - 1) << w->f[i].low);
	return mask;
}

static void put_row(struct out *o, const struct word *w, unsigned space, uint32_t offset, uint32_t count,
		    uint32_t stride)
{
	put(o, "\t{0x%04x, %u, %u, 0x%08x, 0x%08x, 0x%08x, 0x%x, %u, %u, %u}, /* %s */\n", offset, count,
	    stride, word_reset(w), word_mask(w), write_mask(w), w->chips, space, w->access, word_has_reset(w),
	    w->name);
}

void write_reset(struct out *o, const struct db *db)
{
	char *upper = text("%s", db->name);

	for (char *c = upper; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	put(o,
	    "/* SPDX-License-Identifier: MIT\n"
	    " *\n"
	    " * Generated from hw/regs/%s/ by hw/regs/gen: edit the XML, not this.\n"
	    " *\n"
	    " * Every register once, arrays in one row: registers offset, offset + stride, … (count of "
	    "them).\n"
	    " *   value   after reset; 0 where no document tells (known: 0)\n"
	    " *   mask    bits that have a meaning; the others are reserved\n"
	    " *   write   of those, the bits that a write reaches\n"
	    " *   chips   which chips have it: bit %s_CHIP_…\n"
	    " *   space   %s_SPACE_…: in the indirect ones, offset is an index\n"
	    " *   access  1 read, 2 write, +4 writing 1 clears, +8 reading clears\n"
	    " * Rows of different chips can share an address, and so can rows that are two meanings of the "
	    "same memory.\n"
	    " */\n",
	    db->name, upper, upper);
	put(o, "#ifndef FL_REGS_%s_RESET_H\n#define FL_REGS_%s_RESET_H\n\n#include <stdint.h>\n\n", upper,
	    upper);
	for (unsigned i = 0; i < db->n_chips; i++)
		put(o, "#define %s_CHIP_%s 0x%xu\n", upper, db->chip[i].name, 1u << i);
	for (unsigned i = 0; i < db->n_d; i++)
		put(o, "#define %s_SPACE_%s %u\n", upper, db->d[i]->name, i);
	put(o,
	    "\nstruct %s_reset {\n"
	    "\tuint32_t offset, count, stride, value, mask, write, chips;\n"
	    "\tuint8_t space, access, known;\n"
	    "};\n\nstatic const struct %s_reset %s_reset[] = {\n",
	    db->name, db->name, db->name);
	for (unsigned d = 0; d < db->n_d; d++)
		for (unsigned i = 0; i < db->regs.n; i++) {
			const struct word *w = db->regs.w[i];
			uint32_t outer = w->dims == 2 ? w->dim[0].length : 1;
			unsigned in = w->dims == 2;

			if (w->domain != db->d[d])
				continue;
			for (uint32_t k = 0; k < outer; k++)
				put_row(o, w, d, w->offset + (w->dims == 2 ? k * w->dim[0].stride : 0),
					w->dims ? w->dim[in].length : 1,
					w->dims ? w->dim[in].stride : db->d[d]->step);
			if (w->alias)
				put_row(o, w, d, w->alias, 1, db->d[d]->step);
		}
	put(o, "};\n\n#endif\n");
}
