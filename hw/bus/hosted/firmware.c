/* SPDX-License-Identifier: MIT
 *
 * Microcode files, and an image that is nobody's; see hosted.h.
 */
#include "hw/bus/hosted/hosted.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum fl_code read_file(const char *path, uint8_t *out, size_t max, size_t *size_B, struct fl_err *err)
{
	FILE *f = fopen(path, "rb");
	size_t n;
	long size;
	bool bad;

	if (!f)
		return fl_fail(err,
			       errno == ENOENT   ? FL_NO_DEVICE
			       : errno == EACCES ? FL_PERMISSION
						 : FL_FAILED,
			       "microcode file %s: %s", path, strerror(errno));
	n = fread(out, 1, max, f);
	bad = ferror(f); /* a directory opens, and cannot be read */
	size = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
	fclose(f);
	if (bad)
		return fl_fail(err, FL_FAILED, "microcode file %s cannot be read", path);
	if (size >= 0 && (size_t)size > max)
		return fl_fail(err, FL_USAGE, "microcode file %s has %ld bytes; none is larger than %zu",
			       path, size, max);
	*size_B = n;
	return FL_OK;
}

enum fl_code fl_firmware_read(const char *path, const char *name, const char *root, uint8_t *out, size_t max,
			      size_t *size_B, struct fl_err *err)
{
	static const struct {
		const char *ext, *tool;
	} packed[] = {{".xz", "xz"}, {".zst", "zstd"}};
	char found[512];

	*size_B = 0;
	if (path)
		return read_file(path, out, max, size_B, err);
	snprintf(found, sizeof(found), "%s/lib/firmware/%s", root ? root : "", name);
	if (!access(found, F_OK))
		return read_file(found, out, max, size_B, err);
	for (unsigned i = 0; i < sizeof(packed) / sizeof(*packed); i++) {
		const char *base = strrchr(name, '/');

		base = base ? base + 1 : name;
		snprintf(found, sizeof(found), "%s/lib/firmware/%s%s", root ? root : "", name, packed[i].ext);
		if (!access(found, F_OK))
			return fl_fail(err, FL_NO_DEVICE,
				       "the microcode is there only compressed, as %s. Unpack it (%s -dc %s "
				       "> %s) and name it with --microcode %s",
				       found, packed[i].tool, found, base, base);
	}
	return fl_fail(err, FL_NO_DEVICE,
		       "no microcode: there is no %s/lib/firmware/%s. Install linux-firmware (Debian: "
		       "firmware-amd-graphics), or name a file with --microcode",
		       root ? root : "", name);
}

void fl_synthetic_microcode(uint8_t out[2048])
{
	uint32_t state = 0x66697273; /* xorshift32, G. Marsaglia, "Xorshift RNGs", 2003 */

	for (unsigned i = 0; i < 2048; i++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		/* Of the upper dword of each pair only the last byte is part of a word. */
		out[i] = i % 8 < 3 ? 0 : (uint8_t)(state >> 24);
	}
}
