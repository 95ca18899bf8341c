#!/bin/sh
# SPDX-License-Identifier: MIT
#
# firstlight gl --window, on an X server that shows nothing: tests/gl/window.sh BUILD CHIP. A program on
# SDL2's `offscreen` has keys pressed and a pointer moved in its window (xdotool, as a user would), and hears
# of all of it; what the window shows is, bit by bit, what --out writes of the same frame; its capture plays
# to the same bits. Then what does not run is said.
set -u
build=$1
chip=$2
out=$(mktemp -d)
trap 'kill $server 2>/dev/null; rm -rf "$out"' EXIT
failed=0
complain() { echo "FAIL $*"; failed=1; }

mkfifo "$out"/display
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp -noreset 3>"$out"/display 2>"$out"/xvfb &
server=$!
read -r number <"$out"/display || exit 77
export DISPLAY=:"$number" SDL_VIDEODRIVER=x11
xdotool mousemove 0 0 # where no window comes to lie

# the window's number, once it is as large as the program's pictures
find_window()
{
	window=
	for i in $(seq 100); do
		window=$(xdotool search --onlyvisible --class firstlight 2>/dev/null | tail -1)
		[ -n "$window" ] && xdotool getwindowgeometry "$window" | grep -q 320x240 && return
		sleep 0.2
	done
	complain "there is no window of 320 x 240"
	return 1
}
rgb() { convert "$1" -depth 8 rgb:"$2"; }
# said: does it come within ten seconds?
hears()
{
	for i in $(seq 50); do
		grep -qx "$1" "$out"/said && return
		sleep 0.2
	done
	complain "the program never said: $1"
}

"$build"/firstlight gl --chip "$chip" --window --frames 2-3 --out "$out"/f-%d.png \
	--capture "$out"/c.trace -- env SDL_VIDEODRIVER=offscreen "$build"/gl-window \
	>"$out"/said 2>"$out"/summary &
program=$!
if find_window; then
	sleep 1
	rgb "$out"/f-3.png "$out"/want
	import -window "$window" "$out"/before.png && rgb "$out"/before.png "$out"/got
	cmp "$out"/want "$out"/got || complain "the window shows something else than frame 3"
	xdotool mousemove --window "$window" 100 50
	hears 'motion 100 50'
	sleep 1
	import -window "$window" "$out"/after.png
	[ "$(convert "$out"/after.png -format '%[pixel:p{100,50}]' info:)" = 'srgb(255,255,0)' ] ||
		complain "the cross is not where the pointer is"
	xdotool mousedown 1
	hears 'button 1 down'
	xdotool mouseup 1
	hears 'button 1 up'
	xdotool click 4
	hears 'wheel 0 1'
	xdotool keydown a
	hears 'key A down'
	hears 'text a'
	xdotool keyup a
	hears 'key A up'
	xdotool keydown Escape
	hears 'key Escape down'
	xdotool keyup Escape
fi
wait $program || complain "the program ended with $?"
! grep 'not held' "$out"/said || failed=1
grep -q ' frames, ' "$out"/summary || complain "no frames: $(cat "$out"/summary)"
cmp -s "$out"/f-2.png "$out"/f-3.png && complain "frames 2 and 3 are one"
"$build"/firstlight replay "$out"/c.trace >"$out"/replay 2>&1 && grep -q ' 0 of ' "$out"/replay ||
	complain "the capture plays to other bits: $(cat "$out"/replay)"

# the user closes the window
"$build"/firstlight gl --chip "$chip" --window -- env SDL_VIDEODRIVER=offscreen "$build"/gl-window \
	>"$out"/said 2>"$out"/summary &
program=$!
if find_window; then
	xdotool windowclose "$window"
fi
wait $program || complain "closed: the program ended with $?"

# a context without a surface, whose frames end when they are read
"$build"/firstlight gl --chip "$chip" --window --out "$out"/gears.png -- \
	"$build"/gl-scenes "$out"/scene gears 2>"$out"/summary || complain "$(cat "$out"/summary)"
[ "$(identify -format '%wx%h' "$out"/gears.png)" = 320x240 ] ||
	complain "the picture of a scene has another size"
[ "$(convert "$out"/gears.png -format '%k' info:)" -gt 100 ] || complain "the picture of a scene is empty"

says()
{
	what=$1
	shift
	"$@" >"$out"/summary 2>&1 && complain "$* is content"
	grep -q "$what" "$out"/summary || complain "$*: no '$what' in: $(cat "$out"/summary)"
}
says 'never opened /dev/dri' "$build"/firstlight gl --window -- true
says 'ended no frame' "$build"/firstlight gl --window -- "$build"/gl-scenes "$out"/scene no-such-scene
says 'no window' env SDL_VIDEODRIVER=none "$build"/firstlight gl --window -- true
[ $failed = 0 ] && echo "ok   $chip: the window of firstlight gl"
exit $failed
