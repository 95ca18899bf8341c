/* SPDX-License-Identifier: MIT
 *
 * The table of the targets, and how they end.
 */
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const struct fuzz_target fuzz_targets[] = {
    {"model", fuzz_model},     {"writer", fuzz_model}, /* the same language: streams in memory that changes */
    {"gtrc", fuzz_gtrc},       {"stream", fuzz_stream}, {"regtool", fuzz_regtool}, {"pci", fuzz_pci},
    {"proxy", fuzz_proxy},     {"asm", fuzz_asm},       {"contact", fuzz_contact}, {"vanish", fuzz_vanish},
    {"program", fuzz_program}, {"code", fuzz_code},     {"tree", fuzz_tree},       {NULL, NULL},
};

void fuzz_fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
