/* SPDX-License-Identifier: MIT
 *
 * firstlight replay: files and sets of traces, a line each, and a verdict.
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/cmd_replay.h"
#include "demos/firstlight/film.h"
#include "demos/firstlight/html.h"
#include "demos/firstlight/replay.h"
#include "demos/firstlight/sandbox.h"
#include "demos/firstlight/scribe.h"
#include "demos/firstlight/visible.h"

#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
	const struct fl_args *a;
	struct fl_replay_options opt;
	unsigned passed, failed, skipped;
	int code;      /* of the first picture that could not be written */
	json_t *json;  /* array of results, with --json */
	json_t *notes; /* reports of the trace at hand */
	struct fl_scribe scribe;
	struct fl_html html; /* with --html, and the trace that it gets: its bytes, if there is one */
	uint8_t *shown;
	size_t shown_B;
	char scene[64];
};

static const char *severity(enum fl_severity s)
{
	return s == FL_REFUSE ? "refused" : s == FL_WARN ? "warning" : "note";
}

static void on_report(void *arg, const char *scene, const struct fl_report *r)
{
	struct run *run = arg;

	if (run->json) {
		json_array_append_new(run->notes, json_pack("{s:s,s:s,s:s,s:s,s:s,s:i}", "severity",
							    severity(r->severity), "block", r->block,
							    "section", r->section, "where", r->where, "text",
							    r->text, "count", (int)r->count));
	} else if (run->a->strict || r->severity == FL_REFUSE) {
		fl_progress(NULL);
		fprintf(stderr, "  %s: %s: %s: %s (%s; %s; %u times)\n", scene, r->block,
			severity(r->severity), r->text, r->section, r->where, r->count);
	}
}

static void print_result(struct run *run, const struct fl_replay_result *res, bool pass,
			 const struct fl_err *err)
{
	if (run->json) {
		json_t *o = json_pack("{s:s,s:s,s:b,s:i,s:i,s:i,s:i,s:i,s:O}", "scene", res->scene, "chip",
				      res->chip, "pass", pass, "pixels", (int)res->pixels, "differ",
				      (int)res->differ, "max_diff", (int)res->max_diff, "x", (int)res->x, "y",
				      (int)res->y, "reports", run->notes);

		if (err->code)
			json_object_set_new(o, "error", json_string(err->text));
		json_array_append_new(run->json, o);
		return;
	}
	fl_progress(NULL);
	printf("%s%s%s %-20s %s", fl_ink(stdout, pass ? FL_GREEN : FL_RED), pass ? "pass" : "FAIL",
	       fl_ink(stdout, FL_PLAIN), res->scene, res->chip);
	if (err->code)
		printf("  %s", err->text);
	else if (res->sums)
		printf("  %u of %u pieces of memory differ from what the program's chip left",
		       res->sums_differ, res->sums);
	else
		printf("  %u of %u pixels differ, largest difference %u", res->differ, res->pixels,
		       res->max_diff);
	if (!err->code && res->differ)
		printf(", first at %u,%u: want %02x%02x%02x%02x, got %02x%02x%02x%02x", res->x, res->y,
		       res->want[0], res->want[1], res->want[2], res->want[3], res->got[0], res->got[1],
		       res->got[2], res->got[3]);
	if (!err->code && !pass && !res->differ)
		printf("; %u objections of the model", res->reports);
	putchar('\n');
}

/* --html: the page has one trace in it. */
static enum fl_code keep_for_page(struct run *run, const char *scene, const uint8_t *data, size_t size_B)
{
	if (run->shown)
		return fl_complain(
		    FL_USAGE,
		    "--html takes one trace, and here are several, %s and %s among them: --scene "
		    "chooses one",
		    run->scene, scene);
	run->shown = malloc(size_B);
	if (!run->shown)
		return fl_complain(FL_FAILED, "out of memory for %zu bytes of a trace", size_B);
	memcpy(run->shown, data, size_B);
	run->shown_B = size_B;
	snprintf(run->scene, sizeof run->scene, "%s", scene);
	return FL_OK;
}

static enum fl_code write_page(struct run *run, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (run->shown)
		code = fl_html_trace(&run->html, run->scene, run->shown, run->shown_B, err);
	if (run->shown && !code && !run->json && !run->a->quiet)
		printf("%s\n", run->html.path);
	fl_html_end(&run->html);
	free(run->shown);
	return code;
}

static void one(struct run *run, const char *name, const uint8_t *data, size_t size_B, bool many)
{
	struct fl_replay_result res;
	struct fl_err err = {0};
	char scene[64], shown[64];
	const char *base = strrchr(name, '/');

	base = base ? base + 1 : name;
	snprintf(scene, sizeof scene, "%.*s", (int)strcspn(base, "."), base);
	if (run->a->scene && fnmatch(run->a->scene, scene, 0))
		return;
	fl_visible(shown, sizeof shown, scene);
	fl_progress("replaying %s (%u passed, %u failed)", shown, run->passed, run->failed);
	if (run->a->html) {
		int code = keep_for_page(run, shown, data, size_B);

		run->code = run->code ? run->code : code;
		if (code)
			return;
	}
	run->notes = json_array();
	fl_replay(data, size_B, scene, &run->opt, &res, &err);
	if (run->a->html &&
	    (err.code == FL_NO_DEVICE || !*res.chip)) { /* no stream of a chip that there is */
		free(run->shown);
		run->shown = NULL;
	}
	if (err.code == FL_NO_DEVICE) {
		run->skipped++;
		if (run->json)
			json_array_append_new(
			    run->json, json_pack("{s:s,s:s}", "scene", res.scene, "skipped", err.text));
		else
			printf("skip %-20s %s\n", res.scene, err.text);
	} else {
		bool pass = !err.code && res.pass && !(run->a->strict && res.reports);

		run->passed += pass;
		run->failed += !pass;
		print_result(run, &res, pass, &err);
		/* one file for one trace; of several each has its scene's name in that of its file */
		if (res.picture && fl_scribe_picture(&run->scribe, many ? res.scene : NULL, res.picture,
						     res.w * 3, res.h, &err)) {
			int code = fl_complain_err(&err);

			run->code = run->code ? run->code : code;
		}
	}
	json_decref(run->notes);
	free(res.picture);
}

static enum fl_code file(struct run *run, const char *path, bool many)
{
	struct fl_pack_file f;
	struct fl_err err = {0};
	size_t size_B, at = 0;
	uint8_t *data = fl_pack_read(path, &size_B, &err);
	int more;

	if (!data)
		return fl_complain_err(&err);
	if (!fl_pack_is_tar(data, size_B)) {
		one(run, path, data, size_B, many);
		free(data);
		return FL_OK;
	}
	while ((more = fl_pack_next(data, size_B, &at, &f, &err)) > 0)
		if (strlen(f.name) > 6 && !strcmp(f.name + strlen(f.name) - 6, ".trace"))
			one(run, f.name, f.data, f.size_B, true);
	free(data);
	return more < 0 ? fl_complain(err.code, "%s: %s", path, err.text) : FL_OK;
}

int fl_cmd_replay(const struct fl_args *a)
{
	struct run run = {
	    .a = a,
	    .opt = {.model = {.threads = a->threads,
			      .scalar = a->scalar,
			      .jit = a->jit,
			      .isa = a->isa,
			      .running = true,
			      /* llvmpipe and softpipe snap vertices to 1/256 of a pixel, the chip to 1/12 */
			      .fine = true},
		    .want_picture = a->out != NULL,
		    .report = on_report},
	};
	struct fl_err err = {0};
	int code = FL_OK;

	if (fl_film_path(a->out, 1, false, &err))
		return fl_complain_err(&err);
	if (!fl_device_isa_known(a->isa))
		return fl_complain(FL_USAGE, "no instruction set \"%s\": base, avx2 or avx512", a->isa);
	if (!fl_device_jit_known(a->jit))
		return fl_complain(FL_USAGE, "--jit auto, off or always, not '%s'", a->jit);
	fl_device_jit_start(a, false);
	if (a->diff)
		return fl_replay_diff(a, &run.opt.model);
	if (a->events || a->event || a->pixel || a->texture || a->depths || a->stencils || a->vertices ||
	    a->steps || a->cost || a->target)
		return fl_replay_look(a, &run.opt.model);
	run.opt.arg = &run;
	if (a->html && a->out)
		return fl_complain(FL_USAGE, "--html and --out are not for the same run");
	for (int i = 0; i < a->n_operands && a->html; i++)
		if (strcmp(a->operand[i], "-") && access(a->operand[i], R_OK)) { /* before a file is made */
			fl_file_fail(&err, a->operand[i], errno);
			return fl_complain_err(&err);
		}
	if (fl_scribe_start(&run.scribe, a->out, &err) ||
	    (a->html && fl_html_begin(&run.html, a->html, &err)) ||
	    fl_sandbox_for_files(a, a->html ? fileno(run.html.file.f) : run.scribe.fd, &err))
		return fl_complain_err(&err);
	if (a->json)
		run.json = json_array();
	for (int i = 0; i < a->n_operands; i++) {
		int c = file(&run, a->operand[i], a->n_operands > 1);

		code = code ? code : c;
	}
	fl_scribe_stop(&run.scribe);
	code = code ? code : run.code;
	fl_progress(NULL);
	if (run.json) {
		json_dumpf(run.json, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(run.json);
	} else if (run.passed || run.failed || run.skipped) {
		printf("%u passed, %u failed, %u skipped\n", run.passed, run.failed, run.skipped);
	}
	if (a->html && write_page(&run, &err))
		code = fl_complain_err(&err);
	if (!code && !run.passed && !run.failed)
		return run.skipped ? FL_EXIT_SKIPPED : fl_complain(FL_FAILED, "no scene matches");
	return code ? code : run.failed ? FL_FAILED : FL_OK;
}
