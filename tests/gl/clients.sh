#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Eight clients of one model at once: tests/gl/clients.sh BUILD CHIP SECONDS. Five draw scenes over and over,
# and each time get the picture that one gets alone; one is killed every second; one draws with a shader that
# never ends, which resets the chip; one sends garbage. At the end the server has as many descriptors as
# before, no more memory than the chip's caches may keep, and no buffer and no client; and what hung, or was
# refused, was the culprits' alone.
set -u
build=$1
chip=$2
seconds=$3
scenes='lights blends gears shadow rtt'
allowed_kB=65536

if [ "${FIRSTLIGHT_CLIENTS:-}" = '' ]; then
	out=$(mktemp -d)
	trap 'rm -rf "$out"' EXIT
	# the chip hangs, and so this command fails: what counts is in the folder
	FIRSTLIGHT_CLIENTS=$out "$build"/firstlight gl --strict --chip "$chip" -- "$0" "$@" 2>"$out"/said
	cat "$out"/summary 2>&1 || cat "$out"/said
	bad=0
	# process 123: submission 45 was refused, ...; process 123: submission 45: the chip hung, ...
	blamed()
	{
		sed -n "s/.*process \([0-9]*\): submission [0-9]*$1.*/\1/p" "$out"/said |
			sort -u >"$out"/blamed
		[ -s "$out"/blamed ] || echo "nobody was blamed: $2"
		sort -u "$out"/"$2" | comm -23 "$out"/blamed - | sed "s/^/blamed, and is not $2: process /"
	}
	blamed ': the chip hung' endless >"$out"/innocent
	blamed ' was refused' garbage >>"$out"/innocent
	if [ -s "$out"/innocent ]; then
		cat "$out"/innocent
		bad=1
	fi
	grep ' submissions; ' "$out"/said || bad=1
	grep 'clients are still there' "$out"/said && bad=1
	[ -f "$out"/good ] && [ $bad = 0 ]
	exit
fi

dir=$FIRSTLIGHT_CLIENTS
server=$PPID
running() { [ "$(date +%s)" -lt "$end" ]; }
descriptors() { find /proc/"$server"/fd -mindepth 1 | wc -l; }
memory_kB() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/"$server"/status; }

draws()
{
	n=0
	while running; do
		"$build"/gl-scenes "$dir"/"$1" $scenes || echo "client $1: a program failed" >>"$dir"/wrong
		cmp -s "$dir"/alone "$dir"/"$1" || echo "client $1: another picture" >>"$dir"/wrong
		n=$((n + 1))
	done
	echo $n >"$dir"/n"$1"
}

# only what this script started, by its number
killed()
{
	while running; do
		"$build"/gl-scenes "$dir"/killed &
		sleep 1
		kill -9 $! 2>/dev/null
		wait $! 2>/dev/null
	done
}

endless()
{
	while running; do
		"$build"/gl-trouble loop &
		echo $! >>"$dir"/endless
		wait $!
		sleep 5
	done
}

garbage()
{
	seed=1
	while running; do
		"$build"/gl-trouble garbage $seed &
		echo $! >>"$dir"/garbage
		wait $!
		seed=$((seed + 1))
	done
}

"$build"/gl-scenes "$dir"/alone $scenes || exit 77
# the server keeps some 90 MB when several have drawn (24 rounds of three: no more than that)
for round in 1 2 3; do
	for i in 1 2 3 4 5; do "$build"/gl-scenes "$dir"/"$i" $scenes & done
	wait
done
sleep 1
fds=$(descriptors)
kB=$(memory_kB)
end=$(($(date +%s) + seconds))
for i in 1 2 3 4 5; do draws $i & done
killed &
endless &
garbage &
wait
sleep 1
now=$(descriptors)
now_kB=$(memory_kB)
drawn=$(cat "$dir"/n? | awk '{ n += $1 } END { print n + 0 }')
[ "$now" -le "$fds" ] || echo "descriptors: $fds before, $now after" >>"$dir"/wrong
[ "$now_kB" -le $((kB + allowed_kB)) ] || echo "memory: $kB kB before, $now_kB after" >>"$dir"/wrong
[ "$drawn" -ge 1 ] || echo "only $drawn rounds were drawn" >>"$dir"/wrong
{
	echo "$chip, $seconds s: $drawn rounds of scenes, $(cat "$dir"/wrong 2>/dev/null | wc -l) wrong;" \
		"descriptors $fds, then $now; memory $kB kB, then $now_kB"
	cat "$dir"/wrong 2>/dev/null
} >"$dir"/summary
[ -s "$dir"/wrong ] || touch "$dir"/good
