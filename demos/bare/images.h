/* SPDX-License-Identifier: MIT
 *
 * Firmware out of the loader's modules. A disc may hold that of several cards: each finds its own.
 */
#ifndef DEMOS_BARE_IMAGES_H
#define DEMOS_BARE_IMAGES_H

#include "boot/boot.h"
#include "hw/fl_family.h"

/* The files that the card wants. A module whose name ends in ".bin" is the file of that name and no other's
 * (its folder does not matter); modules with other names, or none, are looked into, in their order
 * (fl_family.check_image). If none of them is such a file the first is given: the step that loads it says
 * what is wrong with it. FL_NO_DEVICE: a file is missing; the text has its name, and how to make a disc that
 * has it. The others are there then. */
enum fl_code fl_bare_images(const struct fl_boot *boot, struct fl_dev *dev, struct fl_images *images,
			    struct fl_err *err);

#endif
