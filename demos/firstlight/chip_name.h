/* SPDX-License-Identifier: MIT
 *
 * Chips by the names that they are sold under: x1900, hd4870, i.mx6q.
 */
#ifndef DEMOS_FIRSTLIGHT_CHIP_NAME_H
#define DEMOS_FIRSTLIGHT_CHIP_NAME_H

/* The chip that a card or a system of that name has, as --chip wants it; the name itself if it is a chip's or
 * a family's already, or nobody's. It lies in a buffer that the next call uses again. */
const char *fl_chip_called(const char *name);

#endif
