/* SPDX-License-Identifier: MIT
 *
 * The model on a thread of its own: nobody else touches it once that runs. A buffer becomes visible to it
 * when a submission first names it, and goes out of its sight before its memory is given back, and while
 * another client's submissions run: whatever a stream says, it reaches no memory but its client's. A
 * submission that does not come to its end leaves a chip that hangs: then the model is made anew, as a kernel
 * resets a card.
 */
#include "hw/drm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define TEN_SECONDS (UINT64_C(1) << 33) /* of fl_model_config.work */

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

uint64_t fl_drm_engine_us(const struct fl_drm_engine *e)
{
	return (uint64_t)((now_s() - e->began_s) * 1e6);
}

/* What the chip writes as its time goes on between submissions, as the machine's does. */
static void keep_time(struct fl_drm_engine *e)
{
	const uint64_t now_us = fl_drm_engine_us(e), model_us = e->model ? fl_model_now_us(e->model) : now_us;

	if (model_us < now_us)
		fl_model_tick(e->model, now_us - model_us);
}

static struct fl_model *make_model(const struct fl_drm_config *config, char *why, size_t size)
{
	const uint64_t most_B = UINT64_C(1)
				<< 30; /* of VRAM: buffers have addresses behind it, below 4 GiB */
	struct fl_model_config c = config->model;
	struct fl_model *m;
	uint64_t vram_B;

	c.running = true;
	if (!c.work)
		c.work = TEN_SECONDS;
	m = fl_model_new(config->chip, &c, why, size);
	if (!m)
		return NULL;
	fl_model_vram(m, &vram_B);
	if (vram_B <= most_B)
		return m;
	fl_model_delete(m);
	c.vram_B = most_B;
	return fl_model_new(config->chip, &c, why, size);
}

/* ---- buffers ------------------------------------------------------------------------------------------- */
/* Where the model has it: among the chip's addresses; without page tables of the clients', where the client
 * says. */
static uint64_t place(const struct fl_drm_engine *e, const struct fl_drm_buffer *b)
{
	return e->vm ? b->addr : b->traced;
}

static bool see(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	if (e->config->metal) /* its contents are sent when it runs */
		return true;
	if (!b->seen)
		b->seen = fl_model_map(e->model, place(e, b), b->client->memory + b->addr, b->size_B);
	return b->seen;
}

static void hide(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	if (b->seen && e->model)
		fl_model_unmap(e->model, place(e, b), b->size_B);
	b->seen = false;
}

static void unbind(struct fl_drm_engine *e, struct fl_drm_buffer *b);

/* Buffers of submissions before may still be where the client wants this one now: they go. */
static void make_room(struct fl_drm_engine *e, const struct fl_drm_buffer *b)
{
	struct fl_drm_buffer *next;

	for (struct fl_drm_buffer *o = e->bound; o; o = next) {
		next = o->next_bound;
		if (o != b && o->seen && o->traced < b->traced + b->size_B &&
		    b->traced < o->traced + o->size_B)
			unbind(e, o);
	}
}

/* va: among its client's own addresses; 0: there are none. */
static bool bind(struct fl_drm_engine *e, struct fl_drm_buffer *b, uint64_t va)
{
	const uint64_t traced = va ? va : b->addr;

	if (b->bound && b->traced != traced)
		unbind(e, b);
	b->traced = traced;
	if (va && !e->vm && !b->seen)
		make_room(e, b);
	if (!see(e, b))
		return false;
	if (b->bound)
		return true;
	fl_drm_capture_bind(&e->capture, b);
	b->bound = true;
	b->prev_bound = NULL;
	b->next_bound = e->bound;
	if (e->bound)
		e->bound->prev_bound = b;
	e->bound = b;
	return true;
}

static void unbind(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	if (!b->bound)
		return;
	if (b->prev_bound)
		b->prev_bound->next_bound = b->next_bound;
	else
		e->bound = b->next_bound;
	if (b->next_bound)
		b->next_bound->prev_bound = b->prev_bound;
	b->bound = false;
	fl_drm_capture_unbind(&e->capture, b);
	hide(e, b);
	if (e->config->metal)
		fl_drm_metal_forget(e, b);
}

/* The next submission is this client's. A trace has one address space: where clients have their own, it knows
 * one of them at a time. */
static void turn_to(struct fl_drm_engine *e, struct fl_drm_client *c)
{
	struct fl_drm_buffer *next;

	for (struct fl_drm_buffer *b = e->client == c ? NULL : e->bound; b; b = next) {
		next = b->next_bound;
		if (b->client != c && (e->vm || b->traced != b->addr))
			unbind(e, b);
		else if (b->client != c)
			hide(e, b);
	}
	e->client = c;
}

/* ---- running ------------------------------------------------------------------------------------------- */
static const struct fl_report *next_report(const struct fl_drm_engine *e)
{
	const struct fl_drm_metal *m = e->config->metal;

	return m ? m->report(m->arg, e->n_reports) : fl_model_report(e->model, e->n_reports);
}

/* What the model said since the last time; reports that could not be kept are lost. */
static void take_reports(struct fl_drm_engine *e, const struct fl_drm_job *j)
{
	const struct fl_report *r;

	while ((r = next_report(e))) {
		unsigned cap = e->cap_events ? 2 * e->cap_events : 16;
		struct fl_drm_event *more;

		e->n_reports++;
		pthread_mutex_lock(&e->lock);
		more = e->n_events < e->cap_events ? e->reports : realloc(e->reports, cap * sizeof *more);
		if (more) {
			e->cap_events = e->n_events < e->cap_events ? e->cap_events : cap;
			e->reports = more;
			more[e->n_events++] = (struct fl_drm_event){.kind = FL_DRM_REPORT,
								    .pid = j->client->pid,
								    .submission = j->number,
								    .report = *r};
		}
		pthread_mutex_unlock(&e->lock);
	}
}

static void reset(struct fl_drm_engine *e)
{
	const struct fl_drm_metal *m = e->config->metal;

	if (m) {
		e->lost |= !m->reset(m->arg);
		return;
	}
	if (e->vm) { /* page tables are in memory, which a reset leaves alone */
		fl_drm_vm_reset(e);
		fl_model_reports_clear(e->model);
		e->n_reports = 0;
		return;
	}
	fl_model_delete(e->model);
	e->model = make_model(e->config, NULL, 0);
	e->n_reports = 0;
	for (struct fl_drm_buffer *b = e->bound; b; b = b->next_bound)
		b->seen = false;
}

static void take_marks(struct fl_drm_engine *e)
{
	pthread_mutex_lock(&e->lock);
	for (unsigned i = 0; i < e->n_marks; i++)
		fl_drm_capture_mark(&e->capture, e->mark[i].text, e->mark[i].n);
	e->n_marks = 0;
	pthread_mutex_unlock(&e->lock);
}

static void run(struct fl_drm_engine *e, struct fl_drm_job *j)
{
	double start = now_s();
	const bool metal = e->config->metal;
	bool ok, first;

	if (!metal && !e->model) /* there was no memory for it after a reset: who comes next did nothing */
		e->model = make_model(e->config, j->why, sizeof j->why);
	ok = metal ? !e->lost : e->model != NULL;
	turn_to(e, j->client);
	if (ok)
		keep_time(e);
	fl_drm_capture_turn(&e->capture, &first);
	for (struct fl_drm_buffer *b = first ? e->bound : NULL; b; b = b->next_bound)
		fl_drm_capture_bind(&e->capture, b);
	take_marks(e);
	for (uint32_t i = 0; i < j->n_buffers && ok; i++)
		ok = bind(e, j->buffer[i], j->use[i].va);
	if (ok && j->n_dw)
		fl_drm_capture_before(&e->capture, j);
	if (e->vm)
		ok = ok && fl_drm_vm_run(e, j);
	else if (metal)
		ok = ok && fl_drm_metal_run(e, j);
	else
		ok = ok && fl_model_submit(e->model, j->dw, j->n_dw);
	if (e->model || metal)
		take_reports(e, j);
	fl_drm_capture_after(&e->capture, j);
	if (!ok)
		reset(e);
	j->hung = !ok;
	j->took_s = now_s() - start;
}

/* With the lock held: buffers that nobody has any more leave the model. */
static void let_go(struct fl_drm_engine *e)
{
	struct fl_drm_buffer *b;

	while ((b = e->dead)) {
		e->dead = b->next_dead;
		unbind(e, b);
		b->next_dead = e->gone;
		e->gone = b;
	}
}

static void *loop(void *arg)
{
	const uint64_t one = 1;
	struct fl_drm_engine *e = arg;

	pthread_mutex_lock(&e->lock);
	while (!e->stop) {
		struct fl_drm_job *j = e->next_job;

		if (!j && !e->dead) {
			pthread_cond_wait(&e->work, &e->lock);
			continue;
		}
		let_go(e);
		e->next_job = NULL;
		if (j) {
			pthread_mutex_unlock(&e->lock);
			run(e, j);
			pthread_mutex_lock(&e->lock);
			e->done = j;
		}
		if (write(e->done_fd, &one, sizeof one) != sizeof one)
			abort(); /* an eventfd takes it always */
	}
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

/* ---- for the main thread ------------------------------------------------------------------------------- */
bool fl_drm_engine_start(struct fl_drm_engine *e, const struct fl_drm_config *config, char *why, size_t size)
{
	e->config = config;
	e->began_s = now_s();
	e->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	e->model = config->metal ? NULL : make_model(config, why, size);
	if (!e->model && !config->metal)
		return false;
	if (config->metal && !fl_drm_metal_start(e)) {
		snprintf(why, size, "out of memory");
		return false;
	}
	e->begun = true;
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->work, NULL);
	return true;
}

static void wake(struct fl_drm_engine *e)
{
	/* only now: whoever made the server may still fork, and a thread does not survive that */
	if (!e->started && !e->stop)
		e->started = !pthread_create(&e->thread, NULL, loop, e);
	pthread_cond_signal(&e->work);
}

void fl_drm_engine_stop(struct fl_drm_engine *e)
{
	if (!e->begun)
		return;
	pthread_mutex_lock(&e->lock);
	e->stop = true;
	pthread_cond_signal(&e->work);
	pthread_mutex_unlock(&e->lock);
	if (e->started)
		pthread_join(e->thread, NULL);
	e->started = false;
}

void fl_drm_engine_free(struct fl_drm_engine *e)
{
	let_go(e);
	fl_drm_vm_free(e);
	fl_drm_metal_free(e);
	fl_model_delete(e->model);
	take_marks(e);
	fl_drm_capture_end(&e->capture);
	free(e->reports);
	if (e->done_fd >= 0)
		close(e->done_fd);
}

void fl_drm_engine_run(struct fl_drm_engine *e, struct fl_drm_job *j)
{
	pthread_mutex_lock(&e->lock);
	e->next_job = j;
	wake(e);
	pthread_mutex_unlock(&e->lock);
}

void fl_drm_engine_drop(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	pthread_mutex_lock(&e->lock);
	b->next_dead = e->dead;
	e->dead = b;
	wake(e);
	pthread_mutex_unlock(&e->lock);
}

bool fl_drm_engine_mark(struct fl_drm_engine *e, const uint8_t *text, size_t n)
{
	bool fits;

	pthread_mutex_lock(&e->lock);
	fits = e->n_marks < sizeof e->mark / sizeof e->mark[0] && n <= FL_DRM_MARK_B;
	if (fits) {
		e->mark[e->n_marks].n = (uint32_t)n;
		memcpy(e->mark[e->n_marks++].text, text, n);
	}
	pthread_mutex_unlock(&e->lock);
	return fits;
}
