#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What ran, of the lines of the source: coverage.sh BUILD LEAST FOLDER [WITHOUT…]
#
# Reads the counters that the programs of BUILD left in BUILD/prof, prints a table by folder, and the lines
# of FOLDER (but of its folders WITHOUT) that never ran and for which tests/coverage/reasons.txt gives no
# reason: those are worth a test; and the reasons that no line needs any more. Fails if there is such a line,
# or if less than LEAST percent of FOLDER's lines ran.
set -eu
cd "$(dirname "$0")/../.."
build=$1 least=$2 folder=$3
shift 3
without=$*
llvm-profdata merge -sparse -o "$build/all.profdata" "$build"/prof/*.profraw
objects=()
for o in unit firstlight; do
	[ ! -e "$build/$o" ] || objects+=(-object "$build/$o")
done
llvm-cov export -format=lcov -instr-profile="$build/all.profdata" "$build/fuzz-run" "${objects[@]}" \
	hw lib demos/firstlight >"$build/lines.lcov" 2>"$build/llvm-cov.log"
top=$(pwd)
awk -v TOP="$top" -f tests/coverage/folders.awk "$build/lines.lcov" | sort -k 7 >"$build/folders.txt"
cat "$build/folders.txt"
awk -v TOP="$top" -v MISSED=1 -f tests/coverage/folders.awk "$build/lines.lcov" |
	awk -v folder="$folder" -v without="$without" '
		BEGIN { n = split(without, not, " ") }
		index($0, folder "/") == 1 {
			for (i = 1; i <= n; i++)
				if (index($0, not[i] "/") == 1)
					next
			print
		}' >"$build/missed.txt"

# A line of reasons.txt is FILE|TEXT|REASON, FILE and TEXT may be * for all. It is for the missed lines of
# that file that have the text in them, or in one of the three lines before (where the condition stands).
awk -F'|' '
	FILENAME ~ /reasons.txt$/ {
		if (!/^#/ && NF >= 3) {
			where[++n] = $1
			what[n] = $2
		}
		next
	}
	{
		split($0, at, ":")
		if (at[1] != file) {
			file = at[1]
			for (last = 0; (getline text[last + 1] < file) > 0; last++)
				;
			close(file)
		}
		line = at[2]
		near = text[line] "\n" text[line - 1] "\n" text[line - 2] "\n" text[line - 3]
		found = 0
		for (i = 1; i <= n; i++)
			if ((where[i] == "*" || where[i] == file) && (what[i] == "*" || index(near, what[i])))
				found = used[i] = 1
		if (!found)
			print "no reason: " file ":" line ": " text[line]
	}
	END {
		for (i = 1; i <= n; i++)
			if (!used[i])
				print "a reason without lines: " where[i] "|" what[i]
	}' tests/coverage/reasons.txt "$build/missed.txt" >"$build/unexplained.txt"
cat "$build/unexplained.txt"
missed=$(wc -l <"$build/missed.txt")
unexplained=$(grep -c '^no reason' "$build/unexplained.txt" || true)
echo "$missed lines never ran; $unexplained of them without a reason"
awk -v least="$least" -v folder="$folder" -v without="$without" '
	BEGIN {
		n = split(without, not, " ")
		for (i = 1; i <= n; i++)
			is_not[not[i]] = 1
	}
	$NF == folder { ran += $3; all += $5 }
	$NF in is_not { ran -= $3; all -= $5 }
	END {
		if (all)
			printf "%s (without %s): %.2f %% of %d lines\n", folder, without, 100 * ran / all, all
		exit !all || 100 * ran / all < least
	}' "$build/folders.txt" || {
	echo "$folder: less than $least % of the lines ran"
	exit 1
}
[ "$unexplained" = 0 ]
