# SPDX-License-Identifier: MIT
#
# Doxygen's pages: the title is the heading, and those of a text go below it.
/<h[1-3]><a class="anchor"/,/<\/h[1-3]>/ {
	s|<(/?)h3>|<\1h4>|g
	s|<(/?)h2>|<\1h3>|g
	s|<(/?)h1>|<\1h2>|g
}
s|<div class="headertitle"><div class="title">(.*)</div></div>|<h1 class="title">\1</h1>|
# A drawing is a picture, with words for those who do not see it.
s|<object type="image/svg\+xml" data="([^"]*)"[^>]*>[^<]*</object>|<img src="\1" alt="Drawing; the text says what is in it">|
# What can be wider than the page is moved by keys, too.
s/<(div|pre) class="fragment">/<\1 class="fragment" tabindex="0">/g
s/<table class="markdownTable">/<table class="markdownTable" tabindex="0">/g
