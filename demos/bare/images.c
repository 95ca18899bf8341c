/* SPDX-License-Identifier: MIT
 *
 * Which module of the loader's is which file of firmware; see images.h.
 */
#include "demos/bare/images.h"
#include "hw/fl_str.h"

/* The last part of a path. */
static const char *base(const char *path)
{
	for (const char *slash; (slash = fl_str_find(path, '/'));)
		path = slash + 1;
	return path;
}

static bool names_a_file(const char *name)
{
	size_t n = fl_str_length(name);

	return n >= 4 && fl_str_same(name + n - 4, ".bin");
}

/* The module that is file i of the card, called want; NULL: none is. */
static const struct fl_boot_module *pick(const struct fl_boot *boot, const struct fl_family *f,
					 const struct fl_dev *dev, unsigned i, const char *want)
{
	const struct fl_boot_module *found = NULL;
	bool fits = false;

	for (unsigned k = 0; k < boot->n_modules; k++) {
		const struct fl_boot_module *m = &boot->module[(i + k) % boot->n_modules];

		if (fl_str_same(base(m->name), base(want)))
			return m;
		if (fits || names_a_file(m->name))
			continue;
		fits = !f->check_image(dev, i, m->data, m->size_B, NULL);
		if (fits || !found)
			found = m;
	}
	return found;
}

enum fl_code fl_bare_images(const struct fl_boot *boot, struct fl_dev *dev, struct fl_images *images,
			    struct fl_err *err)
{
	const struct fl_family *f = fl_family_of(dev);
	const char *name[FL_IMAGES];
	unsigned n = fl_family_firmware(f, dev, name);
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < n; i++) {
		const struct fl_boot_module *m = pick(boot, f, dev, i, name[i]);

		if (m)
			images->of[i] = (struct fl_image){m->data, m->size_B};
		else
			code = fl_fail(err, FL_NO_DEVICE,
				       "%s: the loader brought no %s, the microcode without which no 3D. "
				       "make iso MICROCODE=/lib/firmware/radeon puts it on the disc "
				       "(firmware-amd-graphics has it)",
				       dev->name, name[i]);
	}
	return code;
}
