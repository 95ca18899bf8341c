# SPDX-License-Identifier: MIT
r"""For gdb: how many waves have scratch memory, which radeonsi of Mesa 22.3, as Debian 12 builds it, does not
know on Linux's radeon driver (tests/gl/known/hawaii_cl.causes), is put where it looks. Kernels with such
memory run then, five seconds each:

    PIGLIT_RUN="gdb -batch -x $PWD/tests/gl/scratch_waves.py --args" \
        tests/gl/piglit.py --cl --work out/scratch \
        --only 'private$|stack|tail-calls|calls-|o16$|hi16$|negative|shuffle-u?(char|short)-'
"""
import gdb

LOOKS = bytes.fromhex("0faf8fd4050000")  # imul 0x5d4(%rdi),%ecx: by info.max_scratch_waves of the screen
WAVES = 32 * 44                          # 32 for each compute unit of a Hawaii: later versions of Mesa

for command in ("set pagination off", "set confirm off", "set breakpoint pending on",
                "tbreak piglit_cl_enqueue_ND_range_kernel", "run"):
    gdb.execute(command)
alive = gdb.selected_inferior().pid
for line in gdb.execute("info proc mappings", to_string=True).splitlines() if alive else ():
    if "pipe_radeonsi" in line and "r-xp" in line:
        begin, end = (int(n, 16) for n in line.split()[:2])
        at = gdb.selected_inferior().search_memory(begin, end - begin, LOOKS)
        if at:
            gdb.execute(f"tbreak *{at}")
            gdb.execute("continue")
            gdb.execute(f"set *(unsigned *)($rdi + 0x5d4) = {WAVES}")
if alive:
    gdb.execute("continue")
