/* SPDX-License-Identifier: MIT
 *
 * regsgen: reads register databases (XML), checks them, and writes what C code needs of them.
 *
 *     regsgen [--header F.h] [--table F.c] [--reset F.h] [--json F] FILE.xml …
 *
 * Exit code 0: written (files whose content would not change are left alone). 1: the database is wrong; each
 * mistake was reported as file:line: text. 2: usage, or a file cannot be read or written.
 */
#include "hw/regs/gen/regsgen.h"

#include <string.h>

static struct db db;

int main(int argc, char **argv)
{
	static const struct {
		const char *option;
		void (*write)(struct out *o, const struct db *db);
	} kind[] = {
	    {"--header", write_header},
	    {"--table", write_table},
	    {"--reset", write_reset},
	    {"--json", write_json},
	};
	static struct out out[sizeof kind / sizeof *kind];
	const char *to[sizeof kind / sizeof *kind] = {0};
	unsigned files = 0;

	for (int i = 1; i < argc; i++) {
		unsigned k;

		for (k = 0; k < sizeof kind / sizeof *kind; k++)
			if (!strcmp(argv[i], kind[k].option))
				break;
		if (k < sizeof kind / sizeof *kind) {
			if (++i == argc)
				fatal("%s needs a file name", argv[i - 1]);
			to[k] = argv[i];
		} else if (argv[i][0] == '-') {
			fatal("unknown option %s", argv[i]);
		} else {
			parse_file(&db, argv[i]);
			files++;
		}
	}
	if (!files)
		fatal("usage: regsgen [--header F.h] [--table F.c] [--reset F.h] [--json F] FILE.xml …");
	if (!errors)
		link_db(&db);
	if (!errors)
		check_db(&db);
	for (unsigned k = 0; k < sizeof kind / sizeof *kind && !errors; k++)
		kind[k].write(&out[k], &db); /* asked for or not: each finds mistakes of its own */
	if (errors) {
		fprintf(stderr, "regsgen: %u mistake%s, nothing written\n", errors, errors > 1 ? "s" : "");
		return 1;
	}
	for (unsigned k = 0; k < sizeof kind / sizeof *kind; k++)
		if (to[k])
			out_file(&out[k], to[k]);
	return 0;
}
