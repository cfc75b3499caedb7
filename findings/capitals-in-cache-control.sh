#!/usr/bin/env bash
# Squid and http-cache-semantics: "No-Cache", "No-Store" and "Max-Age" in capital letters are ignored.
#
# Packages: Debian squid (5.7) as an accelerator, without refresh_pattern; http-cache-semantics 4.2.0, the rules of make-fetch-happen
# and got. Input: lists that differ in the letters of Cache-Control alone. The body is the number of the request at the origin.
# Expected: no difference. RFC 9111 section 5.2: the names of directives are case-insensitive.
# Seen two seconds later (the body 2 is a new request to the origin), and as the library's storable() and maxAge():
#   no-cache,max-age=60   Squid: body 2, library: 0 s        No-Cache,max-age=60   Squid: body 1, library: 60 s
#   no-store,max-age=60   Squid: body 2, library: not stored No-Store,max-age=60   Squid: body 1, library: 60 s
#   max-age=60            Squid: body 1, library: 60 s       Max-Age=60            Squid: body 2, library: 0 s
# A service that writes directives as header names are written has its "No-Store" status stored by both, and its lists never
# reused. nginx, Varnish, HAProxy, httpd and Traffic Server read either form. Edgewatch writes directives in small letters before
# it asks the library (src/host/gateway/cache/rules.ts), and counts the Age of a status (src/domain/answer/poll.ts).
# Exits with 1 if the version no longer behaves so, with 2 for another version. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v squid > /dev/null || apt-get install -y -qq --no-install-recommends squid > /dev/null
version=$(grep -m1 -o 'Version [0-9.]*' <<< "$(squid -v)")
echo "Squid $version"
[[ $version == 'Version 5.'* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
chmod 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
const counts = {};
createServer(({ url }, response) => {
  counts[url] = (counts[url] ?? 0) + 1;
  response.writeHead(200, { 'cache-control': decodeURIComponent(url.slice(1)) }).end(String(counts[url]));
}).listen(9313, '127.0.0.1');
JS
cat > "$work/squid.conf" << CONFIG
http_port 127.0.0.1:9314 accel defaultsite=cache.test no-vhost
cache_peer 127.0.0.1 parent 9313 0 no-query originserver name=origin
http_access allow all
cache_mem 8 MB
pid_filename none
access_log none
cache_log $work/cache.log
coredump_dir $work
netdb_filename none
shutdown_lifetime 0 seconds
visible_hostname cache.test
CONFIG
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9313/ready; do sleep 0.1; done
squid -N -f "$work/squid.conf" > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9314/ready && break; sleep 0.1; done
forms=('no-cache,max-age=60' 'No-Cache,max-age=60' 'no-store,max-age=60' 'No-Store,max-age=60' 'max-age=60' 'Max-Age=60')
for form in "${forms[@]}"; do curl -sf -o /dev/null "http://127.0.0.1:9314/$form"; done
sleep 2
bodies=
for form in "${forms[@]}"; do
  body=$(curl -sf "http://127.0.0.1:9314/$form")
  echo "Cache-Control: $form, Squid after 2 s: body $body"
  bodies+=$body
done
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts http-cache-semantics@4.2.0
cat > judge.cjs << 'JS'
const CachePolicy = require('http-cache-semantics');
for (const control of process.argv.slice(2)) {
  const policy = new CachePolicy({ method: 'GET', url: '/', headers: {} }, { status: 200, headers: { 'cache-control': control } });
  console.log(policy.storable() ? policy.maxAge() : 'not-stored');
}
JS
judged=$(node judge.cjs "${forms[@]}" | tr '\n' ' ')
echo "http-cache-semantics on the same: $judged"
[ "$bodies" = 212112 ] && [ "$judged" = '0 60 not-stored 60 60 0 ' ]
