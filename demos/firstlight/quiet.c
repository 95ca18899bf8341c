/* SPDX-License-Identifier: MIT
 *
 * Leaving a card as it was; see quiet.h.
 */
#include "demos/firstlight/quiet.h"
#include "demos/firstlight/cmd.h"
#include "hw/fl_display.h"
#include "hw/fl_wake.h"

#include <signal.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { ENDS = sizeof ends / sizeof *ends };

/* Signals are the process's, and so is this. */
static struct sigaction before[ENDS];
static bool begun;
static volatile sig_atomic_t noted; /* the first one */
static struct fl_display kept;      /* of the one card that a command has open */
const volatile int *const fl_quiet_signal = &noted;

static void note(int sig)
{
	if (!noted)
		noted = sig;
}

void fl_quiet_begin(void)
{
	/* No SA_RESTART: who waits for input, or for a reader of its output, must hear of it. */
	struct sigaction act = {.sa_handler = note};

	if (begun)
		return;
	begun = true;
	noted = 0;
	for (unsigned i = 0; i < ENDS; i++) {
		sigaction(ends[i], &act, &before[i]);
		if (before[i].sa_handler == SIG_IGN) /* nohup */
			sigaction(ends[i], &before[i], NULL);
	}
}

void fl_quiet_forget(void)
{
	if (noted == SIGINT)
		noted = 0;
}

enum fl_code fl_quiet_keep(const struct fl_family *f, struct fl_dev *d, struct fl_err *err)
{
	return fl_display_take(&kept, f, d, err);
}

enum fl_code fl_quiet_rest(const struct fl_family *f, struct fl_dev *d, struct fl_err *err)
{
	enum fl_code code = f ? fl_sleep(f, d, err) : FL_OK,
		     shown = fl_display_give(&kept, code ? NULL : err);

	return code ? code : shown;
}

int fl_quiet_end(int code)
{
	int sig = noted;

	if (!begun)
		return code;
	for (unsigned i = 0; i < ENDS; i++)
		sigaction(ends[i], &before[i], NULL);
	begun = false;
	kept.ops = NULL; /* if the card was lost, so is that */
	if (sig == SIGPIPE)
		raise(SIGPIPE);
	return sig && code ? FL_EXIT_SIGNAL + sig : code;
}
