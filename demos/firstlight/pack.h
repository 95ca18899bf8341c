/* SPDX-License-Identifier: MIT
 *
 * Files as the command takes them: plain, compressed (.xz), or many in one (.tar, .tar.xz).
 */
#ifndef DEMOS_FIRSTLIGHT_PACK_H
#define DEMOS_FIRSTLIGHT_PACK_H

#include "hw/fl_err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Read path whole; .xz is unpacked (recognized by its magic bytes, not by its name). free() the result. At
 * most 1 GiB of a trace or an archive, 64 MiB of anything else, and not more than 200 times of what was
 * packed where that is more than 64 MiB: what is too large is noticed on the way, not at the end. */
uint8_t *fl_pack_read(const char *path, size_t *size_B, struct fl_err *err);
/* The same of a file that is open; path is for messages. */
uint8_t *fl_pack_read_from(FILE *f, const char *path, size_t *size_B, struct fl_err *err);

struct fl_pack_file {
	char name[256];
	const uint8_t *data; /* inside the archive's bytes */
	size_t size_B;
};

/* Walk a tar archive in memory: *at starts at 0. Returns 1 and the next regular file, 0 at the end, -1 if the
 * archive is damaged (*err says where). */
int fl_pack_next(const uint8_t *tar, size_t size_B, size_t *at, struct fl_pack_file *file,
		 struct fl_err *err);
/* Do these bytes start a tar archive? */
int fl_pack_is_tar(const uint8_t *data, size_t size_B);

#endif
