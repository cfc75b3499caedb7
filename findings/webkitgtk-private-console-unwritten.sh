#!/usr/bin/env bash
# WebKitGTK: the setting that writes console messages has no effect in a private window, so in no window that is driven.
#
# Package: Debian webkit2gtk-driver (WebKitGTK 2.50.6), with its MiniBrowser. Input: a page that calls console.error(), in a
# window with enable-write-console-messages-to-stdout, once as it is and once private. WebDriver opens private windows only.
# Expected: both write the message. The documentation of the setting names no exception.
# Seen: the first writes "CONSOLE ERROR planted", to stderr. The private one writes nothing. The test of three engines therefore
# collects errors in the page (e2e/support/engines/webkitgtk.ts).
# Exits with 1 if the version no longer behaves so. The page is a local file.
set -euo pipefail
programs() { command -v Xvfb > /dev/null && command -v WebKitWebDriver > /dev/null; }
programs || apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb > /dev/null
work=$(mktemp -d)
trap 'kill "$screen"; wait; rm -rf "$work"' EXIT
echo '<script>console.error("planted")</script>' > "$work/page.html"
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3> "$work/display" 2> /dev/null &
screen=$!
until [ -s "$work/display" ]; do sleep 0.2; done
browser=$(dpkg -L libwebkit2gtk-4.1-0 | grep '/MiniBrowser$')
dpkg-query -W libwebkit2gtk-4.1-0
# Counts the messages in what a window writes in ten seconds.
messages() {
  DISPLAY=":$(cat "$work/display")" HOME=$work LIBGL_ALWAYS_SOFTWARE=1 NO_AT_BRIDGE=1 timeout 10 "$browser" \
    --enable-write-console-messages-to-stdout=true "$@" "file://$work/page.html" > "$work/written" 2>&1 || true
  grep -c 'CONSOLE ERROR planted' "$work/written" || true
}
plain=$(messages)
private=$(messages --private)
echo "messages written: $plain, in a private window: $private"
[ "$plain" -eq 1 ] && [ "$private" -eq 0 ]
