/* SPDX-License-Identifier: MIT
 *
 * Bytes as letters; see base64.h.
 */
#include "demos/firstlight/base64.h"

void fl_base64(FILE *f, const uint8_t *b, size_t n)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned v =
		    (unsigned)b[i] << 16 | (i + 1 < n ? b[i + 1] << 8 : 0) | (i + 2 < n ? b[i + 2] : 0);

		putc(letters[v >> 18], f);
		putc(letters[v >> 12 & 63], f);
		putc(i + 1 < n ? letters[v >> 6 & 63] : '=', f);
		putc(i + 2 < n ? letters[v & 63] : '=', f);
	}
}
