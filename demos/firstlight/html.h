/* SPDX-License-Identifier: MIT
 *
 * A page to look into a frame with: the frame debugger (demos/web/frames.html), which has the models in it as
 * WebAssembly, and what it is to show. `make web` builds it; a folder gets a copy with the trace in it.
 */
#ifndef DEMOS_FIRSTLIGHT_HTML_H
#define DEMOS_FIRSTLIGHT_HTML_H

#include "demos/firstlight/file.h"

#include <stdint.h>

struct fl_html {
	char path[4096]; /* DIR/index.html */
	struct fl_file file;
	char *page; /* as it was built */
	size_t page_B;
};

/* Read the page, make the folder, open the file: before a sandbox. FL_NO_DEVICE: the page is not there. */
enum fl_code fl_html_begin(struct fl_html *h, const char *dir, struct fl_err *err);
/* The page with n_B bytes of a trace in it; name: what it calls them. */
enum fl_code fl_html_trace(struct fl_html *h, const char *name, const uint8_t *trace, size_t n_B,
			   struct fl_err *err);
/* Nothing is to be written any more: what was there before stays, a file that was not is empty. Does nothing
 * once a page is written. */
void fl_html_end(struct fl_html *h);

#endif
