/* SPDX-License-Identifier: MIT
 *
 * What the model has to say: one report a kind (a kind is a block and a format), counted.
 */
#include "hw/model/chip.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* threads that draw may report too; they rarely do */

static struct fl_report *find(struct fl_model *m, const char *block, const char *fmt)
{
	/* Streams that do one thing wrong do it a thousand times, or a thousand things one after the other, again and again:
	 * first the quick way, from the last one found. */
	for (unsigned n = m->n_reports, i = m->report_at; n--; i = i + 1 < m->n_reports ? i + 1 : 0)
		if (m->report_key[i] == fmt && !strcmp(m->reports[i].block, block)) {
			m->report_at = i;
			return &m->reports[i];
		}
	for (unsigned i = 0; i < m->n_reports; i++)
		if (!strcmp(m->report_key[i], fmt) && !strcmp(m->reports[i].block, block))
			return &m->reports[i];
	return NULL;
}

static struct fl_report *add(struct fl_model *m)
{
	if (m->n_reports == m->cap_reports) {
		unsigned cap = m->cap_reports ? 2 * m->cap_reports : 16;
		struct fl_report *reports = realloc(m->reports, cap * sizeof(*reports));
		const char **keys;

		if (!reports)
			return NULL;
		m->reports = reports;
		keys = realloc(m->report_key, cap * sizeof(*keys));
		if (!keys)
			return NULL;
		m->report_key = keys;
		m->cap_reports = cap;
	}
	return &m->reports[m->n_reports];
}

void fl_model_vreport(struct fl_model *m, enum fl_severity severity, const char *block, const char *section,
		      const char *fmt, va_list ap)
{
	struct fl_report *r;

	pthread_mutex_lock(&lock);
	r = find(m, block, fmt);
	if (r) {
		if (r->count < UINT32_MAX)
			r->count++;
	} else if ((r = add(m))) {
		memset(r, 0, sizeof(*r));
		r->severity = severity;
		r->count = 1;
		snprintf(r->block, sizeof(r->block), "%s", block);
		snprintf(r->section, sizeof(r->section), "%s", section);
		vsnprintf(r->text, sizeof(r->text), fmt, ap);
		if (m->ops->where)
			m->ops->where(m, r->where, sizeof(r->where));
		m->report_key[m->n_reports++] = fmt;
	}
	pthread_mutex_unlock(&lock);
}

const struct fl_report *fl_model_report(const struct fl_model *m, unsigned i)
{
	return i < m->n_reports ? &m->reports[i] : NULL;
}

void fl_model_reports_clear(struct fl_model *m)
{
	m->n_reports = m->report_at = 0;
}
