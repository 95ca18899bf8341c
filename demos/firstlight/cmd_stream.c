/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: command streams by name.
 */
#include "demos/firstlight/cmd_stream.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/sandbox.h"

#include <stdlib.h>

static int by_offset(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Addresses that the database has no name for: on standard error where standard output is for programs. That
 * there are none is said only of what was read to its end. */
static void list_unnamed(const struct fl_stream_show *show, int code)
{
	bool machine = show->a->json || show->a->registers || show->a->query;
	FILE *f = machine ? stderr : stdout;

	if (!show->n_unnamed) {
		if (!machine && !code)
			printf("\nEvery address has a name.\n");
		return;
	}
	qsort(show->unnamed, show->n_unnamed, sizeof *show->unnamed, by_offset);
	fprintf(f, "%s%lu writes to %zu addresses without a name:\n", machine ? "" : "\n",
		show->writes_unnamed, show->n_unnamed);
	for (size_t i = 0; i < show->n_unnamed; i++)
		fprintf(f, "  0x%05x  %u times\n", show->unnamed[i].offset, show->unnamed[i].count);
}

int fl_cmd_stream(const struct fl_args *a)
{
	struct fl_stream_show show = {.a = a};
	unsigned ways = (a->registers || a->query) + (a->draw || a->changed) + a->diff + a->c_source;
	struct fl_err err = {0};
	int code;

	if (ways > 1)
		return fl_complain(
		    FL_USAGE,
		    "stream: --registers and --query, --draw and --changed, --diff, --c are ways of "
		    "showing a stream: one of them at a time");
	if (a->diff && a->n_operands != 2)
		return fl_complain(FL_USAGE, "stream: --diff wants two files");
	if (a->c_source && a->json)
		return fl_complain(FL_USAGE, "stream: --c writes C, and --json does not change that");
	if (fl_sandbox_for_files(a, -1, &err))
		return fl_complain_err(&err);
	if (a->draw || a->changed)
		code = fl_stream_states(&show);
	else if (a->diff)
		code = fl_stream_diff(&show);
	else if (a->c_source)
		code = fl_stream_c(&show);
	else
		code = fl_stream_list(&show);
	if (a->json)
		puts(show.any_json ? "\n]" : "[]");
	if ((!ways || a->registers) && code != FL_USAGE)
		list_unnamed(&show, code);
	free(show.unnamed);
	return code;
}
