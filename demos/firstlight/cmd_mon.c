/* SPDX-License-Identifier: MIT
 *
 * firstlight md, mw, pci: commands of the monitor (lib/tool/fl_mon.h) as commands of the shell.
 */
#include "demos/firstlight/cmd_monitor.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"

#include <stdlib.h>
#include <string.h>

static void say(void *arg, const char *s, size_t n)
{
	fwrite(s, 1, n, stdout);
}

static void complain(void *arg, const struct fl_err *err)
{
	fflush(stdout);
	fl_complain_err(err);
}

static bool interrupted(void *arg)
{
	return fl_stopped(arg);
}

/* The name as it was called, with its width; options and operands as the monitor takes them. */
static enum fl_code run(struct fl_mon *m, const struct fl_args *a)
{
	static char unsafe_read[] = "--unsafe-read", force[] = "--force";
	char **word = calloc((size_t)a->n_operands + 4, sizeof(*word));
	enum fl_code code;
	int n = 0;

	if (!word)
		return fl_complain(FL_FAILED, "out of memory");
	word[n++] = a->called;
	if (a->unsafe_read)
		word[n++] = unsafe_read;
	if (a->force) {
		word[n++] = force;
		word[n++] = strdup(a->force);
	}
	for (int i = 0; i < a->n_operands; i++)
		word[n++] = a->operand[i];
	code = fl_mon_words(m, n, word);
	if (a->force)
		free(word[a->unsafe_read + 2]);
	free(word);
	return code;
}

int fl_cmd_mon(const struct fl_args *a)
{
	static struct fl_device d;
	static struct fl_mon m; /* large */
	struct fl_err err = {0};
	int code = fl_device_open(&d, a, &err);

	if (code)
		return fl_complain_err(&err);
	m = (struct fl_mon){
	    .put = say, .complain = complain, .interrupted = interrupted, .arg = &d.dev, .dev = &d.dev};
	/* A card whose registers nobody knows still has memory and configuration space. */
	if (fl_regtool_for(&m.tool, &d.dev, &err))
		m.tool.db = NULL;
	code = run(&m, a);
	fflush(stdout);
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}
