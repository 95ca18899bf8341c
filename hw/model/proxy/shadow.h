/* SPDX-License-Identifier: MIT
 *
 * VRAM at memory speed. An access through the proxy is a round trip between two processes; memory that both
 * map is not. QEMU's ivshmem-plain shows a shared memory as a BAR: put over the card's VRAM BAR, it shadows
 * it.
 *
 *	-object memory-backend-file,id=V,share=on,mem-path=/proc/self/fd/N,size=…
 *	-device ivshmem-plain,memdev=V,addr=1e.7
 *	-chardev socket,id=T,fd=M -object qtest,id=Q,chardev=T,log=none
 *
 * Function 7 of a slot with no function 0 is invisible to firmware and systems, which look at function 0
 * first (PCI 3.0, 3.2.2.3.4): only this file gives it an address, through QEMU's test port, which acts as a
 * processor would.
 *
 * QEMU lets go of the machine while a processor waits for the card's answer; so the ports of configuration
 * space are ours for as long as an access to a BAR is not answered, and in no other moment: not inside an
 * access to configuration space (QEMU blocks what comes through the same bridge), and not in between (the
 * processor may have written one port of the two).
 */
#ifndef HW_MODEL_PROXY_SHADOW_H
#define HW_MODEL_PROXY_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#define FL_SHADOW_SLOT "1e.7"

struct fl_shadow;

/* fd: the test port's socket, which the shadow closes. NULL: out of memory. */
struct fl_shadow *fl_shadow_new(int fd);
void fl_shadow_free(struct fl_shadow *s);
/* While an access to a BAR waits for its answer: put the shared memory at addr, over what is there; 0: take
 * it away. False: it does not work here, and is not tried again before the machine was reset; VRAM is slow
 * then, but works. */
bool fl_shadow_place(struct fl_shadow *s, uint32_t addr);
/* The machine was reset, and the shadow is gone. */
void fl_shadow_reset(struct fl_shadow *s);

#endif
