#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Is a change slower? Runs the benches of two builds in turn, A B A B …, and prints for each row how much time
# the new one takes beside the old one: the median of the pairs' ratios and its 95 % interval (order
# statistics, which assume nothing about the noise). Below 1 the new one is faster. A row is called slower
# when its whole interval lies beyond 1.03: two copies of one binary differ by up to 4 % here, in a median of
# five.
#
#	tests/bench/pair.sh OLD NEW [PAIRS [CASE…]]
#
# OLD and NEW are checkouts in which `make bench-programs` was run; PAIRS is 20 unless given, and each run
# takes the best of REPEATS frames (3 unless the environment says otherwise). Nothing else should run
# meanwhile.
set -eu
[ $# -ge 2 ] || { sed -n '3,14s/^# \{0,1\}//p' "$0"; exit 2; }
old=$1 new=$2 pairs=${3:-20}
[ $# -lt 3 ] && shift 2 || shift 3
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# One line a figure: the row's name, a tab, its time (rates are turned around). A row that comes again, for
# another chip, is numbered: an older build may lack it.
figures() {
	awk '
	/^[a-z_0-9.]+ +(Mpixel\/s|M\/s|frames\/s) / {
		for (i = 3; i <= 4 && $i ~ /^[0-9.e+-]+$/; i++)
			printf("%s, %d thread%s\t%.9g\n", $1, i - 2, i > 3 ? "s" : "", 1 / $i)
		next
	}
	{
		name = $0
		sub(/^ +/, "", name)
		sub(/  .*/, "", name)
		if ($0 ~ /^  / && name != "")
			name = above " / " name
		else
			above = name
		if (match($0, / [0-9.]+ (ns|ms)/)) {
			split(substr($0, RSTART + 1, RLENGTH - 1), f, " ")
			printf "%s%s\t%.9g\n", name, again[name]++ ? " (" again[name] ")" : "", f[1]
		}
	}' "$1"
}


i=0
while [ "$i" -lt "$pairs" ]; do
	for side in old new; do
		eval dir=\$$side
		(cd "$dir" && build/bench -m -n "${REPEATS:-3}" -b build "$@") >"$out/run"
		figures "$out/run" >"$out/$side.$i"
	done
	i=$((i + 1))
	[ -t 2 ] && printf '\r%d of %d pairs' "$i" "$pairs" >&2
done
[ -t 2 ] && printf '\r\033[K' >&2

awk -F'\t' -v pairs="$pairs" '
FNR == 1 { n = split(FILENAME, p, "/"); split(p[n], s, "."); side = s[1]; run = s[2] }
{ v[$1, side, run] = $2; if (!($1 in seen)) { seen[$1] = 1; order[++rows] = $1 } }
END {
	# The k-th smallest and the k-th largest of n pairs hold the median between them 95 times in 100.
	k = int((pairs - 1.96 * sqrt(pairs)) / 2)
	k = k < 1 ? 1 : k
	printf "%-52s %8s   %s\n", "time of the new build / the old one", "median", "95 % interval"
	for (r = 1; r <= rows; r++) {
		m = 0
		for (i = 0; i < pairs; i++)
			if (v[order[r], "old", i] > 0 && v[order[r], "new", i] > 0)
				x[++m] = v[order[r], "new", i] / v[order[r], "old", i]
		if (m < pairs)
			continue
		for (i = 2; i <= m; i++) {
			t = x[i]
			for (j = i - 1; j && x[j] > t; j--)
				x[j + 1] = x[j]
			x[j + 1] = t
		}
		median = m % 2 ? x[(m + 1) / 2] : (x[m / 2] + x[m / 2 + 1]) / 2
		low = x[k]
		high = x[m + 1 - k]
		slower += low > 1.03
		printf("%-52s %8.3f   %.3f to %.3f%s\n", order[r], median, low, high,
		       low > 1.03 ? "   SLOWER" : "")
	}
	printf "%d rows, %d pairs, %d slower\n", rows, pairs, slower
	exit slower > 0
}' "$out"/old.* "$out"/new.*
