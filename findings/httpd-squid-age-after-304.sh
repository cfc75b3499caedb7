#!/usr/bin/env bash
# Apache httpd and Squid: the Age of the first response stays after the origin has confirmed the copy.
#
# Packages: Debian apache2 (2.4.71) with mod_cache_disk, and squid (5.7). Input: a list with "max-age=60" and Age 58, as it comes
# from a cache on the way. Three seconds later the origin itself confirms it: a 304 with a new Date and without Age.
# Expected: the copy has the age 0 from then on. RFC 9111 section 5.1: Age is the time since the response was generated or
# successfully validated at the origin. So the next 60 s need no request.
# Seen in both: Age 58 beside the new Date of the 304. The copy is stale again after two seconds, so each later request is
# validated at the origin, and each response says "58 s old" of a list that was confirmed just now. Varnish and Traffic Server
# start again at 0. To Edgewatch such a list is nearly used up at receipt, never late (src/domain/answer/lifetime.ts).
# Exits with 1 if the versions no longer behave so, with 2 for other versions. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v apache2 > /dev/null || apt-get install -y -qq --no-install-recommends apache2 > /dev/null
command -v squid > /dev/null || apt-get install -y -qq --no-install-recommends squid > /dev/null
versions="$(grep -m1 -o 'Apache/[0-9.]*' <<< "$(apache2 -v)"), Squid $(grep -m1 -o 'Version [0-9.]*' <<< "$(squid -v)")"
echo "$versions"
[[ $versions == 'Apache/2.4.'*', Squid Version 5.'* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/cache"
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
const counts = {};
createServer(({ url, headers }, response) => {
  counts[url] = (counts[url] ?? 0) + 1;
  const fields = { etag: '"a"', 'cache-control': 'max-age=60' };
  if (url.startsWith('/count/')) response.writeHead(200, { 'cache-control': 'no-store' }).end(String(counts[`/${url.slice(7)}`]));
  else if (headers['if-none-match'] === '"a"') response.writeHead(304, fields).end();
  else response.writeHead(200, { ...fields, age: '58' }).end('[]');
}).listen(9323, '127.0.0.1');
JS
{
  for module in mpm_event authz_core proxy proxy_http cache cache_disk; do
    echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so"
  done
  cat << CONFIG
ServerRoot "$work"
ServerName cache.test
PidFile $work/pid
ErrorLog $work/error.log
Listen 127.0.0.1:9324
User www-data
Group www-data
CacheRoot $work/cache
CacheEnable disk /
ProxyPass / http://127.0.0.1:9323/
CONFIG
} > "$work/httpd.conf"
cat > "$work/squid.conf" << CONFIG
http_port 127.0.0.1:9325 accel defaultsite=cache.test no-vhost
cache_peer 127.0.0.1 parent 9323 0 no-query originserver name=origin
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
until curl -sf -o /dev/null http://127.0.0.1:9323/ready; do sleep 0.1; done
apache2 -X -f "$work/httpd.conf" > "$work/httpd.out" 2>&1 &
squid -N -f "$work/squid.conf" > "$work/squid.out" 2>&1 &
for port in 9324 9325; do
  for _ in $(seq 100); do curl -sf -o /dev/null "http://127.0.0.1:$port/ready" && break; sleep 0.1; done
done
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
held=0
for front in 9324/httpd 9325/squid; do curl -sf -o /dev/null "http://127.0.0.1:$front"; done
for poll in 1 2 3; do
  sleep 3
  for front in 9324/httpd 9325/squid; do
    asked=$(date +%s)
    response=$(curl -si "http://127.0.0.1:$front" | tr -d '\r')
    requests=$(curl -sf "http://127.0.0.1:9323/count/${front#*/}")
    dated=$((asked - $(date -d "$(value "$response" date)" +%s)))
    echo "${front#*/}, after $((3 * poll)) s: Age $(value "$response" age), Date $dated s ago, $requests requests at the origin"
    [ "$(value "$response" age)" -lt 58 ] || [ "$dated" -gt 1 ] || [ "$requests" -ne $((poll + 1)) ] || held=$((held + 1))
  done
done
[ "$held" -eq 6 ]
