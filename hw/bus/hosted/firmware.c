/* SPDX-License-Identifier: MIT
 *
 * Files of firmware; see hosted.h.
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

/* The image of the i-th file. */
static enum fl_code load(struct fl_firmware *fw, const struct fl_firmware_source *from, const char *name,
			 unsigned i, unsigned n, size_t *size_B, struct fl_err *err)
{
	size_t left_B = sizeof(fw->room) - fw->used_B,
	       max_B = left_B < FL_FIRMWARE_MAX_B ? left_B : FL_FIRMWARE_MAX_B;
	uint8_t *at = fw->room + fw->used_B;
	char inside[512];

	if (from->model && !from->path) {
		*size_B = fl_model_firmware(from->model, i, at, max_B);
		return *size_B ? FL_OK
			       : fl_fail(err, FL_FAILED, "the model of %s takes no %s", from->model, name);
	}
	if (!from->path || n == 1)
		return fl_firmware_read(from->path, name, from->root, at, max_B, size_B, err);
	/* Several files: the path is their folder. */
	snprintf(inside, sizeof(inside), "%s/%s", from->path,
		 strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
	return fl_firmware_read(inside, name, from->root, at, max_B, size_B, err);
}

enum fl_code fl_firmware_load(struct fl_firmware *fw, const struct fl_family *f, const struct fl_dev *d,
			      const struct fl_firmware_source *from, struct fl_err *err)
{
	const char *name[FL_IMAGES];
	unsigned n = fl_family_firmware(f, d, name);
	enum fl_code code = FL_OK;

	fw->images = (struct fl_images){0};
	fw->used_B = 0;
	for (unsigned i = 0; i < n && !code; i++) {
		const uint8_t *at = fw->room + fw->used_B;
		struct fl_err why;
		size_t size_B = 0;

		code = load(fw, from, name[i], i, n, &size_B, err);
		if (code == FL_USAGE)
			code = err->code = FL_FAILED;
		if (!code && f->check_image(d, i, at, size_B, &why))
			code = fl_fail(err, FL_FAILED, "%s: %s", from->path ? from->path : name[i], why.text);
		fw->images.of[i] = (struct fl_image){at, size_B};
		fw->used_B += (size_B + 15) & ~(size_t)15;
	}
	if (code)
		fw->images = (struct fl_images){0};
	return code;
}
