/* SPDX-License-Identifier: MIT
 *
 * Step: microcode; see microcode.h and image.h.
 */
#include "hw/cik/microcode.h"
#include "hw/fl_fmt.h"
#include "hw/regs/cik.h"

enum { PULSE_US = 50 };

static const struct port {
	uint16_t write_at, read_at, data;
	uint8_t image;
	char name[6];
} ports[CIK_RAMS] = {
    [CIK_RAM_PFP] = {CIK_CP_PFP_UCODE_ADDR, CIK_CP_PFP_UCODE_ADDR, CIK_CP_PFP_UCODE_DATA, CIK_IMAGE_PFP,
		     "PFP"},
    [CIK_RAM_ME] = {CIK_CP_ME_RAM_WADDR, CIK_CP_ME_RAM_RADDR, CIK_CP_ME_RAM_DATA, CIK_IMAGE_ME, "ME"},
    [CIK_RAM_CE] = {CIK_CP_CE_UCODE_ADDR, CIK_CP_CE_UCODE_ADDR, CIK_CP_CE_UCODE_DATA, CIK_IMAGE_CE, "CE"},
    [CIK_RAM_MEC1] = {CIK_CP_MEC_ME1_UCODE_ADDR, CIK_CP_MEC_ME1_UCODE_ADDR, CIK_CP_MEC_ME1_UCODE_DATA,
		      CIK_IMAGE_MEC, "MEC1"},
    [CIK_RAM_MEC2] = {CIK_CP_MEC_ME2_UCODE_ADDR, CIK_CP_MEC_ME2_UCODE_ADDR, CIK_CP_MEC_ME2_UCODE_DATA,
		      CIK_IMAGE_MEC2, "MEC2"},
    [CIK_RAM_RLC] = {CIK_RLC_GPM_UCODE_ADDR, CIK_RLC_GPM_UCODE_ADDR, CIK_RLC_GPM_UCODE_DATA, CIK_IMAGE_RLC,
		     "RLC"},
    [CIK_RAM_SDMA0] = {CIK_SDMA0_UCODE_ADDR, CIK_SDMA0_UCODE_ADDR, CIK_SDMA0_UCODE_DATA, CIK_IMAGE_SDMA,
		       "SDMA0"},
    [CIK_RAM_SDMA1] = {CIK_SDMA1_UCODE_ADDR, CIK_SDMA1_UCODE_ADDR, CIK_SDMA1_UCODE_DATA, CIK_IMAGE_SDMA,
		       "SDMA1"},
};

bool cik_microcode_has(const struct cik_family_info *f, unsigned ram)
{
	return ram != CIK_RAM_MEC2 || f->mecs > 1;
}

unsigned cik_microcode_image(unsigned ram)
{
	return ports[ram].image;
}

void cik_microcode_write(struct fl_dev *d, unsigned ram, const struct cik_image *image)
{
	const struct port *p = &ports[ram];

	fl_write32(d, p->write_at, 0);
	for (uint32_t k = 0; k < image->n_dw; k++)
		fl_write32(d, p->data, cik_image_dw(image, k));
	fl_write32(d, p->write_at, 0);
}

enum fl_code cik_microcode_verify(struct fl_dev *d, unsigned ram, const struct cik_image *image, bool *back,
				  struct fl_err *err)
{
	const struct port *p = &ports[ram];
	uint32_t bad = 0, first = 0, first_got = 0;

	fl_write32(d, p->read_at, 0);
	for (uint32_t k = 0; k < image->n_dw; k++) {
		uint32_t got = fl_read32(d, p->data);

		if (got != cik_image_dw(image, k) && !bad++) {
			first = k;
			first_got = got;
		}
	}
	fl_write32(d, p->read_at, 0);
	*back = !bad;
	/* Equal by chance, here and there, is no answer. */
	if (!bad || bad > image->n_dw / 2)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "microcode: dword %u of the %s RAM reads 0x%08x, written was 0x%08x; %u of %u differ",
		       first, p->name, first_got, cik_image_dw(image, first), bad, image->n_dw);
}

/* The files that the card wants, opened. */
static enum fl_code open_all(const struct cik_card *c, struct cik_image image[CIK_IMAGES], struct fl_err *err)
{
	const struct cik_family_info *f = c->family;
	unsigned n = f->mecs > 1 ? CIK_IMAGES : CIK_IMAGES - 1;

	for (unsigned i = 0; i < n; i++) {
		const struct fl_image *file = &c->up.images.of[i];
		enum fl_code code;

		if (!file->data && i == CIK_IMAGE_MEC2 && !image[CIK_IMAGE_MEC].new) {
			image[i] = image[CIK_IMAGE_MEC]; /* of old files there is one for both */
			continue;
		}
		if (!file->data)
			return fl_fail(
			    err, FL_NO_DEVICE,
			    "microcode: no %s image was given. A %s needs pfp, me, ce, mec%s, rlc and sdma, "
			    "with the chip's name before them, from /lib/firmware/radeon (package "
			    "firmware-amd-graphics)",
			    cik_image_name(i), f->name, f->mecs > 1 ? ", mec2" : "");
		code = cik_image_open(f, i, file->data, file->size_B, &image[i], err);
		if (code)
			return code;
		/* They call each other: Linux refuses it too. */
		if (image[i].new != image[0].new)
			return fl_fail(err, FL_USAGE,
				       "microcode: the %s image is %s, and the %s image is not: old and new "
				       "files must not be mixed",
				       cik_image_name(i),
				       image[i].new ? "new, with a header" : "old, without a header",
				       cik_image_name(0));
	}
	return FL_OK;
}

/* The RLC, before its microcode: si_rlc_reset(), cik_rlc_resume(). */
static void rlc_ready(struct fl_dev *d)
{
	fl_write32(d, CIK_RLC_CNTL, 0);
	fl_mask32(d, CIK_GRBM_SOFT_RESET, CIK_GRBM_SOFT_RESET__SOFT_RESET_RLC__MASK,
		  CIK_GRBM_SOFT_RESET__SOFT_RESET_RLC(1));
	fl_delay_us(d, PULSE_US);
	fl_mask32(d, CIK_GRBM_SOFT_RESET, CIK_GRBM_SOFT_RESET__SOFT_RESET_RLC__MASK, 0);
	fl_delay_us(d, PULSE_US);
	fl_write32(d, CIK_RLC_LB_CNTR_INIT, 0);
	fl_write32(d, CIK_RLC_LB_CNTR_MAX, 0x8000);
	fl_write32(d, CIK_RLC_LB_INIT_CU_MASK, ~0u);
	fl_write32(d, CIK_RLC_LB_PARAMS, 0x00600408);
	fl_write32(d, CIK_RLC_LB_CNTL, CIK_RLC_LB_CNTL__LB_CNT_SPIM_ACTIVE(1) | 1u << 31);
	fl_write32(d, CIK_RLC_MC_CNTL, 0);
	fl_write32(d, CIK_RLC_UCODE_CNTL, 0);
}

enum fl_code cik_microcode(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	struct cik_image image[CIK_IMAGES];
	unsigned n = 0, back = 0;
	char text[200];
	size_t at = 0;
	enum fl_code code = open_all(c, image, err);

	if (code)
		return code;
	cik_engines_off(d, c->family);
	rlc_ready(d);
	for (unsigned ram = 0; ram < CIK_RAMS; ram++) {
		const struct cik_image *from = &image[ports[ram].image];
		bool shown;

		if (!cik_microcode_has(c->family, ram))
			continue;
		cik_microcode_write(d, ram, from);
		code = cik_microcode_verify(d, ram, from, &shown, err);
		if (code)
			return code;
		at += (size_t)fl_format(text + at, sizeof(text) - at, "%s%s %u", n ? ", " : "",
					ports[ram].name, from->n_dw);
		n++;
		back += shown;
	}
	fl_mask32(d, CIK_RLC_LB_CNTL, CIK_RLC_LB_CNTL__LOAD_BALANCE_ENABLE__MASK, 0);
	if (c->chip->family == CIK_FAMILY_BONAIRE)
		fl_write32(d, CIK_RLC_DRIVER_CPDMA_STATUS, 0);
	fl_write32(d, CIK_RLC_CNTL, CIK_RLC_CNTL__RLC_ENABLE_F32(1));
	fl_delay_us(d, PULSE_US);
	fl_did(up, "%s dwords loaded from %s files, version 0x%x; %s", text, image[0].new ? "new" : "old",
	       image[0].version,
	       back == n ? "read back the same"
	       : back    ? "read back the same as far as the chip shows it"
			 : "the chip does not show it");
	return FL_OK;
}
