/* SPDX-License-Identifier: MIT
 *
 * A descriptor that goes along with a message of wire.h, on either side.
 */
#ifndef HW_DRM_PASS_H
#define HW_DRM_PASS_H

#include <string.h>
#include <sys/socket.h>

/* Room for the one descriptor that can go along with a message. */
union fl_drm_control {
	struct cmsghdr align;
	char space[CMSG_SPACE(sizeof(int))];
};

/* fd goes along with m; control stays as long as m. */
static inline void fl_drm_pass(struct msghdr *m, union fl_drm_control *control, int fd)
{
	struct cmsghdr *c;

	m->msg_control = control;
	m->msg_controllen = sizeof control->space;
	c = CMSG_FIRSTHDR(m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(int));
}

#endif
