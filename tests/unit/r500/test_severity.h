/* SPDX-License-Identifier: MIT
 *
 * The severity of whatever the model of R5xx says, judged where a rig of the tests ends. FL_REFUSE: the chip
 * does not do it, or hangs. FL_NOTE: nobody did anything wrong. All else is a warning: drawing goes on.
 */
#ifndef TESTS_UNIT_R500_TEST_SEVERITY_H
#define TESTS_UNIT_R500_TEST_SEVERITY_H

#include "hw/model/fl_model.h"
#include <criterion/criterion.h>
#include <string.h>

static inline enum fl_severity severity_of(const char *text)
{
	static const char *const refused[] = {
	    /* what hangs */
	    "hangs here", "the command processor hangs", "so it cannot stand in one",
	    "needs indirect buffer 2 in bus-master mode", "it hangs until", "gets confused and hangs",
	    "on a card the VAP takes this as vertices, or hangs", "the VAP waits for ever",
	    "the engines lose their clock", "that draw is lost",
	    /* what does not start */
	    "commands wait, but the microengine", "but the pipes are not set up", "it never starts",
	    "draw refused", "the vertex program does not end", "nested deeper than 8",
	    "there are no vertices to draw",
	    /* what is dropped, or not done */
	    "; dropped", "it was dropped", "on a card the bus stalls", "the DMA queue is full",
	    "the dword is lost", "out of memory", "leaves the memory that there is",
	    "no descriptor before has EOL", "but the ring is not being read", "DST_TYPE",
	    "is not aligned to a dword", "more constants than the model holds",
	    "dwords through the data ports", "but only a command stream can",
	    /* codes that mean nothing to draw with; of a draw's primitive, target, output, depth */
	    "PRIM_TYPE", ".OUT_FMT", "COLORFORMAT", "DEPTHFORMAT",
	    /* memory that cannot be reached */
	    "the card is not posted", "write both alike"};
	static const char *const noted[] = {"bits 7:0 should be zero",
					    "nothing was done",
					    "not published: not modelled",
					    "which is not modelled",
					    "MC_FB_LOCATION spans",
					    "the last wins",
					    "the stream waits for the semaphore",
					    "is held in reset: RBBM_SOFT_RESET"};

	if (strstr(text, "which the blender cannot take")) /* of a code that means something */
		return FL_WARN;
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		if (strstr(text, refused[i]))
			return FL_REFUSE;
	for (size_t i = 0; i < sizeof(noted) / sizeof(*noted); i++)
		if (strstr(text, noted[i]))
			return FL_NOTE;
	return FL_WARN;
}

static inline void severities(const struct fl_model *m)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
		cr_assert_eq(r->severity, severity_of(r->text), "severity %u: %s", r->severity, r->text);
}

#endif
