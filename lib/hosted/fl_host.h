/* SPDX-License-Identifier: MIT
 *
 * For programs under Linux that just want to draw: a card or a model, opened and woken in one call, and its
 * picture as a file.
 *
 *	#include <lib/hosted/fl_host.h>
 *
 *	int main(void)
 *	{
 *		static struct fl_host h;
 *
 *		if (fl_host_open(&h, "r580", 640, 480))
 *			return fl_host_fail(&h);
 *		fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
 *		if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "picture.ppm"))
 *			return fl_host_fail(&h);
 *		return fl_host_close(&h);
 *	}
 *
 *	cc program.c $(pkg-config --cflags --libs firstlight-hosted)
 */
#ifndef LIB_HOSTED_FL_HOST_H
#define LIB_HOSTED_FL_HOST_H

#include "hw/bus/hosted/hosted.h"
#include "lib/fl_stage.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_host {
	struct fl_stage stage;  /* what to draw on */
	struct fl_model *model; /* NULL: a card */
	struct fl_dev dev;
	struct fl_err err; /* what went wrong last */
	struct fl_firmware firmware;
};

/* what: a model's name ("r580", as `firstlight list` names them), or a card's slot ("01:00.0"), which wants
 * its microcode under /lib/firmware, or a device of QEMU ("qtest", "qtest:ati-vga,vgamem_mb=32"). Width and
 * height as fl_stage.h has them. Errors: those of fl_open_card(), fl_stage_open() and waking; FL_NO_DEVICE
 * for a name that no model has. */
enum fl_code fl_host_open(struct fl_host *h, const char *what, uint32_t width, uint32_t height);
/* A model with options of its own (hw/model/fl_model.h); posted is on in any case. */
enum fl_code fl_host_open_model(struct fl_host *h, const char *chip, const struct fl_model_config *config,
				uint32_t width, uint32_t height);
/* A card, with the choices that `firstlight` has as options: enable (memory decoding that is off is switched
 * on; without it such a card is refused), path (--via); NULL: none of them. slot as above; NULL: the only
 * card that is known. */
enum fl_code fl_host_open_card(struct fl_host *h, const char *slot, const struct fl_open_options *options,
			       uint32_t width, uint32_t height);
/* Write the screen as a PPM file (P6). FL_USAGE: something was drawn since the last fl_stage_finish();
 * FL_FAILED: the file cannot be written. */
enum fl_code fl_host_picture(struct fl_host *h, const char *path);
/* Leave the card quiet; print h->err, and what a model objected to, on standard error. Returns the exit code,
 * h->err.code. */
int fl_host_fail(struct fl_host *h);
/* Leave the card quiet. What a model objected to is printed; then, or when the card does not come to rest,
 * the exit code is 1; FL_NO_DEVICE or FL_PERMISSION when the card was lost (fl_card_check()). */
int fl_host_close(struct fl_host *h);

#ifdef __cplusplus
}
#endif

#endif
