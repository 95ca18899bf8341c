/* SPDX-License-Identifier: MIT
 *
 * What comes out of a file is shown, and not obeyed by the terminal.
 */
#include "demos/firstlight/visible.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(visible, control_characters)
{
	static const struct {
		const char *text, *shown;
	} t[] = {{"cube", "cube"},
		 {"a\033[2Jb", "a\\x1b[2Jb"},
		 {"\r\n\t\a\177", "\\x0d\\x0a\\x09\\x07\\x7f"},
		 {"gr\xc3\xbc\xc3\x9f \xe2\x80\x93 \xf0\x9f\x94\xad",
		  "gr\xc3\xbc\xc3\x9f \xe2\x80\x93 \xf0\x9f\x94\xad"},
		 {"\xc2\x9b"
		  "2J",
		  "\\xc2\\x9b2J"}, /* CSI as one character */
		 {"\x9b"
		  "2J",
		  "\\x9b2J"},                         /* and as one byte */
		 {"\xc0\x9b", "\\xc0\\x9b"},          /* a longer form of it */
		 {"\xed\xa0\x80", "\\xed\\xa0\\x80"}, /* half a surrogate pair */
		 {"\xe2\x80\xae"
		  "gnp.exe",
		  "\\xe2\\x80\\xaegnp.exe"}, /* right to left from here */
		 {"\xe2\x82", "\\xe2\\x82"}, /* cut off */
		 {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"}};
	char out[64];

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
		cr_expect_str_eq(fl_visible(out, sizeof out, t[i].text), t[i].shown, "case %u: '%s'", i, out);
	/* no half a character at the end */
	for (size_t size = 1; size < 12; size++) {
		fl_visible(out, size, "ab\033\xc3\xbc");
		cr_expect_str_eq(out, size < 2   ? ""
				      : size < 3 ? "a"
				      : size < 7 ? "ab"
				      : size < 9 ? "ab\\x1b"
						 : "ab\\x1b\xc3\xbc");
	}
}

static void record(FILE *f, const char *tag, const void *data, uint32_t n)
{
	fwrite(tag, 1, 4, f);
	fwrite(&n, 4, 1, f);
	fwrite(data, 1, n, f);
}

/* Every way in which a trace's texts and its name reach the terminal. */
Test(visible, a_trace_that_writes_to_the_terminal)
{
	static const char *const ways[] = {"replay",     "replay --json", "stream",          "stream --json",
					   "stream --c", "stream -r",     "stream --changed"};
	static const uint32_t head[] = {0x43525447, 1, 1, 0}, ib[] = {0, 0, 2, 0, 0x0000057f, 0};
	static const char info[] = "chip=r\033[2J\n", mark[] = "\033]0;evil\a";
	char dir[] = "/tmp/fl-visible-XXXXXX", path[128], cmd[512], text[4096];
	FILE *f;

	cr_assert(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/\033[31m*", dir);
	f = fopen(path, "wb");
	fwrite(head, 1, sizeof head, f);
	record(f, "INFO", info, sizeof info - 1);
	record(f, "MARK", mark, sizeof mark - 1);
	record(f, "IB  ", ib, sizeof ib);
	fclose(f);
	for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
		size_t n;

		snprintf(cmd, sizeof cmd, "%s/firstlight %s \"$(ls -d %s/*)\" 2>&1", build_dir(), ways[i],
			 dir);
		f = popen(cmd, "r");
		n = fread(text, 1, sizeof text - 1, f);
		pclose(f);
		text[n] = 0;
		cr_expect_gt(n, 0);
		for (size_t k = 0; k < n; k++)
			cr_expect((uint8_t)text[k] >= 0x20 || text[k] == '\n' || text[k] == '\t',
				  "%s: character 0x%02x in '%s'", ways[i], (uint8_t)text[k], text);
	}
	snprintf(cmd, sizeof cmd, "rm -r %s", dir);
	cr_assert_eq(system(cmd), 0);
}
