/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own, of all families: who has an assembler has them. Choosing among the texts
 * of one.
 */
#include "hw/fl_families.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "lib/fl_draw_chip.h"
#include "lib/fl_program.h"

/* An assembler alone is not enough. */
#define FL_OWN_yes(...) __VA_ARGS__
#define FL_OWN_text(...)
#define FL_OWN_no(...)

#define FL_PROGRAM_DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_OWN_##asm(extern const struct fl_program_kind fl_##name##_programs;)
FL_FAMILIES(FL_PROGRAM_DECLARE)

#define FL_PROGRAM_ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_OWN_##asm(&fl_##name##_programs, )
static const struct fl_program_kind *const kinds[] = {FL_FAMILIES(FL_PROGRAM_ROW) NULL};

/* geometry NULL: none */
static enum fl_code choose(const struct fl_draw *d, struct fl_program *p, const struct fl_program_text *texts,
			   const char *const *geometry, struct fl_err *err)
{
	const struct fl_draw_backend *chip = d->chip.backend;
	char have[64] = "";
	size_t n = 0;

	for (uint32_t k = 0; kinds[k]; k++) {
		const struct fl_program_kind *kind = kinds[k];

		if (kind->backend != chip && kind->backend != chip->variant_of)
			continue;
		for (uint32_t i = 0; texts[i].family; i++)
			if (fl_str_same(texts[i].family, kind->name))
				return geometry ? kind->make_geometry(p, texts[i].vertex, geometry[i],
								      texts[i].fragment, err)
						: kind->make(p, texts[i].vertex, texts[i].fragment, err);
	}
	for (uint32_t i = 0; texts[i].family && n < sizeof(have); i++)
		n += (size_t)fl_format(have + n, sizeof(have) - n, " %s", texts[i].family);
	return fl_fail(err, FL_NO_DEVICE, "programs are there for the families%s, and this card is of none",
		       have);
}

enum fl_code fl_program_choose(const struct fl_draw *d, struct fl_program *p,
			       const struct fl_program_text *texts, struct fl_err *err)
{
	return choose(d, p, texts, NULL, err);
}

enum fl_code fl_program_choose_geometry(const struct fl_draw *d, struct fl_program *p,
					const struct fl_program_text *texts, const char *const *geometry,
					struct fl_err *err)
{
	if (!fl_draw_does(d, FL_DOES_GEOMETRY))
		return fl_fail(
		    err, FL_USAGE,
		    "this chip does not know geometry programs (FL_DOES_GEOMETRY), and this program "
		    "has one");
	return choose(d, p, texts, geometry, err);
}
