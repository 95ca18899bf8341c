/* SPDX-License-Identifier: MIT
 *
 * Command streams: the slow half, once a batch.
 */
#include "lib/fl_cs.h"

#include <stddef.h>

enum fl_code fl_cs_init(struct fl_cs *cs, uint32_t *words, uint32_t n_dw,
			enum fl_code (*submit)(struct fl_cs *cs, struct fl_err *err), void *priv)
{
	cs->start = cs->at = words;
	cs->end = words + n_dw;
	cs->submit = submit;
	cs->priv = priv;
	cs->address = 0;
	cs->fetched = false;
	cs->batches = 0;
	cs->code = FL_OK;
	cs->err.code = FL_OK;
	cs->err.text[0] = 0;
	if (n_dw < FL_CS_MIN_DW)
		cs->code =
		    fl_fail(&cs->err, FL_USAGE, "command stream: a batch of %u dwords; it takes at least %u",
			    n_dw, FL_CS_MIN_DW);
	return cs->code;
}

enum fl_code fl_cs_flush(struct fl_cs *cs)
{
	struct fl_err err;
	enum fl_code code;

	if (cs->at == cs->start)
		return cs->code;
	err.text[0] = 0;
	code = cs->submit(cs, &err);
	cs->batches++;
	if (code) {
		cs->at = cs->start;
		if (!cs->code) {
			cs->code = code;
			cs->err = err;
		}
	}
	return cs->code;
}

uint32_t *fl_cs_more(struct fl_cs *cs, uint32_t n_dw)
{
	fl_cs_flush(cs);
	if ((size_t)(cs->end - cs->at) >= n_dw)
		return cs->at;
	if (!cs->code)
		cs->code =
		    fl_fail(&cs->err, FL_USAGE,
			    "command stream: %u dwords in one piece, a batch holds %u; give it more memory",
			    n_dw, (unsigned)(cs->end - cs->at));
	return NULL;
}
