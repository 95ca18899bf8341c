/* SPDX-License-Identifier: MIT
 *
 * Pictures out, as PNG: single, or animated (APNG: acTL, fcTL and fdAT chunks, PNG specification third
 * edition 11.3.6).
 */
#ifndef DEMOS_FIRSTLIGHT_PNG_H
#define DEMOS_FIRSTLIGHT_PNG_H

#include "hw/fl_err.h"

#include <stdint.h>

struct fl_png;

/* FL_USAGE for "-": a picture does not go to standard output. NULL, which is no --out, is fine. */
enum fl_code fl_png_path(const char *path, struct fl_err *err);
/* Start a file of frames pictures of w x h pixels, each shown for delay_ms. One frame makes a plain PNG.
 * Folders on the way that are missing are made. NULL on failure, *err filled in. */
struct fl_png *fl_png_open(const char *path, unsigned w, unsigned h, unsigned frames, unsigned delay_ms,
			   struct fl_err *err);
/* The same in two steps, for a size that is known later. fl_png_size() wants a struct that was just made. */
struct fl_png *fl_png_create(const char *path, unsigned frames, unsigned delay_ms, struct fl_err *err);
enum fl_code fl_png_size(struct fl_png *p, unsigned w, unsigned h, struct fl_err *err);
/* The file's descriptor: for a process that closes others. */
int fl_png_fd(const struct fl_png *p);
/* Add a picture: rows from the top, R, G, B a byte each, stride_B bytes from row to row. */
enum fl_code fl_png_frame(struct fl_png *p, const uint8_t *rgb, unsigned stride_B, struct fl_err *err);
/* Finish and free. Frames missing, or a file that could not be written, are an error, and what was made of it
 * is taken back (fl_file_discard()). */
enum fl_code fl_png_close(struct fl_png *p, struct fl_err *err);

#endif
