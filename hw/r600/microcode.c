/* SPDX-License-Identifier: MIT
 *
 * Step: microcode; see microcode.h.
 */
#include "hw/r600/microcode.h"
#include "hw/regs/r600.h"

enum { RESET_US = 15000, LOAD_BLOCK = 15, LOAD_RING = 3 };

static const char *const image_names[R600_IMAGES] = {"pfp", "me", "rlc"};

/* Where an image goes. */
static const struct port {
	uint16_t write_at, read_at, data;
	bool counts; /* the address moves on with the data; else it is written before each dword */
	uint16_t r6xx_dw, r7xx_dw;
} ports[R600_IMAGES] = {
    {R600_CP_PFP_UCODE_ADDR, R600_CP_PFP_UCODE_ADDR, R600_CP_PFP_UCODE_DATA, true, 576, 848},
    {R600_CP_ME_RAM_WADDR, R600_CP_ME_RAM_RADDR, R600_CP_ME_RAM_DATA, true, 1792 * 3, 1360},
    {R600_RLC_UCODE_ADDR, R600_RLC_UCODE_ADDR, R600_RLC_UCODE_DATA, false, 768, 1024},
};

static uint32_t be32(const uint8_t *image, unsigned i)
{
	const uint8_t *p = image + 4 * (size_t)i;

	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static unsigned dwords(const struct r600_family_info *f, unsigned i)
{
	return f->r7xx ? ports[i].r7xx_dw : ports[i].r6xx_dw;
}

size_t r600_microcode_size(const struct r600_family_info *f, unsigned i)
{
	return 4 * (size_t)dwords(f, i);
}

enum fl_code r600_microcode_check(const struct r600_family_info *f, unsigned i, const uint8_t *image,
				  size_t size_B, struct fl_err *err)
{
	unsigned n = dwords(f, i), same = 0;

	if (!image || size_B != r600_microcode_size(f, i))
		return fl_fail(err, FL_USAGE,
			       "microcode: the %s image has %zu bytes; for an %s it has to have %zu",
			       image_names[i], size_B, f->name, r600_microcode_size(f, i));
	for (unsigned k = 1; k < n; k++)
		same += be32(image, k) == be32(image, 0);
	if (same == n - 1)
		return fl_fail(err, FL_USAGE, "microcode: the %s image holds nothing but 0x%08x",
			       image_names[i], be32(image, 0));
	return FL_OK;
}

void r600_microcode_write(struct fl_dev *d, const struct r600_family_info *f, unsigned i,
			  const uint8_t *image)
{
	const struct port *p = &ports[i];
	unsigned n = dwords(f, i);

	fl_write32(d, p->write_at, 0);
	for (unsigned k = 0; k < n; k++) {
		if (!p->counts)
			fl_write32(d, p->write_at, k);
		fl_write32(d, p->data, be32(image, k));
	}
	fl_write32(d, p->write_at, 0);
}

enum fl_code r600_microcode_verify(struct fl_dev *d, const struct r600_family_info *f, unsigned i,
				   const uint8_t *image, bool *back, struct fl_err *err)
{
	const struct port *p = &ports[i];
	unsigned n = dwords(f, i), bad = 0, first = 0;
	uint32_t first_got = 0;

	fl_write32(d, p->read_at, 0);
	for (unsigned k = 0; k < n; k++) {
		uint32_t got;

		if (!p->counts)
			fl_write32(d, p->read_at, k);
		got = fl_read32(d, p->data);
		if (got != be32(image, k) && !bad++) {
			first = k;
			first_got = got;
		}
	}
	fl_write32(d, p->read_at, 0);
	*back = !bad;
	/* Equal by chance, here and there, is no answer. */
	if (!bad || bad > n / 2)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "microcode: dword %u of the %s RAM reads 0x%08x, written was 0x%08x; %u of %u differ",
		       first, image_names[i], first_got, be32(image, first), bad, n);
}

/* Both engines of the command processor stand, and so does the power manager. */
static void stop(struct fl_dev *d, bool r7xx)
{
	static const uint16_t zero[] = {
	    R600_RLC_CNTL,      R600_RLC_HB_CNTL,          R600_RLC_HB_BASE,          R600_RLC_HB_RPTR,
	    R600_RLC_HB_WPTR,   R600_RLC_HB_WPTR_LSB_ADDR, R600_RLC_HB_WPTR_MSB_ADDR, R600_RLC_MC_CNTL,
	    R600_RLC_UCODE_CNTL};

	if (r7xx) { /* it is reset before it is halted: Linux r600_rlc_stop() */
		fl_write32(d, R600_SRBM_SOFT_RESET, R600_SRBM_SOFT_RESET__SOFT_RESET_RLC(1));
		fl_read32(d, R600_SRBM_SOFT_RESET);
		fl_delay_us(d, RESET_US);
		fl_write32(d, R600_SRBM_SOFT_RESET, 0);
		fl_read32(d, R600_SRBM_SOFT_RESET);
	}
	for (unsigned i = 0; i < sizeof(zero) / sizeof(*zero); i++)
		fl_write32(d, zero[i], 0);
	r600_cp_off(d, r7xx);
	fl_write32(d, R600_CP_RB_CNTL,
		   R600_CP_RB_CNTL__RB_NO_UPDATE(1) | R600_CP_RB_CNTL__RB_BLKSZ(LOAD_BLOCK) |
		       R600_CP_RB_CNTL__RB_BUFSZ(LOAD_RING));
	r600_cp_reset(d, r7xx);
}

enum fl_code r600_microcode(struct fl_bringup *up, struct fl_err *err)
{
	static const uint8_t r6xx_order[R600_IMAGES] = {R600_IMAGE_RLC, R600_IMAGE_ME, R600_IMAGE_PFP},
			     r7xx_order[R600_IMAGES] = {R600_IMAGE_RLC, R600_IMAGE_PFP, R600_IMAGE_ME};
	struct r600_card *c = r600_card(up);
	const struct r600_family_info *f = c->family;
	struct fl_dev *d = up->dev;
	unsigned read_back = 0;
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < R600_IMAGES && !code; i++) {
		const struct fl_image *image = &up->images.of[i];

		if (!image->data)
			return fl_fail(
			    err, FL_NO_DEVICE,
			    "microcode: no %s image was given. An %s needs radeon/%s_pfp.bin, "
			    "radeon/%s_me.bin and radeon/%s_rlc.bin (package firmware-amd-graphics)",
			    image_names[i], f->name, f->files, f->files, f->r7xx ? "R700" : "R600");
		code = r600_microcode_check(f, i, image->data, image->size_B, err);
	}
	if (code)
		return code;
	stop(d, f->r7xx);
	for (unsigned k = 0; k < R600_IMAGES; k++) {
		unsigned i = f->r7xx ? r7xx_order[k] : r6xx_order[k];

		r600_microcode_write(d, f, i, up->images.of[i].data);
	}
	for (unsigned i = 0; i < R600_IMAGES && !code; i++) {
		bool back = false;

		code = r600_microcode_verify(d, f, i, up->images.of[i].data, &back, err);
		read_back += back;
	}
	if (code)
		return code;
	fl_write32(d, R600_RLC_CNTL, R600_RLC_CNTL__RLC_ENABLE(1));
	fl_did(up, "PFP %u, ME %u, RLC %u dwords loaded; %s", dwords(f, R600_IMAGE_PFP),
	       dwords(f, R600_IMAGE_ME), dwords(f, R600_IMAGE_RLC),
	       read_back == R600_IMAGES ? "read back the same"
	       : read_back              ? "read back the same as far as the chip shows it"
					: "the chip does not show it");
	return FL_OK;
}
