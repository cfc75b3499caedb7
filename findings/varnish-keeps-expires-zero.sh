#!/usr/bin/env bash
# Varnish: "Expires: 0", sent to forbid reuse, makes Varnish keep a response for two minutes.
#
# Package: Debian varnish (7.1), built-in VCL. Input: two lists without Cache-Control. One has "Expires: 0", the other an
# Expires that is one minute before its Date. The body is the number of the request at the origin.
# Expected: neither is reused. RFC 9111 section 5.3: a cache must read an invalid date, "especially the value 0", as a time in
# the past.
# Seen: the list with the past date is requested from the origin each time. The list with "Expires: 0" gets the default
# lifetime, as if it had no Expires: "TTL RFC 120 10 0" in the log. Four seconds later the viewer gets the first body with Age 4.
# A client that follows the RFC reads each of these copies as stale. One that ignores Age beside "Expires: 0" takes a copy of two
# minutes for a new response. Edgewatch counts Age in both cases (src/domain/answer/lifetime.ts).
# Exits with 1 if the version no longer behaves so, with 2 for another version. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v varnishd > /dev/null || apt-get install -y -qq --no-install-recommends varnish > /dev/null
version=$(grep -m1 -o 'varnish-[0-9.]*' <<< "$(varnishd -V 2>&1)")
echo "$version"
[[ $version == varnish-7.1* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/run"
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
const counts = {};
createServer(({ url }, response) => {
  counts[url] = (counts[url] ?? 0) + 1;
  const expires = url === '/zero' ? '0' : new Date(Date.now() - 60_000).toUTCString();
  response.writeHead(200, { expires }).end(String(counts[url]));
}).listen(9311, '127.0.0.1');
JS
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9311/ready; do sleep 0.1; done
varnishd -F -a 127.0.0.1:9312 -b 127.0.0.1:9311 -n "$work/run" -s malloc,16m -T none -p vsl_space=1M > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9312/ready && break; sleep 0.1; done
ask() { curl -si "http://127.0.0.1:9312/$1" | tr -d '\r'; }
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
ask zero > /dev/null
ask past > /dev/null
sleep 4
zero=$(ask zero)
past=$(ask past)
ttl=$(grep -m1 -o 'RFC [0-9]*' <<< "$(varnishlog -d -n "$work/run" -q 'BereqURL eq "/zero"' -i TTL)")
echo "Expires: 0 after 4 s: body $(echo "$zero" | tail -1), Age $(value "$zero" age), lifetime by $ttl"
echo "Expires in the past after 4 s: body $(echo "$past" | tail -1), Age $(value "$past" age)"
[ "$(echo "$zero" | tail -1)" = 1 ] && [ "$(value "$zero" age)" -ge 3 ] && [ "$ttl" = 'RFC 120' ] && [ "$(echo "$past" | tail -1)" = 2 ]
