/* SPDX-License-Identifier: MIT
 *
 * Errors; see fl_err.h.
 */
#include "hw/fl_err.h"
#include "hw/fl_fmt.h"

#undef fl_fail
#undef fl_fail_more

enum fl_code fl_fail(struct fl_err *err, enum fl_code code, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	err->reg = err->want = err->mask = err->got = 0;
	va_start(ap, fmt);
	fl_vformat(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return code;
}

enum fl_code fl_fail_more(struct fl_err *err, enum fl_code code, const char *fmt, ...)
{
	va_list ap;
	size_t n = 0;

	if (!err)
		return code;
	while (n < sizeof(err->text) - 1 && err->text[n])
		n++;
	va_start(ap, fmt);
	fl_vformat(err->text + n, sizeof(err->text) - n, fmt, ap);
	va_end(ap);
	return code;
}
