/* SPDX-License-Identifier: MIT
 *
 * What the shared steps of a card do, case by case: which way commands go, on which display a picture is
 * shown, which steps run. Each is a function of few states, so all of them are tried, and the expected ends
 * are worked out here.
 */
#include "hw/fl_crtc.h"
#include "hw/fl_family.h"
#include "hw/fl_wake.h"
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

/* ---- steps --------------------------------------------------------------------------------------------- */
/* A made-up family of four steps: one that reads, one that resets, one that runs a ring, one that nobody ends
 * with. */
enum { STEPS = 4 };

static struct {
	unsigned n;
	bool awake[STEPS];
} ran;
static unsigned fails, stops_after; /* the nth step, from 1 on; 0: none */
static unsigned n_progress, n_sleeps;

static enum fl_code ran_one(struct fl_bringup *up, struct fl_err *err)
{
	cr_assert_lt(ran.n, (unsigned)STEPS);
	cr_expect_eq(err->text[0], 0, "an error is left of the step before");
	cr_expect_eq(up->did[0], 0);
	ran.awake[ran.n++] = up->dev->awake;
	fl_did(up, "step %u", ran.n);
	stop = ran.n == stops_after;
	return ran.n == fails ? fl_fail(err, FL_TIMEOUT, "step %u fails", ran.n) : FL_OK;
}

static const struct fl_step steps[] = {{"look", ran_one, FL_GOAL_PROBE},
				       {"reset", ran_one, FL_GOAL_RESET},
				       {"ring", ran_one, FL_GOAL_RING},
				       {"more", ran_one, FL_GOAL_NONE},
				       {NULL, NULL, FL_GOAL_NONE}};

static enum fl_code sleeps(struct fl_bringup *up, struct fl_err *err)
{
	n_sleeps++;
	cr_expect_null(up->dev->stop, "it cannot be interrupted");
	cr_expect_eq(up->dev->n_before, 7);
	return fails ? fl_fail(err, FL_FAILED, "no sleep") : FL_OK;
}

static const struct fl_family made_up = {
    .name = "made-up", .card_B = sizeof(struct fl_bringup), .steps = steps, .sleep = sleeps};

static void progress(void *arg, const struct fl_step *s, enum fl_code code, const struct fl_bringup *up,
		     const struct fl_err *err)
{
	char want[24];

	cr_expect(s == &steps[n_progress] && arg == &ran);
	n_progress++;
	snprintf(want, sizeof(want), "step %u", n_progress);
	cr_expect(stop && code ? true : !strcmp(up->did, want), "%s", up->did);
	cr_expect_eq(code, err->code);
	cr_expect(code == FL_OK || n_progress == fails || n_progress == stops_after + 1);
}

static struct rig *begin(struct fl_bringup *up)
{
	struct rig *r = rig_new(0x7249);

	fl_family_init(&made_up, up, &r->dev);
	r->dev.stop = &stop;
	stop = 0;
	memset(&ran, 0, sizeof(ran));
	n_progress = n_sleeps = 0;
	return r;
}

/* Steps up to the last that is wanted, the first that fails, or the one that an end is wanted in. What comes
 * after the steps that only read finds the card noted as awake, which is what sleeping asks for. */
Test(card_parts, steps_of_a_wake_up)
{
	static const char *const names[STEPS] = {"look", "reset", "ring", "more"};

	for (fails = 0; fails <= STEPS; fails++)
		for (stops_after = 0; stops_after < STEPS; stops_after++)
			for (unsigned last = 1; last <= STEPS; last++) {
				struct fl_bringup up;
				struct fl_err err = {0};
				struct rig *r = begin(&up);
				unsigned all = last;
				enum fl_code code, want = FL_OK;

				if (fails && fails <= all) {
					all = fails;
					want = FL_TIMEOUT;
				}
				if (stops_after && stops_after < all) {
					all = stops_after;
					want = FL_FAILED;
				}
				code = fl_wake_to(&made_up, &up, names[last - 1], progress, &ran, &err);
				cr_expect_eq(code, want, "%u fails, stop after %u, to %u: %s", fails,
					     stops_after, last, err.text);
				cr_expect_eq(ran.n, all);
				cr_expect_eq(n_progress, all + (want == FL_FAILED));
				cr_expect(want != FL_FAILED || !strcmp(err.text, "interrupted"), "%s",
					  err.text);
				for (unsigned i = 0; i < ran.n; i++)
					cr_expect_eq(ran.awake[i], i > 0, "step %u", i);
				cr_expect_not(up.force_reset);
				free(r);
			}
	fails = stops_after = 0;
}

Test(card_parts, as_far_as_a_command_goes)
{
	static const struct {
		enum fl_goal goal;
		unsigned n;
	} of[] = {{FL_GOAL_PROBE, 1}, {FL_GOAL_RESET, 2}, {FL_GOAL_RING, 3}};
	struct fl_err err = {0};
	struct fl_bringup up;
	struct rig *r;

	for (unsigned i = 0; i < 3; i++) {
		r = begin(&up);
		cr_expect_eq(fl_wake_goal(&made_up, &up, of[i].goal, NULL, NULL, &err), FL_OK);
		cr_expect_eq(ran.n, of[i].n);
		cr_expect_eq(up.force_reset, of[i].goal == FL_GOAL_RESET);
		free(r);
	}
	r = begin(&up);
	cr_expect_eq(fl_wake_goal(&made_up, &up, FL_GOAL_FIRMWARE, NULL, NULL, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "rig: [1002:7249] is not a card of "), "%s", err.text);
	cr_expect_eq(fl_wake_to(&made_up, &up, "rin", NULL, NULL, &err), FL_USAGE);
	cr_expect_str_eq(err.text, "no step is called \"rin\"");
	cr_expect_eq(ran.n, 0u);
	cr_expect_eq(fl_wake(&made_up, &up, NULL, NULL, NULL), FL_OK, "without a place for errors");
	cr_expect_eq(ran.n, (unsigned)STEPS);
	ran.n = 0;
	memset(&err, 0, sizeof(err));
	cr_expect_eq(fl_wake_first(&made_up, &r->dev, &err), FL_OK);
	cr_expect_eq(ran.n, 1u);
	cr_expect_eq(fl_wake_first(NULL, &r->dev, &err), FL_NO_DEVICE);
	free(r);
}

/* A card that is not awake is left alone. One that is sleeps to the end, whatever is wanted, and is neither
 * awake nor noted afterwards, even if it failed. */
Test(card_parts, sleep_of_a_card)
{
	for (fails = 0; fails < 2; fails++)
		for (unsigned awake = 0; awake < 2; awake++) {
			struct fl_err err = {0};
			struct fl_bringup up;
			struct rig *r = begin(&up);

			stop = 1;
			r->dev.awake = awake;
			r->dev.n_before = 7;
			cr_expect_eq(fl_sleep(&made_up, &r->dev, &err), awake && fails ? FL_FAILED : FL_OK);
			cr_expect_eq(n_sleeps, awake);
			cr_expect_not(r->dev.awake);
			cr_expect_eq(r->dev.n_before, awake ? 0 : 7);
			cr_expect_eq(r->dev.stop, &stop);
			free(r);
		}
	fails = 0;
}
