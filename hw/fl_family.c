/* SPDX-License-Identifier: MIT
 *
 * What is the same for the cards of all families; see hw/fl_family.h.
 */
#include "hw/fl_family.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"

#include <string.h>

void fl_did(struct fl_bringup *up, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_vformat(up->did, sizeof(up->did), fmt, ap);
	va_end(ap);
}

const struct fl_family *fl_family_of(struct fl_dev *d)
{
	struct fl_card card;

	return fl_card_of(d, &card) ? card.family : NULL;
}

void fl_family_init(const struct fl_family *f, struct fl_bringup *up, struct fl_dev *d)
{
	memset(up, 0, f->card_B);
	up->dev = d;
}

unsigned fl_family_firmware(const struct fl_family *f, const struct fl_dev *d, const char *name[FL_IMAGES])
{
	return f->firmware ? f->firmware(d, name) : 0;
}

bool fl_family_goes(const struct fl_family *f, enum fl_goal goal)
{
	for (const struct fl_step *s = f->steps; s->name; s++)
		if (s->goal == goal)
			return true;
	return false;
}

const char *fl_family_list(enum fl_goal goal, enum fl_family_word word, char *out, size_t size)
{
	size_t n = 0;

	out[0] = 0;
	for (const struct fl_family *const *f = fl_families; *f; f++)
		if (fl_family_goes(*f, goal) && n < size)
			n += (size_t)fl_format(out + n, size - n, "%s%s", n ? ", " : "",
					       word == FL_FAMILY_CHIPS ? (*f)->chips : (*f)->title);
	return out;
}

const char *const fl_transport_names[FL_TRANSPORTS] = {"auto", "pio", "vram", "system"};

enum fl_transport fl_transport_find(const char *name)
{
	unsigned i = 0;

	while (i < FL_TRANSPORTS && !fl_str_same(name, fl_transport_names[i]))
		i++;
	return (enum fl_transport)i;
}

enum fl_code fl_transport_step(struct fl_bringup *up, enum fl_transport first, fl_transport_try *attempt,
			       struct fl_err *err)
{
	enum fl_transport want = up->transport, via = want ? want : first;
	char why[360] = "";
	size_t n = 0;
	enum fl_code code;

	for (;; via++) {
		const char *name = fl_transport_names[via];
		struct fl_err e = {0};

		code = attempt(up, via, &e);
		if (!code) {
			fl_did(up, "commands go by %s%s", name, why);
			return code;
		}
		if (n < sizeof(why))
			n += (size_t)fl_format(why + n, sizeof(why) - n, "; %s: %.150s", name, e.text);
		if (want || via == FL_TRANSPORT_SYSTEM || fl_stopped(up->dev))
			return fl_fail(err, code, "no way for commands%s", why);
	}
}
