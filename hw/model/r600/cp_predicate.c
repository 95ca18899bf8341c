/* SPDX-License-Identifier: MIT
 *
 * SET_PREDICATION: packets whose header says so are carried out only if something was visible, or only if
 * nothing was; or by whether stream-out had room for all. Mesa r600_query.c.
 */
#include "hw/model/r600/cp.h"

enum { OP_CLEAR, OP_ZPASS, OP_PRIMCOUNT };
#define WRITTEN (1ull << 63) /* of a counter: it was written */

static bool counter(struct mr600 *r, uint64_t at, uint64_t *value)
{
	uint32_t lo, hi;

	if (!mr600_cp_read_mem(r, at, &lo, "query result") ||
	    !mr600_cp_read_mem(r, at + 4, &hi, "query result"))
		return false;
	*value = lo | (uint64_t)hi << 32;
	return true;
}

/* Samples that passed: each backend has a counter for the start and one for the end. */
static bool visible(struct mr600 *r, uint64_t at, bool *result)
{
	enum { BACKEND_B = 16 };
	uint64_t begin, end;

	for (unsigned i = 0; i < r->variant->backends; i++) {
		if (!counter(r, at + BACKEND_B * i, &begin) || !counter(r, at + BACKEND_B * i + 8, &end))
			return false;
		if (!(begin & WRITTEN) || !(end & WRITTEN))
			mr600_report(
			    r, FL_WARN, "CP", "R6xx facts 7.1",
			    "SET_PREDICATION looks at 0x%llx, and backend %u has not written both of "
			    "its counters there (bit 63)",
			    (unsigned long long)at, i);
		*result |= begin != end;
	}
	return true;
}

/* Primitives: written at the start, wanted at the start, and both at the end. True: all that were wanted. */
static bool all_written(struct mr600 *r, uint64_t at, bool *result)
{
	uint64_t c[4];

	for (unsigned i = 0; i < 4; i++)
		if (!counter(r, at + 8 * i, &c[i]))
			return false;
	*result |= c[2] - c[0] == c[3] - c[1];
	return true;
}

bool mr600_cp_predicate_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	struct mr600_cp *cp = r->cp;
	uint64_t at = (dw[0] & ~15u) | (uint64_t)(dw[1] & 0xff) << 32;
	bool when = dw[1] >> 8 & 1, go_on = dw[1] >> 31, result = false, read;

	if (n != 2 || dw[0] & 15)
		return false;
	switch (dw[1] >> 16 & 7) {
	case OP_CLEAR:
		cp->predicated = false;
		return true;
	case OP_ZPASS:
		mr600_finish(r);
		read = visible(r, at, &result);
		break;
	case OP_PRIMCOUNT:
		mr600_finish(r);
		read = all_written(r, at, &result);
		break;
	default:
		return false;
	}
	if (!read)
		return true;
	result |= go_on && cp->predicated && cp->predicate_seen;
	cp->predicated = true;
	cp->predicate_seen = result;
	cp->predicate = result == when;
	return true;
}
