/* SPDX-License-Identifier: MIT
 *
 * A trace as a file has it: plain, in an archive, compressed.
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	WORK_LOG2 = 21,
	XZ_MAX_B = 4096, /* a few bytes of it can become a thousand times as many, which takes time and is
			    right so */
	MAX_FILES = 4,
};

static void told(void *arg, const char *scene, const struct fl_report *r)
{
	if (!r->text[0] || strlen(scene) >= 64)
		fuzz_fail("%s: an empty report", scene);
}

static void replay(const uint8_t *data, size_t size_B, const char *name)
{
	const struct fl_replay_options o = {
	    .model = {.running = true, .threads = 1, .work = UINT64_C(1) << WORK_LOG2},
	    .want_picture = size_B & 1,
	    .passes = 1 + (size_B >> 1 & 1),
	    .report = told,
	};
	struct fl_replay_result res;
	struct fl_err err = {0};
	uint8_t *copy = malloc(size_B ? size_B : 1); /* as long as it is, for the sanitizer; and aligned */

	if (!copy)
		return;
	memcpy(copy, data, size_B);
	if (fl_replay(copy, size_B, name, &o, &res, &err) && !err.text[0])
		fuzz_fail("a replay failed without a reason");
	free(res.picture);
	free(copy);
}

static void each(const uint8_t *data, size_t size_B)
{
	struct fl_pack_file f;
	struct fl_err err = {0};
	size_t at = 0;

	if (!fl_pack_is_tar(data, size_B)) {
		replay(data, size_B, "fuzz");
		return;
	}
	for (unsigned i = 0; i < MAX_FILES && fl_pack_next(data, size_B, &at, &f, &err) == 1; i++)
		replay(f.data, f.size_B, f.name);
}

static void packed(const uint8_t *data, size_t size_B)
{
	struct fl_err err = {0};
	char path[64];
	uint8_t *plain;
	size_t n;
	int fd = memfd_create("fuzz", 0);

	if (fd < 0 || write(fd, data, size_B) != (ssize_t)size_B)
		fuzz_fail("no memory file");
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	plain = fl_pack_read(path, &n, &err);
	close(fd);
	if (plain)
		each(plain, n);
	else if (!err.text[0])
		fuzz_fail("unpacking failed without a reason");
	free(plain);
}

void fuzz_gtrc(const uint8_t *data, size_t size_B)
{
	if (size_B && data[0] == 0xfd) {
		if (size_B <= XZ_MAX_B)
			packed(data, size_B);
	} else {
		each(data, size_B);
	}
}
