/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: an array of JSON, an element at a time.
 */
#include "demos/firstlight/stream_show.h"

#include <stdio.h>

void fl_stream_json(struct fl_stream_show *show, json_t *o)
{
	fputs(show->any_json ? ",\n" : "[\n", stdout);
	show->any_json = true;
	json_dumpf(o, stdout, JSON_COMPACT);
	json_decref(o);
}
