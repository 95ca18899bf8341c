# SPDX-License-Identifier: MIT
#
# Markdown for Doxygen 1.9, which does not know the anchors that headings have elsewhere: a link within the page
# becomes its text.
s/\[\([^]]*\)\](#[^)]*)/\1/g
# In the manual itself the page of registers is beside the others.
s,`out/doc/html/registers\.html`,[The page of registers](registers.html),
