/* SPDX-License-Identifier: MIT
 *
 * Choices that the shared steps of a card make, case by case: which way commands go, and on which display a
 * picture is shown. Each is a function of few states, so all of them are tried, and the expected ends are
 * worked out here.
 */
#include "hw/fl_crtc.h"
#include "hw/fl_family.h"

#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* ---- the way for commands ------------------------------------------------------------------------------ */
static unsigned tried, works; /* bit masks, by enum fl_transport */
static volatile int stop;
static unsigned stop_in; /* an end is wanted while this one is tried */

static enum fl_code attempt(struct fl_bringup *up, enum fl_transport via, struct fl_err *err)
{
	cr_assert(via > FL_TRANSPORT_AUTO && via < FL_TRANSPORTS);
	cr_expect(!(tried >> via), "%u after a later one", via);
	tried |= 1u << via;
	stop = via == stop_in;
	return works >> via & 1 ? FL_OK : fl_fail(err, FL_TIMEOUT, "way %u is closed", via);
}

/* The wanted one alone; else from the first on until one works, or somebody wants an end. */
Test(card_parts, ways_for_commands)
{
	enum { WAYS = 1u << FL_TRANSPORTS };

	for (works = 0; works < WAYS; works += 1u << FL_TRANSPORT_PIO)
		for (unsigned want = FL_TRANSPORT_AUTO; want < FL_TRANSPORTS; want++)
			for (unsigned first = FL_TRANSPORT_PIO; first < FL_TRANSPORTS; first++)
				for (stop_in = FL_TRANSPORT_AUTO; stop_in < FL_TRANSPORTS; stop_in++) {
					struct rig *r = rig_new(0x7249);
					struct fl_bringup up = {.dev = &r->dev, .transport = want};
					struct fl_err err = {0};
					unsigned via = want ? want : first, all = 1u << via;
					char text[64];
					enum fl_code code;

					while (!want && !(works >> via & 1) && via != stop_in &&
					       via + 1 < FL_TRANSPORTS)
						all |= 1u << ++via;
					tried = 0;
					stop = 0;
					r->dev.stop = &stop;
					code = fl_transport_step(&up, first, attempt, &err);
					cr_expect_eq(code, works >> via & 1 ? FL_OK : FL_TIMEOUT);
					cr_expect_eq(tried, all, "want %u, first %u, works 0x%x: 0x%x", want,
						     first, works, tried);
					snprintf(text, sizeof(text), "commands go by %s",
						 fl_transport_names[via]);
					cr_expect(code || !strncmp(up.did, text, strlen(text)), "%s", up.did);
					for (unsigned i = FL_TRANSPORT_PIO; code && i < FL_TRANSPORTS; i++) {
						snprintf(text, sizeof(text), "; %s: way %u is closed",
							 fl_transport_names[i], i);
						cr_expect_eq(!!strstr(err.text, text), all >> i & 1, "%s",
							     err.text);
					}
					free(r);
				}
}

/* ---- a display for a picture --------------------------------------------------------------------------- */
enum display { DARK, TEXT, WIDE_ENOUGH, TOO_NARROW, STATES };
enum { DISPLAYS = 3, WIDTH = 640, HEIGHT = 480 };

static enum display is[DISPLAYS];
static struct {
	unsigned i;
	bool mode;
} shown[DISPLAYS + 1];
static unsigned n_shown, wont;

static bool lit(const struct fl_bringup *up, unsigned i)
{
	cr_assert_lt(i, (unsigned)DISPLAYS);
	return is[i] != DARK;
}

static bool vga(const struct fl_bringup *up, unsigned i)
{
	return is[i] == TEXT;
}

static bool graphics(const struct fl_bringup *up, unsigned i, unsigned *x, unsigned *y)
{
	*x = WIDTH - (is[i] == TOO_NARROW);
	*y = HEIGHT;
	return is[i] >= WIDE_ENOUGH;
}

static enum fl_code show(struct fl_bringup *up, unsigned i, const struct fl_mode *m,
			 const struct fl_crtc_picture *p, struct fl_err *err)
{
	cr_assert_leq(n_shown, (unsigned)DISPLAYS);
	shown[n_shown].i = i;
	shown[n_shown++].mode = m;
	return i == wont ? fl_fail(err, FL_FAILED, "not there") : FL_OK;
}

/* Every display in a graphics mode keeps it, up to one that is too small or does not take the picture; where
 * there is none, the first that is lit gets a mode, or the first of all. */
Test(card_parts, displays_for_a_picture)
{
	static const struct fl_crtc_ops ops = {.lit = lit, .vga = vga, .graphics = graphics, .show = show};

	for (wont = 0; wont <= DISPLAYS; wont++)
		for (unsigned n = 1; n <= DISPLAYS; n++)
			for (unsigned s = 0; s < STATES * STATES * STATES; s++) {
				struct fl_bringup up = {0};
				struct fl_crtc_picture p = {.width = WIDTH, .height = HEIGHT};
				struct fl_err err = {0};
				enum fl_code want = FL_OK, code;
				unsigned all = 0, text = DISPLAYS, last = 0;
				char name[24];

				n_shown = 0;
				for (unsigned i = 0, rest = s; i < DISPLAYS; i++, rest /= STATES)
					is[i] = (enum display)(rest % STATES);
				for (unsigned i = 0; i < n; i++) {
					if (is[i] == TEXT && text == DISPLAYS)
						text = i;
					if (is[i] < WIDE_ENOUGH || want)
						continue;
					last = i;
					all |= is[i] == WIDE_ENOUGH ? 1u << i : 1u << DISPLAYS;
					want = is[i] == TOO_NARROW ? FL_USAGE : i == wont ? FL_FAILED : FL_OK;
				}
				if (!all) {
					last = text < DISPLAYS ? text : 0;
					want = last == wont ? FL_FAILED : FL_OK;
				}
				code = fl_crtc_show(&up, &ops, n, &p, &err);
				cr_expect_eq(code, want, "%u of %u: %s", s, n, err.text);
				for (unsigned i = 0; i < n_shown; i++)
					cr_expect(shown[i].mode == !all &&
						      (all ? all >> shown[i].i & 1 : shown[i].i == last),
						  "%u of %u: CRTC %u", s, n, shown[i].i);
				cr_expect_eq(n_shown, all ? (unsigned)__builtin_popcount(all & 7) : 1u);
				snprintf(name, sizeof(name), "CRTC %u", last + 1);
				cr_expect(strstr(code == FL_USAGE ? err.text : up.did, name), "%u of %u: %s",
					  s, n, up.did);
				cr_expect_eq(!!strstr(up.did, "VGA text"), !all && text < DISPLAYS, "%s",
					     up.did);
			}
}
