/* SPDX-License-Identifier: MIT
 *
 * Memory of the host that is taken from a card while draws that read it are only gathered: they are drawn
 * before it goes. A texture that does not fit in the cache of decoded texels is read where it is, so a draw
 * that is late would read what stands there afterwards, or crash.
 */
#include "tests/unit/test_lib_rig.h"

#include "hw/model/r500/cp.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/tx_block.h"
#include "lib/r500/surface.h"

#include <sys/mman.h>

enum { TEXTURE_W = 4096, TEXTURE_H = 2048, TEXTURE_B = TEXTURE_W * TEXTURE_H * 4 };
enum { GREEN = 0x5a, RED = 0xa5 }; /* bytes of texels: before and after */
#define TEXTURE_AT UINT32_C(0x20000000)
_Static_assert((int)TEXTURE_B > (int)MR500_TX_CACHE_B, "the texture is not decoded beforehand");

static uint8_t *host;

/* A draw of the texture, consumed by the command processor and not yet drawn. */
static struct rig *gathered(bool mapped)
{
	struct rig *r = (rig_transport = FL_TRANSPORT_VRAM, rig_open(W, H, false));
	struct fl_stage *s = &r->stage;
	const struct mr500 *chip = (const struct mr500 *)r->m;
	struct fl_err err = {0};

	cr_assert_eq(fl_texture_init(&s->texture[0], &fl_r500_surfaces, FL_TEX_2D, TEXTURE_W, TEXTURE_H, 1, 1,
				     FL_ARGB8888, 0, &err),
		     FL_OK, "%s", err.text);
	s->texture[0].image.offset_B = TEXTURE_AT - s->card.up.vram_addr;
	if (mapped) {
		cr_assert(fl_model_map(r->m, TEXTURE_AT, host, TEXTURE_B));
	} else {
		cr_assert(fl_model_set_ram(r->m, &(struct fl_model_ram){TEXTURE_AT, TEXTURE_B, host}, 1));
		fl_model_cfg_write(r->m, 4, 2, 7); /* COMMAND: bus master */
	}
	fl_clear(&s->d, FL_CLEAR_COLOR, 0, 1, 0);
	cr_assert_eq(fl_stage_finish(s, &err), FL_OK, "%s", err.text);
	fl_texture(&s->d, 0, &s->texture[0]);
	pixels(&s->d);
	rect(&s->d, 0, 0, W, H, 0);
	cr_assert_eq(fl_cs_flush(&s->cs), FL_OK);
	while (mr500_cp_busy(chip))
		fl_model_tick(r->m, 1);
	cr_assert(mr500_ga_busy(chip), "the draw is gathered");
	return r;
}

static void drawn_as_it_was(struct rig *r)
{
	struct fl_err err = {0};

	memset(host, RED, TEXTURE_B);
	cr_assert_eq(fl_stage_finish(&r->stage, &err), FL_OK, "%s", err.text);
	for (uint32_t y = 0; y < H; y++)
		fl_stage_row(&r->stage, y, r->picture + y * W);
	for (uint32_t i = 0; i < W * H; i++)
		cr_assert_eq(r->picture[i], 0x01010101u * GREEN, "pixel %u is 0x%08x", i, r->picture[i]);
	rig_close(r);
	munmap(host, TEXTURE_B);
}

static void setup(void)
{
	host = mmap(NULL, TEXTURE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(host != MAP_FAILED);
	memset(host, GREEN, TEXTURE_B);
}

TestSuite(let_go, .init = setup, .timeout = 60);

Test(let_go, memory_that_is_unmapped)
{
	struct rig *r = gathered(true);

	cr_assert(fl_model_unmap(r->m, TEXTURE_AT, TEXTURE_B));
	drawn_as_it_was(r);
}

/* What the proxy calls when QEMU's memory changes (SYNC_SYSMEM). */
Test(let_go, memory_of_the_machine)
{
	struct rig *r = gathered(false);

	cr_assert(fl_model_set_ram(r->m, NULL, 0));
	drawn_as_it_was(r);
}
