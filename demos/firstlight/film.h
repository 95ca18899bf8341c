/* SPDX-License-Identifier: MIT
 *
 * Pictures out, one or many in a file, in the kind that the file's suffix says:
 *
 *	.png .apng    PNG; several are an animation (acTL, fcTL and fdAT chunks, PNG third edition 11.3.6)
 *	.qoi          "Quite OK Image Format Specification" 1.0; one
 *	.ppm          netpbm's P6; several stand one after the other
 *	.y4m          YUV4MPEG2, C444, what video programs take from a pipe
 *	.raw          R, G, B bytes, and nothing else
 *
 * A name without a suffix is a PNG's. KIND:FILE says the kind whatever the name is; the file - is standard
 * output then. No folder is made.
 */
#ifndef DEMOS_FIRSTLIGHT_FILM_H
#define DEMOS_FIRSTLIGHT_FILM_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_film;

/* Can so many pictures be written to this path? Else FL_USAGE. pipe: standard output will do. NULL, which is
 * no --out, is fine. */
enum fl_code fl_film_path(const char *path, unsigned frames, bool pipe, struct fl_err *err);
/* Has its name one %d, for the frame's number, and so a file a frame? Another use of %: FL_USAGE. */
enum fl_code fl_film_numbered(const char *path, bool *numbered, struct fl_err *err);
/* Of such a name, the file of frame n. */
void fl_film_numbered_path(char *to, size_t size, const char *path, unsigned n);
/* It goes to standard output: what is said has to go elsewhere. */
bool fl_film_is_pipe(const char *path);
/* The file's own name, without a kind before it. */
const char *fl_film_name(const char *path);

/* Start a file of frames pictures of w x h pixels, each shown for delay_ms. NULL on failure, *err filled
 * in. */
struct fl_film *fl_film_open(const char *path, unsigned w, unsigned h, unsigned frames, unsigned delay_ms,
			     struct fl_err *err);
/* The same in two steps, for a size that is known later. fl_film_size() wants a struct that was just made. */
struct fl_film *fl_film_create(const char *path, unsigned frames, unsigned delay_ms, struct fl_err *err);
enum fl_code fl_film_size(struct fl_film *p, unsigned w, unsigned h, struct fl_err *err);
/* The file's descriptor: for a process that closes others. */
int fl_film_fd(const struct fl_film *p);
/* Add a picture: rows from the top, R, G, B a byte each, stride_B bytes from row to row. */
enum fl_code fl_film_frame(struct fl_film *p, const uint8_t *rgb, unsigned stride_B, struct fl_err *err);
/* Finish and free. Frames missing, or a file that could not be written, are an error, and what was made of it
 * is taken back (fl_file_discard()). */
enum fl_code fl_film_close(struct fl_film *p, struct fl_err *err);

#endif
