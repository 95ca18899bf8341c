/* SPDX-License-Identifier: MIT
 *
 * What the two sides of a render node say to each other: the library in the program (hw/drm/client/) and the
 * process that holds the card (hw/drm/).
 *
 * A descriptor of /dev/dri/renderD128 in the program is a stream socket that is connected to the server; the
 * system counts its copies, over dup(), fork() and messages, and when the last is closed the server forgets
 * the client and frees its buffers. Nothing but the greeting goes over it. Questions are asked over channels,
 * one for each thread and client, so that no lock is needed, and a thread that waits keeps no other from
 * asking. A channel's greeting brings a copy of the node's descriptor: who has that, is the client. The name
 * that the node's socket is bound to says which one.
 *
 * A question is a head and size_B bytes; its answer a head with an errno in place of the request, and size_B
 * bytes. One question at a time is under way on a channel.
 */
#ifndef HW_DRM_WIRE_H
#define HW_DRM_WIRE_H

#include <stdint.h>

#define FL_DRM_MAJOR  226
#define FL_DRM_MINOR  128
#define FL_DRM_MAGIC  0x464c4731u      /* "FLG1": both sides are of one build */
#define FL_DRM_NAME   "firstlight-gl/" /* abstract names of nodes' sockets begin with it */
#define FL_DRM_FOLDER "FIRSTLIGHT_GL"  /* the environment: where the tree and the socket are */
#define FL_DRM_SOCKET "socket"         /* in that folder */
#define FL_DRM_DRI    "/dev/dri"       /* paths that the tree takes the place of */
#define FL_DRM_NODE   FL_DRM_DRI "/renderD128"
#define FL_DRM_CHAR   "/sys/dev/char/226:128"

struct fl_drm_head {
	uint32_t size_B; /* of what follows */
	uint32_t what;   /* a question: the ioctl's number, or enum fl_drm_ask. An answer: 0, or an errno */
};

/* Questions beside ioctls, whose numbers are all larger. */
enum fl_drm_ask {
	FL_DRM_HELLO_NODE = 1, /* u32 magic; the answer has nothing */
	FL_DRM_HELLO_CHANNEL,  /* u32 magic, and with it the node's descriptor; the answer has nothing */
	FL_DRM_MEMORY,   /* struct fl_drm_range: an mmap(); with the answer comes the memory's descriptor */
	FL_DRM_RENDERER, /* text: what GL_RENDERER says in the program; u32 is answered, as of a frame */
	FL_DRM_FRAME,    /* u32: the frame that ended, from 0; the answer: u32 FL_DRM_WANT_*, of the next */
	FL_DRM_ROWS,     /* struct fl_drm_rows and pixels; the answer has nothing */
	FL_DRM_MARK,     /* text: a moment of the program's, for the capture; the answer has nothing */
	FL_DRM_INPUT,    /* nothing; the answer: struct fl_drm_input, FL_DRM_INPUTS of them at most */
};
enum {
	FL_DRM_WANT_ALL = 1,     /* when it ends, all of it was submitted */
	FL_DRM_WANT_PICTURE = 2, /* its picture, before that */
	FL_DRM_HAVE_INPUT = 4,   /* somebody sits before a window: from now on FL_DRM_INPUT is worth asking */
};
enum { FL_DRM_MARK_B = 96 }; /* of a mark's text, at most */
/* Rows y to y + n - 1 of a picture, from its bottom, R, G, B, A a byte each. */
enum { FL_DRM_PICTURE_PX = 8192 };
struct fl_drm_rows {
	uint32_t frame, w, h, y, n;
};

/* What a user did in a window. */
enum { FL_DRM_INPUTS = 16 };
struct fl_drm_input {
	enum fl_drm_input_kind {
		FL_DRM_KEY,    /* a: its usage (USB HID Usage Tables, page 7); b: 1 down, 2 repeated */
		FL_DRM_MOTION, /* a, b: where the pointer is in the picture, from the top left */
		FL_DRM_BUTTON, /* a: 1 left, 2 middle, 3 right; b: 1 down */
		FL_DRM_WHEEL,  /* a to the right, b away from the user */
		FL_DRM_TEXT,   /* text, UTF-8 */
	} kind;
	int32_t a, b;
	char text[12]; /* ends with 0 */
};

struct fl_drm_range {
	uint64_t offset_B, size_B;
};

/* An ioctl's question is its argument, as many bytes as its number says; the answer is the same again. Four
 * have pointers in them:
 *   VERSION  the answer is struct fl_drm_version
 *   INFO     after the argument come the 4 bytes that its pointer points to; after the argument of the answer
 *            what is to be stored there, 1 to FL_DRM_INFO_MAX_B bytes
 *   CS       the question is struct fl_drm_cs and the chunks' dwords; the answer has nothing
 *   SUBMIT   of etnaviv: after the argument come the buffers, the relocations and the stream; the answer is
 *            the fence's number, 4 bytes */
struct fl_drm_version {
	int32_t major, minor, patch;
	char name[16], date[16], desc[32]; /* 0 behind their texts */
};
enum { FL_DRM_INFO_MAX_B = 128, FL_DRM_CHUNKS = 8, FL_DRM_MESSAGE_MAX_B = 2 << 20 };
struct fl_drm_cs {
	uint32_t n_chunks, pad;
	struct {
		uint32_t id, n_dw;
	} chunk[FL_DRM_CHUNKS];
};

#endif
