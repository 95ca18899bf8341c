/* SPDX-License-Identifier: MIT
 *
 * Submissions that wait: a queue for each client, from which the clients have their turns.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fl_drm_job_free(struct fl_drm_job *j)
{
	for (uint32_t i = 0; i < j->n_buffers; i++) {
		j->buffer[i]->jobs--;
		fl_drm_buffer_unref(j->buffer[i]);
	}
	free(j->buffer);
	free(j->use);
	free(j->change);
	free(j->dw);
	free(j);
}

struct fl_drm_job *fl_drm_job_new(const uint32_t *dw, uint32_t n_dw, uint32_t max_buffers)
{
	struct fl_drm_job *j = calloc(1, sizeof *j);

	if (!j)
		return NULL;
	j->dw = malloc(n_dw * 4ul + 1);
	j->buffer = calloc(max_buffers + 1ul, sizeof(struct fl_drm_buffer *));
	j->use = calloc(max_buffers + 1ul, sizeof *j->use);
	if (!j->dw || !j->buffer || !j->use) {
		fl_drm_job_free(j);
		return NULL;
	}
	if (n_dw)
		memcpy(j->dw, dw, n_dw * 4ul);
	j->n_dw = n_dw;
	return j;
}

void fl_drm_job_uses(struct fl_drm_job *j, struct fl_drm_buffer *b, uint64_t va, bool written)
{
	b->refs++;
	b->jobs++;
	j->use[j->n_buffers] = (struct fl_drm_use){va, written};
	j->buffer[j->n_buffers++] = b;
}

int fl_drm_refuse_job(struct fl_drm_client *c, int error, const char *why)
{
	struct fl_drm_event e = {
	    .kind = FL_DRM_REFUSED, .pid = c->pid, .submission = c->n->stats.submissions + 1};

	c->n->stats.refused++;
	snprintf(e.text, sizeof e.text, "%s", why);
	fl_drm_note_event(c->n, &e);
	fl_drm_say(c->n, "%d: submission refused: %s", (int)c->pid, why);
	return error;
}

static void enqueue(struct fl_drm_client *c, struct fl_drm_job *j)
{
	j->client = c;
	if (c->last)
		c->last->next = j;
	else
		c->first = j;
	c->last = j;
	c->queued++;
	fl_drm_turn(c->n);
}

void fl_drm_queue_job(struct fl_drm_client *c, struct fl_drm_job *j)
{
	enqueue(c, j);
}

/* What has changed of the client's addresses goes along with the job. */
static bool take_changes(struct fl_drm_client *c, struct fl_drm_job *j)
{
	const size_t size_B = c->va.n_changes * sizeof *j->change;

	if (!size_B)
		return true;
	j->change = malloc(size_B);
	if (!j->change)
		return false;
	memcpy(j->change, c->va.change, size_B);
	j->n_changes = c->va.n_changes;
	c->va.n_changes = 0;
	return true;
}

bool fl_drm_submit_changes(struct fl_drm_client *c, bool last)
{
	struct fl_drm_job *j = calloc(1, sizeof *j);

	if (!j || (!last && !take_changes(c, j))) {
		free(j);
		return false;
	}
	j->last = last;
	enqueue(c, j);
	return true;
}

int fl_drm_submit_job(struct fl_drm_client *c, struct fl_drm_job *j)
{
	if (!take_changes(c, j))
		return ENOMEM;
	j->number = ++c->n->stats.submissions;
	fl_drm_say(c->n, "%d: submission %llu: %u dwords, %u buffers", (int)c->pid,
		   (unsigned long long)j->number, j->n_dw, j->n_buffers);
	enqueue(c, j);
	return 0;
}

/* ---- turns --------------------------------------------------------------------------------------------- */
/* A submission is done. */
static void finish(struct fl_drm *n, struct fl_drm_job *j)
{
	struct fl_drm_client *c = j->client;

	n->running = false;
	n->stats.model_s += j->took_s;
	if (j->hung) {
		struct fl_drm_event e = {.kind = FL_DRM_HUNG, .pid = c->pid, .submission = j->number};

		n->stats.resets++;
		snprintf(e.text, sizeof e.text, "the chip hung, and was reset%s%s", *j->why ? ": " : "",
			 j->why);
		fl_drm_note_event(n, &e);
	}
	if (j->n_dw)
		fl_drm_say(n, "%d: submission %llu %s in %.3f ms", (int)c->pid, (unsigned long long)j->number,
			   j->hung ? "hung" : "done", j->took_s * 1e3);
	c->finished = j->number ? j->number : c->finished;
	fl_drm_job_free(j);
	c->queued--;
	fl_drm_client_reap(c);
}

/* What the engine has for us: the order of its lists does not matter. */
static void collect(struct fl_drm *n)
{
	struct fl_drm_engine *e = &n->engine;
	struct fl_drm_buffer *gone, *next;
	struct fl_drm_event *reports;
	struct fl_drm_job *done;
	unsigned n_reports;
	uint64_t count;

	while (read(e->done_fd, &count, sizeof count) == sizeof count)
		;
	pthread_mutex_lock(&e->lock);
	done = e->done;
	gone = e->gone;
	reports = e->reports;
	n_reports = e->n_events;
	e->done = NULL;
	e->gone = NULL;
	e->reports = NULL;
	e->n_events = e->cap_events = 0;
	pthread_mutex_unlock(&e->lock);
	for (unsigned i = 0; i < n_reports; i++)
		fl_drm_note_event(n, &reports[i]);
	free(reports);
	if (done)
		finish(n, done);
	for (; gone; gone = next) {
		next = gone->next_dead;
		fl_drm_buffer_gone(gone);
	}
}

/* The client behind the one that had its turn last, which has something to run. */
static struct fl_drm_client *next_client(struct fl_drm *n)
{
	struct fl_drm_client *c = n->turn;

	for (c = c ? c->next : NULL; c; c = c->next)
		if (c->first)
			return c;
	for (c = n->clients; c; c = c->next)
		if (c->first)
			return c;
	return NULL;
}

void fl_drm_turn(struct fl_drm *n)
{
	struct fl_drm_client *c;
	struct fl_drm_job *j;

	collect(n);
	c = n->running ? NULL : next_client(n);
	if (!c)
		return;
	j = c->first;
	c->first = j->next;
	if (!c->first)
		c->last = NULL;
	j->next = NULL;
	c->va.used = n->family->vm;
	for (uint32_t i = 0; i < j->n_buffers; i++)
		j->buffer[i]->given = true;
	n->turn = c;
	n->running = true;
	fl_drm_engine_run(&n->engine, j);
}
