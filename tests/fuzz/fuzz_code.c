/* SPDX-License-Identifier: MIT
 *
 * Code objects from anywhere: loaded, and each of their kernels launched with the arguments that it says it
 * takes, on a card that is nothing but a check: what is written must lie in the memory that is asked for.
 */
#include "lib/cik/compute.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { VRAM_B = 128 << 20, BATCH_DW = FL_CS_MIN_DW, BATCH_AT = VRAM_B, MOST_KERNELS = 8, VALUES_B = 4096 };

struct card {
	uint64_t from_B, to_B; /* that may be written */
};

static void vram_write(struct fl_dev *d, uint64_t at_B, const void *from, size_t n_B)
{
	const struct card *c = d->priv;
	volatile const uint8_t *p = from;

	if (at_B < c->from_B || at_B > c->to_B || n_B > c->to_B - at_B)
		fuzz_fail("%zu bytes are written to 0x%llx, outside of what the object has", n_B,
			  (unsigned long long)at_B);
	for (size_t i = 0; i < n_B; i++)
		(void)p[i];
}

static void vram_read(struct fl_dev *d, uint64_t at_B, void *to, size_t n_B)
{
	memset(to, 0, n_B);
}

static const struct fl_bus bus = {.name = "none", .vram_read = vram_read, .vram_write = vram_write};

static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	return FL_OK;
}

static void launch(struct fl_compute *c, struct fl_kernel *k, uint64_t seed)
{
	static const uint8_t values[VALUES_B];
	struct fl_arg args[FL_KERNEL_ARGS];
	const struct fl_grid g = {.global = {1 + seed % 1000, seed >> 10 & 7},
				  .local = {seed >> 16 & 1 ? 1 + (seed >> 17 & 63) : 0}};
	struct fl_err err = {0};
	uint32_t n = 0;

	memset(args, 0, sizeof(args));
	for (uint32_t i = 0; i < k->n_args; i++)
		if (k->arg[i].kind <= FL_IS_LOCAL)
			args[n++] =
			    (struct fl_arg){.kind = k->arg[i].kind,
					    .size_B = k->arg[i].kind == FL_IS_VALUE ? k->arg[i].size_B : 256,
					    .value = values};
	if (k->no_signature) {
		for (n = 0; n < (seed >> 24) % 6; n++)
			args[n] = (struct fl_arg){.kind = (seed >> 28) % 3, .size_B = 4, .value = values};
		if (fl_kernel_signature(k, args, n, &err))
			return;
	}
	if (fl_compute_run(c, k, &g, args, n, &err) && !err.text[0])
		fuzz_fail("refused without an error");
}

void fuzz_code(const uint8_t *data, size_t size_B)
{
	static uint32_t words[BATCH_DW];
	struct card card = {0, VRAM_B};
	struct fl_dev dev = {.bus = &bus, .priv = &card};
	struct fl_vram vram;
	struct fl_cs cs;
	struct fl_compute c;
	struct fl_compute_chip chip = {.backend = &fl_cik_compute, .dev = &dev, .cs = &cs, .vram = &vram};
	struct fl_code_object o;
	struct fl_err err = {0};
	uint8_t *file = malloc(size_B ? size_B : 1); /* as long as it is, for the sanitizer */
	uint64_t seed = 88172645463325252u + size_B;
	size_t length;

	if (!file)
		fuzz_fail("out of memory");
	memcpy(file, data, size_B);
	fl_vram_init(&vram, NULL, 0, VRAM_B);
	if (fl_cs_init(&cs, words, BATCH_DW, submit, NULL) || fl_compute_begin(&c, &chip, &err))
		fuzz_fail("no card");
	cs.address = BATCH_AT;
	card.from_B = vram.next_B;
	if (fl_code_load(&o, &c, file, size_B, &err)) {
		if (!err.text[0])
			fuzz_fail("refused without an error");
	} else {
		const char *name;

		card.from_B = card.to_B = 0;
		for (uint32_t i = 0; i < MOST_KERNELS && (name = fl_code_kernel(&o, i, &length)); i++) {
			char text[128];
			struct fl_kernel k;

			length = length < sizeof(text) ? length : sizeof(text) - 1;
			memcpy(text, name, length);
			text[length] = 0;
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			memset(&err, 0, sizeof(err));
			if (!fl_kernel_find(&k, &o, text, &err))
				launch(&c, &k, seed >> 20);
			else if (!err.text[0])
				fuzz_fail("a kernel is refused without an error");
		}
	}
	free(file);
}
