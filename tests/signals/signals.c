/* SPDX-License-Identifier: MIT
 *
 * C-c at any access: each command that touches a card is run again and again, each time in a process of its
 * own, with a signal at an access that is drawn by lot; afterwards the card must be in the state that the
 * manual describes. Some trials take the card off the bus instead, for a while or for good.
 *
 *	signals [-n TRIALS] [-s SEED] [-f FAMILY] [-t TRIAL] [-a ACCESSES [-e EVERY]] [WORD]
 *
 * of each command, or of the one that is WORD, or of those that have it in them, until TRIALS of it were C-c;
 * the other signals and the absences come beside. The chips are of all families, or of one (families.c has
 * their names: -f "Vivante GC"). -t runs one trial alone, and shows what the command says.
 * With -a the card is away for so many ACCESSES, from each access of the command in turn; with -e from one of
 * EVERY accesses, drawn by lot.
 */
#include "demos/firstlight/cmd.h"
#include "tests/signals/card.h"
#include "tests/signals/families.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 24, MOST_S = 30, MOST_US = 8000000, MOST_TIMES = 20, USAGE = 2 };

static const struct {
	const char *line;
	enum promise promise;
	const char *input;
} commands[] = {
    {"probe", SAME, NULL},
    {"read $SOME_REGS", SAME, NULL},
    {"dump --quiet", SAME, NULL},
    {"diff reset live --quiet", SAME, NULL},
    {"watch $TO_WATCH --interval 1 --count 4", SAME, NULL},
    {"poll $IDLE", SAME, NULL},
    {"poll $NEVER --timeout 5", SAME, NULL},
    {"write $SCRATCH --log /dev/stdout", SCRATCH_WRITTEN, NULL},
    {"reset", ASLEEP, NULL},
    {"reset --break $MC_BUSY", ASLEEP_BUT_BUSY, NULL},
    {"microcode $MICROCODE", ASLEEP, NULL},
    {"microcode --break $NO_RAM", ASLEEP_BUT_BUSY, NULL},
    {"ring", ASLEEP, NULL},
    {"ring --json --log /dev/stdout", ASLEEP, NULL},
    {"ring --break $STUCK", ASLEEP_BUT_BUSY, NULL},
    {"contact --yes --out /dev/stdout --threads 1", ASLEEP, NULL},
    {"contact --yes --quiet --out /dev/stdout --threads 1 --break $STUCK", ASLEEP_BUT_BUSY, NULL},
    {"smoke --threads 1", ASLEEP, NULL},
    {"smoke --threads 1 --break $HUNG", ASLEEP_BUT_BUSY, NULL},
    {"demo blit --size 64x64 --quiet --threads 1", ASLEEP, NULL},
    {"demo triangle --size 64x64 --threads 1", ASLEEP, NULL},
    {"ring --take-console $DISPLAY", ASLEEP, NULL},
    {"demo triangle --size 640x480 --show --quiet --threads 1 $DISPLAY", ASLEEP, NULL},
    {"demo cube --size 64x64 --frames 3 --quiet --threads 1", ASLEEP, NULL},
    {"monitor --threads 1 --keep-going", ASLEEP,
     "reset\nring; read $IN_MONITOR\nsmoke\ndemo triangle --size 72x64; ring\nmd regs:0x100\n"
     "snap $IN_MONITOR\nprobe\n"},
};
enum { COMMANDS = sizeof(commands) / sizeof(*commands), MAX_CHIPS = 32, MAX_TEXT = 512 };

static const char *const word_names[SIGNALS_WORDS] = {
    [SOME_REGS] = "SOME_REGS", [TO_WATCH] = "TO_WATCH",     [IDLE] = "IDLE",           [NEVER] = "NEVER",
    [SCRATCH] = "SCRATCH",     [MC_BUSY] = "MC_BUSY",       [NO_RAM] = "NO_RAM",       [STUCK] = "STUCK",
    [HUNG] = "HUNG",           [IN_MONITOR] = "IN_MONITOR", [MICROCODE] = "MICROCODE", [DISPLAY] = "DISPLAY",
};

/* A command's line or input with the family's words in it; false: the family has not all of them. */
static bool fill(const char *line, const struct signals_family *f, char text[MAX_TEXT])
{
	size_t n = 0;

	while (*line) {
		const char *word = NULL;

		if (*line != '$') {
			text[n++] = *line++;
			continue;
		}
		for (unsigned i = 0; i < SIGNALS_WORDS; i++)
			if (!strncmp(line + 1, word_names[i], strlen(word_names[i]))) {
				word = f->words[i];
				line += 1 + strlen(word_names[i]);
				break;
			}
		if (!word)
			return false;
		n += (size_t)snprintf(text + n, MAX_TEXT - n, "%s", word);
	}
	text[n] = 0;
	return true;
}

/* Chips that a command is tried on. */
static struct card {
	const char *chip;
	const struct signals_family *family;
	unsigned accesses, vram;
	int plain; /* the exit code when nothing comes between */
} card[MAX_CHIPS];

/* splitmix64 (Vigna) */
static uint64_t lot(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static unsigned below(uint64_t *state, unsigned n)
{
	return (unsigned)(lot(state) % n);
}

static _Noreturn void child(unsigned command, const struct card *c, int said)
{
	char text[MAX_TEXT], line[2 * MAX_TEXT], *word[MAX_WORDS] = {line}, *rest = NULL;
	int n = 1, in = memfd_create("input", 0);

	fill(commands[command].line, c->family, text);
	snprintf(line, sizeof(line), "firstlight %s --chip %s", text, c->chip);
	strtok_r(line, " ", &rest);
	while (n < MAX_WORDS && (word[n] = strtok_r(NULL, " ", &rest)))
		n++;
	if (commands[command].input && fill(commands[command].input, c->family, text))
		dprintf(in, "%s", text);
	lseek(in, 0, SEEK_SET);
	dup2(in, STDIN_FILENO);
	if (said >= 0) {
		dup2(said, STDOUT_FILENO);
		dup2(said, STDERR_FILENO);
	}
	for (int s = 1; s < SIGRTMIN; s++)
		signal(s, SIG_DFL);
	alarm(MOST_S);
	exit(fl_command(n, word));
}

/* Its exit code; 128 and the signal that ended it. */
static int run(unsigned command, const struct card *c, int said)
{
	int status;
	pid_t pid;

	fflush(NULL);
	if (said >= 0 && ftruncate(said, 0) == 0)
		lseek(said, 0, SEEK_SET);
	trial->promise = commands[command].promise;
	trial->family = c->family;
	pid = fork();
	if (!pid)
		child(command, c, said);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			exit(1);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Draw what happens in a trial of a command that makes so many accesses, those to VRAM among them. */
static void draw(uint64_t *state, unsigned all, unsigned vram)
{
	static const int signals[] = {SIGINT, SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	unsigned at;

	trial->count_vram = !below(state, 4);
	at = 1 + below(state, trial->count_vram ? all : all - vram);

	if (!below(state, 8)) {
		trial->away_from = at;
		trial->away_to = below(state, 2) ? ~0u : at + 1 + below(state, 1u << below(state, 12));
		return;
	}
	trial->signal_at = at;
	trial->signal = signals[below(state, 5)];
	if (below(state, 2))
		trial->second_at = at + 1 + below(state, 1u << below(state, 10));
}

/* What is wrong with what was seen; NULL: nothing. plain: the exit code when nothing comes between. */
static const char *judge(int code, int plain)
{
	/* What a card that was away did not hear of cannot be put right if it is gone for good, or if nobody
	 * reads it again; else the command must know. */
	bool excused = trial->away_from && (code || trial->away_to == ~0u || trial->promise == SAME ||
					    trial->promise == SCRATCH_WRITTEN);

	if (code >= 128 && (!trial->signal_at || code != 128 + trial->signal))
		return "it was ended by a signal of its own";
	if (!trial->closed)
		return trial->signal == SIGPIPE && trial->accesses < trial->signal_at
			   ? NULL
			   : "it did not close the card";
	if (trial->signal_at && code != plain && code != 128 + trial->signal)
		return "its exit code is neither its own nor that of the signal";
	if (trial->after_us > MOST_US)
		return "it took too long to end";
	if (trial->n_wrong && !excused)
		return trial->wrong;
	return NULL;
}

/* The end of what the command said. */
static void show(int said)
{
	char text[600];
	off_t size = lseek(said, 0, SEEK_END),
	      from = size > (off_t)sizeof(text) ? size - (off_t)sizeof(text) : 0;
	ssize_t n = pread(said, text, sizeof(text), from);

	printf("%.*s\n", n > 0 ? (int)n : 0, text);
}

struct sum {
	unsigned trials, failed;
	uint64_t longest_us;
};

/* Trials by what happened in them; `cut` ended otherwise than undisturbed. */
struct kinds {
	unsigned c_c, other, away, cut;
};

static void count(struct kinds *n, bool cut)
{
	n->cut += cut;
	if (trial->away_from)
		n->away++;
	else if (trial->accesses >= trial->signal_at) /* else the command was done before */
		*(trial->signal == SIGINT ? &n->c_c : &n->other) += 1;
}

/* The chips that can do a command, of the one family (NULL: all); how many. */
static unsigned cards_of(unsigned command, const char *family)
{
	char text[MAX_TEXT];
	unsigned n = 0;

	for (const struct signals_family *const *f = signals_families; *f; f++)
		if ((!family || !strcmp((*f)->name, family)) && fill(commands[command].line, *f, text))
			for (const char *const *chip = (*f)->chips; *chip && n < MAX_CHIPS; chip++)
				card[n++] = (struct card){.chip = *chip, .family = *f};
	return n;
}

/* How long a campaign is, and what it draws. */
struct plan {
	unsigned trials; /* until so many of them were C-c */
	uint64_t seed;
	int only;      /* the number of the one that is run; -1: all */
	unsigned away; /* not 0: for so many accesses, from one of `every` accesses in turn */
	unsigned every;
	const char *family; /* the one whose chips are meant; NULL: all */
};

static bool more(const struct plan *p, unsigned t, unsigned c_c, unsigned accesses)
{
	if (p->only >= 0)
		return t <= (unsigned)p->only;
	return p->away ? t < accesses / p->every : c_c < p->trials && t < MOST_TIMES * p->trials;
}

/* Trials of one command. */
static void campaign(unsigned command, const struct plan *p, int said, struct sum *sum)
{
	unsigned n_cards = cards_of(command, p->family);
	struct kinds n = {0};
	uint64_t longest_us = 0;

	for (struct card *c = card; c < card + n_cards; c++) {
		memset(trial, 0, sizeof(*trial));
		trial->count_vram = true;
		c->plain = run(command, c, said);
		c->accesses = trial->accesses;
		c->vram = trial->vram;
		if (!c->accesses || judge(c->plain, c->plain)) {
			sum->failed++;
			printf("FAIL %s --chip %s, undisturbed: exit code %d, %u accesses: %s\n",
			       commands[command].line, c->chip, c->plain, c->accesses,
			       c->accesses ? judge(c->plain, c->plain) : "none");
			show(said);
			return;
		}
	}
	if (!n_cards) {
		printf("%-56s no chip of the family does it\n", commands[command].line);
		return;
	}
	for (unsigned t = 0; more(p, t, n.c_c, card[0].accesses); t++) {
		uint64_t state = p->seed ^ (uint64_t)command << 56 ^ (uint64_t)t << 32;
		const struct card *c = &card[below(&state, n_cards)];
		const char *why;
		int code;

		memset(trial, 0, sizeof(*trial));
		if (p->away) {
			trial->count_vram = true;
			trial->away_from = 1 + (t * p->every + below(&state, p->every)) % c->accesses;
			trial->away_to = trial->away_from + p->away;
		} else {
			draw(&state, c->accesses, c->vram);
		}
		if (p->only >= 0 && t != (unsigned)p->only)
			continue;
		code = run(command, c, p->only >= 0 ? -1 : said);
		why = judge(code, c->plain);
		count(&n, code != c->plain);
		if (trial->after_us > longest_us)
			longest_us = trial->after_us;
		sum->trials++;
		if (!why && p->only < 0)
			continue;
		sum->failed += why != NULL;
		printf("%s %s --chip %s, trial %u: signal %d at %u and %u, away %u to %u, of %u%s; exit code "
		       "%d: %s\n",
		       why ? "FAIL" : "ok", commands[command].line, c->chip, t, trial->signal,
		       trial->signal_at, trial->second_at, trial->away_from, trial->away_to, c->accesses,
		       trial->count_vram ? "" : " (VRAM left out)", code, why ? why : "as promised");
		if (p->only < 0)
			show(said);
	}
	if (longest_us > sum->longest_us)
		sum->longest_us = longest_us;
	if (p->only < 0 && !p->away && n.c_c < p->trials) {
		sum->failed++;
		printf("FAIL %s: only %u trials were C-c\n", commands[command].line, n.c_c);
	}
	printf(
	    "%-56s %6u accesses, %u C-c, %u other signals, %u absences; %u cut it short, at most %llu ms\n",
	    commands[command].line, card[0].accesses, n.c_c, n.other, n.away, n.cut,
	    (unsigned long long)(longest_us / 1000));
	fflush(stdout);
}

static bool is_meant(const char *line, const char *word)
{
	for (unsigned c = 0; c < COMMANDS; c++)
		if (!strcmp(commands[c].line, word))
			return !strcmp(line, word);
	return strstr(line, word);
}

int main(int argc, char **argv)
{
	struct plan plan = {.trials = 10, .seed = 1, .only = -1, .every = 1};
	struct sum sum = {0};
	char dir[] = "/tmp/fl-signals-XXXXXX";
	int o, said = memfd_create("said", MFD_CLOEXEC);

	while ((o = getopt(argc, argv, "n:s:t:a:e:f:")) != -1) {
		if (o == 'n')
			plan.trials = (unsigned)strtoul(optarg, NULL, 10);
		else if (o == 's')
			plan.seed = strtoull(optarg, NULL, 10);
		else if (o == 't')
			plan.only = (int)strtol(optarg, NULL, 10);
		else if (o == 'a')
			plan.away = (unsigned)strtoul(optarg, NULL, 10);
		else if (o == 'f')
			plan.family = optarg;
		else if (o == 'e')
			plan.every = (unsigned)strtoul(optarg, NULL, 10);
		else
			return USAGE;
	}
	if (!plan.every)
		return USAGE;
	trial = mmap(NULL, sizeof(*trial), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (trial == MAP_FAILED || said < 0 || !mkdtemp(dir) || chdir(dir)) {
		perror("signals");
		return 1;
	}
	printf("seed %llu\n", (unsigned long long)plan.seed);
	for (unsigned c = 0; c < COMMANDS; c++)
		if (optind >= argc || is_meant(commands[c].line, argv[optind]))
			campaign(c, &plan, said, &sum);
	if (rmdir(dir)) {
		printf("FAIL something was left in %s\n", dir);
		sum.failed++;
	}
	printf("%u trials, %u failed; from the signal to the end at most %llu ms of the card's time\n",
	       sum.trials, sum.failed, (unsigned long long)(sum.longest_us / 1000));
	return sum.failed ? 1 : 0;
}
