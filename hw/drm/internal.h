/* SPDX-License-Identifier: MIT
 *
 * What the files of the render node share. The main thread owns everything but the engine's state; what goes
 * between the two threads are jobs.
 */
#ifndef HW_DRM_INTERNAL_H
#define HW_DRM_INTERNAL_H

#include "hw/drm/fl_drm.h"
#include "hw/drm/fl_drm_family.h"
#include "hw/drm/wire.h"

#include <libdrm/radeon_drm.h>
#include <pthread.h>
#include <sys/types.h>

enum {
	FL_DRM_PAGE_B = 4096,
	FL_DRM_HANDLES = 65536, /* buffers of a client */
	FL_DRM_QUEUED = 32,     /* submissions of a client that wait; the next one's ioctl waits too */
	FL_DRM_EVENTS = 256,    /* kept until somebody takes them */
	FL_DRM_CONTEXTS = 16,   /* page tables that a chip knows at a time, at most */
	FL_DRM_LATER = -1,      /* in place of an errno: ask again when a submission is done */
};

/* ---- addresses (space.c) ------------------------------------------------------------------------------- */
/* What is free of the chip's addresses, by address. */
struct fl_drm_space {
	struct fl_drm_hole {
		uint64_t addr, size_B;
	} * hole;
	unsigned n, cap;
};
bool fl_drm_space_init(struct fl_drm_space *s, uint64_t addr, uint64_t size_B);
void fl_drm_space_free(struct fl_drm_space *s);
/* Pages; align_B: a power of two. 0: no room. */
uint64_t fl_drm_space_take(struct fl_drm_space *s, uint64_t size_B, uint64_t align_B);
/* Just those. False: not all of them are free, or no memory. */
bool fl_drm_space_take_at(struct fl_drm_space *s, uint64_t addr, uint64_t size_B);
void fl_drm_space_give(struct fl_drm_space *s, uint64_t addr, uint64_t size_B);

/* ---- buffers (buffer.c) -------------------------------------------------------------------------------- */
struct fl_drm_buffer {
	struct fl_drm_client *client;
	uint64_t addr, size_B; /* addr: as the chip sees it, and the place in the client's memory */
	uint32_t domain, tiling, pitch;
	uint64_t va;   /* among the client's own addresses; 0: nowhere */
	unsigned refs; /* the handle, and each job that uses it */
	unsigned jobs;
	bool given; /* the engine got a job that uses it, and has to let go of it at its end */
	/* A card's (metal.c): the program looks into it; the card wrote what the program has not got. */
	bool mapped, behind;
	/* The engine's: did a submission name it, and does the model see it now? Where is it in a trace? */
	bool bound, seen;
	uint64_t traced;
	struct fl_drm_buffer *prev_bound, *next_bound;
	struct fl_drm_buffer *next_dead; /* on the way out: engine.c */
};

/* A client's own addresses (va.c). What changes in them waits for the next submission; the page tables are
 * the engine's. */
struct fl_drm_addresses {
	struct fl_drm_space free;
	struct fl_drm_mapping *change;
	uint32_t n_changes;
	bool used; /* the engine got a job of the client's, and may have page tables for it */
	/* the engine's (vm.c) */
	uint64_t root;    /* of the page tables; 0: there are none yet */
	unsigned context; /* in which they were last; 0: none */
	bool stale;       /* they changed since */
};

struct fl_drm_client {
	struct fl_drm_client *next;
	struct fl_drm *n;
	char name[64]; /* of its node's socket; "": the node was closed */
	pid_t pid;
	int memory_fd;
	uint8_t *memory;               /* all of the chip's addresses, sparse */
	struct fl_drm_buffer **buffer; /* by handle - 1; NULL: a handle that is free */
	uint32_t n_handles;
	unsigned n_buffers; /* those that wait for the engine too */
	unsigned channels;  /* connections that point here */
	struct fl_drm_addresses va;
	/* submissions that wait, in order */
	struct fl_drm_job *first, *last;
	unsigned queued;   /* those, and the one under way */
	uint64_t finished; /* the number of the last one that is done */
};

int fl_drm_buffer_new(struct fl_drm_client *c, uint64_t size_B, uint64_t align_B, uint32_t domain,
		      uint32_t *handle);
struct fl_drm_buffer *fl_drm_buffer_at(const struct fl_drm_client *c, uint32_t handle);
bool fl_drm_buffer_close(struct fl_drm_client *c, uint32_t handle);
void fl_drm_buffer_unref(struct fl_drm_buffer *b);
/* The engine has let go of it. */
void fl_drm_buffer_gone(struct fl_drm_buffer *b);
struct fl_drm_client *fl_drm_client_new(struct fl_drm *n, const char *name, pid_t pid);
/* The node was closed: what is not in use any more goes, now or when it is done. */
void fl_drm_client_close(struct fl_drm_client *c);
/* What waits in its queue is forgotten. */
void fl_drm_client_forget(struct fl_drm_client *c);
/* Free it if nothing keeps it. */
void fl_drm_client_reap(struct fl_drm_client *c);

/* ---- addresses of clients (va.c) ----------------------------------------------------------------------- */
bool fl_drm_va_init(struct fl_drm_client *c);
void fl_drm_va_free(struct fl_drm_client *c);
/* RADEON_GEM_VA: 0, an errno, or FL_DRM_LATER. */
int fl_drm_va_request(struct fl_drm_client *c, struct drm_radeon_gem_va *a);
/* The buffer's handle is closed: it is unmapped. False: ask again later. */
bool fl_drm_va_unmap(struct fl_drm_client *c, struct fl_drm_buffer *b);

/* ---- submissions --------------------------------------------------------------------------------------- */
struct fl_drm_job {
	struct fl_drm_job *next;
	struct fl_drm_client *client;
	uint64_t number;
	uint32_t *dw;
	uint32_t n_dw;
	struct fl_drm_buffer **buffer;
	struct fl_drm_use {
		uint64_t va; /* where it was among the client's addresses when it was submitted */
		bool written;
	} * use; /* of each buffer */
	uint32_t n_buffers;
	uint32_t ring;                 /* RADEON_CS_RING_… */
	struct fl_drm_mapping *change; /* of the client's addresses, before it runs */
	uint32_t n_changes;
	bool last; /* the client is gone, and so are its page tables */
	bool hung;
	char why[128]; /* it hung, if there is more to say */
	double took_s;
};
void fl_drm_job_free(struct fl_drm_job *j);
/* A copy of the stream, with room for so many buffers. NULL: no memory. */
struct fl_drm_job *fl_drm_job_new(const uint32_t *dw, uint32_t n_dw, uint32_t max_buffers);
/* The job holds the buffer until it is done. va: where it lies among the client's addresses, 0: nowhere. */
void fl_drm_job_uses(struct fl_drm_job *j, struct fl_drm_buffer *b, uint64_t va, bool written);
/* Put it into its client's queue, which owns it from then on: 0, or ENOMEM. */
int fl_drm_submit_job(struct fl_drm_client *c, struct fl_drm_job *j);
/* The same for a job that is no submission of the client's. */
void fl_drm_queue_job(struct fl_drm_client *c, struct fl_drm_job *j);
/* What is refused is counted, and an event says so; returns error. */
int fl_drm_refuse_job(struct fl_drm_client *c, int error, const char *why);
/* Submissions by the drivers' ioctls: 0, an errno, or FL_DRM_LATER. */
int fl_drm_radeon_submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B);
int fl_drm_etnaviv_submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B, uint32_t *fence);
/* A job of no commands, with the changes of addresses that wait; last: and the client's page tables go.
 * False: no memory. */
bool fl_drm_submit_changes(struct fl_drm_client *c, bool last);

/* ---- captures (capture.c), by the engine's thread --------------------------------------------------------
 * */
struct fl_drm_capture {
	FILE *f;       /* NULL: none is asked for */
	uint8_t *seen; /* memory as the trace has it, by address; NULL: no capture */
	bool failed;
	bool wanted; /* atomic: by the main thread */
	bool on;     /* what is recorded has begun; once it has ended it does not begin again */
	bool over;
};
/* Is the submission to be recorded, and is it the first? Then what is bound comes before it. */
bool fl_drm_capture_turn(struct fl_drm_capture *c, bool *first);
bool fl_drm_capture_begin(struct fl_drm_capture *c, const struct fl_drm_config *config, uint16_t device);
void fl_drm_capture_end(struct fl_drm_capture *c);
void fl_drm_capture_bind(struct fl_drm_capture *c, const struct fl_drm_buffer *b);
void fl_drm_capture_unbind(struct fl_drm_capture *c, const struct fl_drm_buffer *b);
/* A submission, about to run; and when it is done. */
void fl_drm_capture_before(struct fl_drm_capture *c, const struct fl_drm_job *j);
void fl_drm_capture_after(struct fl_drm_capture *c, const struct fl_drm_job *j);
/* A moment that the program named. */
void fl_drm_capture_mark(struct fl_drm_capture *c, const char *text, uint32_t n);

/* ---- the engine (engine.c): the model, on a thread of its own ------------------------------------------ */
struct fl_drm_engine {
	const struct fl_drm_config *config;
	struct fl_model *model;
	/* vm.c; NULL: there are no address spaces of clients */
	const struct fl_drm_vm *vm;
	struct fl_drm_card card;
	struct fl_drm_space room;
	struct fl_drm_client *context[FL_DRM_CONTEXTS]; /* whose page tables it has */
	unsigned last_context;
	uint32_t ib_dw;               /* of the stream that ran last */
	struct fl_drm_buffer *bound;  /* a list */
	struct fl_drm_client *client; /* whose buffers the model sees */
	unsigned n_reports;           /* taken from the model */
	struct fl_drm_capture capture;
	uint8_t *sent; /* metal.c: what the card's memory has of the clients', by address */
	bool lost;     /* the card could not be reset */
	bool begun;    /* there is something to be ended */
	pthread_t thread;
	bool started;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t work;
	bool stop;
	struct fl_drm_job *next_job; /* one at a time: the main thread chooses */
	struct fl_drm_buffer *dead;  /* to be taken from the model */
	struct fl_drm_job *done;     /* results, to be taken */
	struct fl_drm_buffer *gone;
	struct fl_drm_event *reports;
	unsigned n_events, cap_events;
	struct fl_drm_mark {
		uint32_t n;
		char text[FL_DRM_MARK_B];
	} mark[16]; /* that stand before what is submitted next */
	unsigned n_marks;
	int done_fd; /* an eventfd */
	double began_s;
};
/* Since the engine was started; the model's clock follows. Any thread may ask. */
uint64_t fl_drm_engine_us(const struct fl_drm_engine *e);
bool fl_drm_engine_start(struct fl_drm_engine *e, const struct fl_drm_config *config, char *why, size_t size);
/* vm.c: before anything runs. False: no memory, or the chip does not start. */
bool fl_drm_vm_start(struct fl_drm_engine *e, const struct fl_drm_vm *vm);
void fl_drm_vm_free(struct fl_drm_engine *e);
/* The changes of its client's addresses, and what it submits. */
bool fl_drm_vm_run(struct fl_drm_engine *e, struct fl_drm_job *j);
/* The chip is reset; its memory is not. */
void fl_drm_vm_reset(struct fl_drm_engine *e);
/* metal.c: a card in the model's place. */
bool fl_drm_metal_start(struct fl_drm_engine *e);
void fl_drm_metal_free(struct fl_drm_engine *e);
bool fl_drm_metal_run(struct fl_drm_engine *e, struct fl_drm_job *j);
/* The buffer goes. */
void fl_drm_metal_forget(struct fl_drm_engine *e, const struct fl_drm_buffer *b);
/* The client wants to look into the buffer: its memory is what the card has. False: *error, or
 * FL_DRM_LATER. */
bool fl_drm_metal_map(struct fl_drm_client *c, struct fl_drm_buffer *b, int *error);
/* End the thread: what it did can still be taken. Then let go of what is dead, and of the model. */
void fl_drm_engine_stop(struct fl_drm_engine *e);
void fl_drm_engine_free(struct fl_drm_engine *e);
/* It has nothing to run, and takes the job. */
void fl_drm_engine_run(struct fl_drm_engine *e, struct fl_drm_job *j);
void fl_drm_engine_drop(struct fl_drm_engine *e, struct fl_drm_buffer *b);
/* Goes into the capture before the next submission, or at its end. False: too many wait. */
bool fl_drm_engine_mark(struct fl_drm_engine *e, const uint8_t *text, size_t n);

/* ---- the server ---------------------------------------------------------------------------------------- */
enum fl_drm_conn_kind { FL_DRM_NEW, FL_DRM_NODE_CONN, FL_DRM_CHANNEL_CONN };
struct fl_drm_conn {
	int fd; /* -1: this one is free */
	enum fl_drm_conn_kind kind;
	struct fl_drm_client *client;
	int came_fd; /* a descriptor that came with the message; -1: none */
	uint8_t *in;
	size_t have_B, cap_B;
	bool parked; /* a whole message waits for a submission to be done */
};

/* An answer on its way: at most so much. */
struct fl_drm_answer {
	uint32_t size_B;
	int fd; /* goes along; -1: none. It stays the server's. */
	uint8_t data[512];
};
/* A driver of the kernel: how it says who it is, and its own ioctls: 0, an errno, or FL_DRM_LATER. */
struct fl_drm_driver {
	struct fl_drm_version version;
	int (*request)(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		       struct fl_drm_answer *a);
};
extern const struct fl_drm_driver fl_drm_radeon, fl_drm_etnaviv;

struct fl_drm {
	struct fl_drm_config config;
	const struct fl_drm_family *family;
	const struct fl_drm_driver *driver;
	struct fl_drm_chip chip;
	uint64_t vram_B, gtt_B;
	char folder[80];
	int listen_fd, epoll_fd;
	struct fl_drm_conn conn[FL_DRM_CONNS];
	struct fl_drm_client *clients;
	struct fl_drm_client *turn; /* who ran last */
	bool running;               /* the engine has a job */
	struct fl_drm_space space;
	struct fl_drm_client *hyperz, *cmask; /* who owns them */
	struct fl_drm_stats stats;
	struct fl_drm_event event[FL_DRM_EVENTS];
	unsigned n_events, first_event;
	bool framed;           /* some program says when its frames end */
	uint64_t next_live_us; /* when a window's next picture is due, by fl_drm_engine_us() */
	struct fl_drm_engine engine;
};

/* request.c: an ioctl whose argument has no pointers: it goes to plain(), and what that leaves of it is the
 * answer. */
int fl_drm_argument(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		    struct fl_drm_answer *a, int (*plain)(struct fl_drm_client *c, uint32_t what, void *arg));
/* request.c: an ioctl of a client: 0, an errno, or FL_DRM_LATER. */
int fl_drm_request(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		   struct fl_drm_answer *a);
/* What is done is taken from the engine, and the next job given to it. */
void fl_drm_turn(struct fl_drm *n);
void fl_drm_note_event(struct fl_drm *n, const struct fl_drm_event *e);
void fl_drm_say(struct fl_drm *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* PCI configuration space, of the model or the card. */
uint32_t fl_drm_cfg(const struct fl_drm *n, uint32_t where, unsigned size_B);
/* tree.c: the folder, with the files that libdrm reads. */
bool fl_drm_tree_make(struct fl_drm *n, char *why, size_t size);
void fl_drm_tree_remove(struct fl_drm *n);

#endif
