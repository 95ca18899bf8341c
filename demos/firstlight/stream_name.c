/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the names of what a stream writes.
 */
#include "demos/firstlight/stream_state.h"

#include <stdio.h>

/* Memory behind a port: "PVS[12].PVS_SRC_OPERAND_0", "PVS[600].y", "US[3].2". */
static void port_name(const struct fl_stream_event *e, char *out, size_t size)
{
	const struct fl_stream_port *p = e->port;
	uint32_t row = e->index / p->row_dw, k = e->index % p->row_dw;

	if (e->word)
		snprintf(out, size, "%s[%u].%s", p->name, row, e->word->name);
	else if (p->vectors)
		snprintf(out, size, "%s[%u].%c", p->name, row, "xyzw"[k]);
	else
		snprintf(out, size, "%s[%u].%u", p->name, row, k);
}

void fl_stream_name(const struct fl_stream_event *e, char *out, size_t size)
{
	if (e->port)
		port_name(e, out, size);
	else if (e->space == FL_STREAM_OBJECT && e->word)
		snprintf(out, size, "%s[%u].%s", e->object, e->index, e->word->name);
	else if (e->space == FL_STREAM_OBJECT)
		snprintf(out, size, "%s[%u]", e->object, e->index);
	else if (e->reg)
		fl_reg_full_name(e->reg, out, size);
	else
		snprintf(out, size, "0x%05x", e->offset);
}
