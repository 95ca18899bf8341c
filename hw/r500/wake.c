/* SPDX-License-Identifier: MIT
 *
 * Waking a card; see wake.h. The list is to be read: this is what happens, in this order.
 */
#include "hw/r500/wake.h"

#include <string.h>

const struct r500_step r500_steps[] = {
    {"identify", r500_identify},           /* which chip, and does it answer? */
    {"posted", r500_posted},               /* did a video BIOS run? */
    {"reset", r500_reset},                 /* quiet; reset only if it hangs */
    {"memory", r500_memory},               /* where is VRAM, and how much? */
    {"clocks", r500_clocks},               /* CP, E2, IDCT awake */
    {"pipes", r500_pipes},                 /* how many pipes, and how pixels go to them */
    {"microcode", r500_microcode},         /* teach the command processor its packets */
    {"ring", r500_ring_step},              /* give it a place to read them from */
    {"first packets", r500_first_packets}, /* a known state */
    {"ring test", r500_ring_test},         /* does a packet do what it says? */
    {"fence", r500_fence_step},            /* do we hear when work is done? */
    {NULL, NULL},
};

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static enum fl_code run(struct r500_card *c, unsigned steps, r500_progress progress, void *arg,
			struct fl_err *err)
{
	struct fl_err own;

	if (!err)
		err = &own;
	for (unsigned i = 0; i < steps; i++) {
		enum fl_code code;

		memset(err, 0, sizeof(*err));
		c->did[0] = 0;
		code = r500_steps[i].run(c, err);
		if (progress)
			progress(arg, &r500_steps[i], code, c, err);
		if (code)
			return code;
	}
	return FL_OK;
}

enum fl_code r500_wake(struct r500_card *c, r500_progress progress, void *arg, struct fl_err *err)
{
	return run(c, sizeof(r500_steps) / sizeof(*r500_steps) - 1, progress, arg, err);
}

enum fl_code r500_wake_to(struct r500_card *c, const char *name, r500_progress progress, void *arg,
			  struct fl_err *err)
{
	for (unsigned i = 0; r500_steps[i].name; i++)
		if (same(r500_steps[i].name, name))
			return run(c, i + 1, progress, arg, err);
	return fl_fail(err, FL_USAGE, "no step is called \"%s\"", name);
}
