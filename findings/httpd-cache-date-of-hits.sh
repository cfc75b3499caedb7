#!/usr/bin/env bash
# Apache httpd, mod_cache_disk: a hit has a new Date beside its Age. A stale copy keeps the old Date and has no Age.
#
# Package: Debian apache2 (2.4.71). Input: a response with "public, max-age=5"; a hit after 3 s; then the origin answers 500
# and the copy is 8 s old.
# Expected: Date is that of the origin in both (RFC 9110 section 6.6.1: a recipient with a clock may only add a missing one),
# and Age in both (RFC 9111 section 5.1).
# Seen: Date of the hit is the time of the hit, with Age 3. Date of the stale copy is the time of the origin, without Age. Whoever
# takes "Date + Age" for the time of a cached response is wrong by Age on hits; whoever learns a clock difference from Date learns
# another one from each. Edgewatch therefore learns it from no-store responses alone (src/domain/answer/service-clock.ts).
# Exits with 1 if the version no longer behaves so. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v apache2 > /dev/null || apt-get install -y -qq --no-install-recommends apache2 > /dev/null
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/cache"
chmod -R 777 "$work"
{
  for module in mpm_event authz_core proxy proxy_http cache cache_disk; do
    echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so"
  done
  cat << CONFIG
ServerRoot "$work"
ServerName cache.test
PidFile $work/pid
ErrorLog $work/error.log
Listen 127.0.0.1:9308
User www-data
Group www-data
CacheRoot $work/cache
CacheEnable disk /
ProxyPass / http://127.0.0.1:9307/
CONFIG
} > "$work/httpd.conf"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
let good = true;
createServer(({ url }, response) => {
  if (url === '/fail') good = false;
  if (url === '/list' && !good) response.writeHead(500).end();
  else response.writeHead(200, { 'cache-control': 'public, max-age=5', etag: '"a"' }).end('[]');
}).listen(9307, '127.0.0.1');
JS
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9307/ready; do sleep 0.1; done
apache2 -X -f "$work/httpd.conf" &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9308/ready && break; sleep 0.1; done
head -1 <<< "$(apache2 -v)"
ask() { curl -si http://127.0.0.1:9308/list | tr -d '\r'; }
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
at() { date -d "$(value "$1" date)" +%s; }
first=$(ask)
sleep 3
hit=$(ask)
curl -sf -o /dev/null http://127.0.0.1:9307/fail
sleep 5
stale=$(ask)
echo "hit: Date $(($(at "$hit") - $(at "$first"))) s after the first one, Age $(value "$hit" age)"
echo "stale: Date $(($(at "$stale") - $(at "$first"))) s after the first one, Age '$(value "$stale" age)', Warning '$(value "$stale" warning)'"
[ "$(at "$hit")" -ge $(($(at "$first") + 2)) ] && [ "$(value "$hit" age)" -ge 2 ] && [ "$(at "$stale")" = "$(at "$first")" ] && [ -z "$(value "$stale" age)" ]
