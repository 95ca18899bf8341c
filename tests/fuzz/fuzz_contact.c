/* SPDX-License-Identifier: MIT
 *
 * Reports of a first contact, from anybody: they are taken apart, or refused with a reason, and what is taken
 * apart is explained in words that a terminal does not obey.
 */
#include "demos/firstlight/contact_read.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_contact(const uint8_t *data, size_t size_B)
{
	static struct fl_contact_read report, again; /* large */
	struct fl_err err = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *f;

	if (fl_contact_parse(&report, (const char *)data, size_B, "report", &err)) {
		if (!err.text[0])
			fuzz_fail("refused without a reason");
		return;
	}
	if (fl_contact_parse(&again, (const char *)data, size_B, "report", &err) ||
	    memcmp(&report, &again, sizeof(report)))
		fuzz_fail("the same report is another one when it is read again");
	f = open_memstream(&text, &n);
	if (!f)
		fuzz_fail("out of memory");
	fl_contact_explain(f, &report);
	fclose(f);
	for (size_t i = 0; i < n; i++)
		if ((uint8_t)text[i] < ' ' && text[i] != '\n')
			fuzz_fail("byte 0x%02x in an explanation", (uint8_t)text[i]);
	if (!n)
		fuzz_fail("nothing to say about a report");
	free(text);
}
