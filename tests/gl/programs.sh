#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Games of Debian on the models: tests/gl/programs.sh BUILD DIR SECONDS [CHIP...]. Each runs so long on each
# chip, and as long on Mesa's software rasterizer, from its title on, with nobody playing. A picture of each
# is left in DIR for the page of `make gallery`, and the table of times: of a frame, loading included, and how
# much of it was the model's. Then some frames of each are captured on each chip, and play to the same bits.
set -u
build=$1
dir=$2
seconds=$3
shift 3
[ $# -gt 0 ] || set -- r580 rv770
programs='neverputt neverball chromium-bsu'
picture=40
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0
mkdir -p "$dir"

export HOME="$out" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy ALSOFT_DRIVERS=null
PATH=$PATH:/usr/games
start() { [ "$1" = chromium-bsu ] && echo "chromium-bsu -na" || echo "$1"; }

# Of the summary: frames, ms of each, and the model's share of those. A signal has ended the program.
ms_of()
{
	sed -n 's/.*; \([0-9]*\) frames, .*; \([0-9.]*\) s in all, \([0-9.]*\) s of it.*/\1 \2 \3/p' "$1" |
		awk '{ printf "%d|%.1f|%.1f", $1, 1000 * $2 / $1, 1000 * $3 / $1 }'
}

echo 'program|renderer|frames|ms a frame|of it the model' >"$out"/table
for program in $programs; do
	for chip in "$@"; do
		timeout -s TERM "$seconds" "$build"/firstlight gl --chip "$chip" --frames $picture-$picture \
			--out "$out/picture.png" -- $(start "$program") >/dev/null 2>"$out"/said
		now=$(ms_of "$out"/said)
		if [ -z "$now" ] || ! grep -q 'it objected to 0 things' "$out"/said ||
			grep -q ' 0 draws in ' "$out"/said; then
			echo "FAIL $program on $chip: $(grep -v 'GL ext' "$out"/said | tail -3)"
			failed=1
			continue
		fi
		cp "$out"/picture.png "$dir"/program-"$program"-"$chip".png || failed=1
		echo "$program|$chip|$now" >>"$out"/table
	done
	# it may end in the middle of a frame: neverball has some that take it half a minute on a busy machine
	timeout -s KILL $((seconds + 2)) env SWAPS_SECONDS="$seconds" LIBGL_ALWAYS_SOFTWARE=1 \
		GALLIUM_DRIVER=llvmpipe LD_PRELOAD="$(realpath "$build")"/gl-swaps.so \
		$(start "$program") >"$out"/said 2>&1
	now=$(sed -n 's/^swaps: \([0-9]*\) frames in \([0-9.]*\) s$/\1 \2/p' "$out"/said | tail -1 |
		awk -v all="$seconds" '{ printf "%d|%.1f|-", $1, 1000 * ($2 > all ? $2 : all) / $1 }')
	if [ -z "$now" ]; then
		echo "FAIL $program on llvmpipe: $(grep -v 'GL ext' "$out"/said | tail -3)"
		failed=1
	fi
	echo "$program|llvmpipe|$now" >>"$out"/table
done
column -t -s '|' "$out"/table
cp "$out"/table "$dir"/programs.txt

for program in $programs; do
	for chip in "$@"; do
		timeout -s TERM 60 "$build"/firstlight gl --chip "$chip" --frames 3-6 \
			--capture "$out"/c.trace -- $(start "$program") >/dev/null 2>"$out"/said &
		running=$!
		# it is whole once the frame behind the last has begun, which the trace does not grow by
		before=-1
		for i in $(seq 28); do
			sleep 2
			now=$(stat -c %s "$out"/c.trace 2>/dev/null || echo 0)
			[ "$now" -gt 65536 ] && [ "$now" = "$before" ] && break
			before=$now
		done
		kill -TERM $running
		wait $running
		if ! "$build"/firstlight replay "$out"/c.trace >"$out"/replay 2>&1 ||
			! grep -q ' 0 of ' "$out"/replay; then
			echo "FAIL $program on $chip: the capture plays to other bits"
			failed=1
		fi
		echo "$program, $chip: $(head -1 "$out"/replay)"
		rm -f "$out"/c.trace
	done
done
exit $failed
