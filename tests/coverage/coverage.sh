#!/usr/bin/env bash
# What ran, of the lines of the source: coverage.sh BUILD LEAST FOLDER
#
# Reads the counters that the programs of BUILD left in BUILD/prof, prints a table by folder, and the lines
# of FOLDER that never ran and for which tests/coverage/reasons.txt gives no reason. Fails if less than LEAST
# percent of FOLDER's lines ran, or if a line has no reason.
set -eu
cd "$(dirname "$0")/../.."
build=$1 least=$2 folder=$3
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
	grep "^$folder/" >"$build/missed.txt" || true

# A line of reasons.txt is FILE|TEXT|REASON; it is for the missed lines of that file that contain the text.
# In place of a FILE there may be a *, for every file.
unexplained=0
while IFS=: read -r file line; do
	text=$(sed -n "${line}p" "$file")
	if ! awk -F'|' -v file="$file" -v text="$text" '
		/^#/ || NF < 3 { next }
		($1 == file || $1 == "*") && index(text, $2) { found = 1 }
		END { exit !found }' tests/coverage/reasons.txt; then
		echo "no reason: $file:$line: $text"
		unexplained=$((unexplained + 1))
	fi
done <"$build/missed.txt"
echo "$(wc -l <"$build/missed.txt") lines of $folder never ran; $unexplained of them without a reason"
awk -v least="$least" -v folder="$folder" '
	$NF == folder { found = 1; exit $1 < least }
	END { exit !found }' "$build/folders.txt" || {
	echo "$folder: less than $least % of the lines ran"
	exit 1
}
[ "$unexplained" = 0 ]
