#!/usr/bin/env bash
# nginx and HAProxy: the lifetime by Expires depends on the difference between the service's clock and theirs.
#
# Packages: Debian nginx (1.22.1) and haproxy (2.6.12). Input: a list without Cache-Control, of a service whose clock is 90 s
# ahead. It sends Expires = Date + 2 s. The body is the number of the request at the origin.
# Expected: a lifetime of 2 s. RFC 9111 section 4.2.1: Expires minus Date, so the two clocks need not agree.
# Seen: both compare Expires with their own clock, so they reuse the list for 92 s. HAProxy states the age: Age 6 beside a
# lifetime of 2 s. nginx replaces Date by its own and sends no Age: the client finds a lifetime of 86 s and a response that looks
# new. Varnish, httpd and Traffic Server go by Expires minus Date. docs/operate/caches.md therefore asks services for max-age.
# Exits with 1 if the versions no longer behave so, with 2 for other versions. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v nginx > /dev/null || apt-get install -y -qq --no-install-recommends nginx > /dev/null
command -v haproxy > /dev/null || apt-get install -y -qq --no-install-recommends haproxy > /dev/null
versions="$(nginx -v 2>&1 | grep -o 'nginx/[0-9.]*'), $(grep -m1 -o 'version [0-9.]*' <<< "$(haproxy -v)")"
echo "$versions (HAProxy)"
[[ $versions == 'nginx/1.22.'*', version 2.6.'* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/cache"
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
const counts = {};
const at = (seconds) => new Date(Date.now() + 1000 * (90 + seconds)).toUTCString();
createServer(({ url }, response) => {
  counts[url] = (counts[url] ?? 0) + 1;
  response.writeHead(200, { date: at(0), expires: at(2) }).end(String(counts[url]));
}).listen(9320, '127.0.0.1');
JS
cat > "$work/nginx.conf" << CONFIG
daemon off; master_process off; pid $work/pid; error_log stderr warn; events {}
http {
  access_log off;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  proxy_cache_path $work/cache keys_zone=edge:1m;
  server { listen 127.0.0.1:9321; proxy_cache edge; location / { proxy_pass http://127.0.0.1:9320; } }
}
CONFIG
cat > "$work/haproxy.cfg" << 'CONFIG'
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 5s
cache edge
  total-max-size 16
  max-age 600
frontend api
  bind 127.0.0.1:9322
  default_backend origin
backend origin
  http-request cache-use edge
  http-response cache-store edge
  server origin 127.0.0.1:9320
CONFIG
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9320/ready; do sleep 0.1; done
nginx -e stderr -p "$work" -c "$work/nginx.conf" > "$work/nginx.out" 2>&1 &
haproxy -db -f "$work/haproxy.cfg" > "$work/haproxy.out" 2>&1 &
for port in 9321 9322; do
  for _ in $(seq 100); do curl -sf -o /dev/null "http://127.0.0.1:$port/ready" && break; sleep 0.1; done
done
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
at() { date -d "$(value "$1" "$2")" +%s; }
urls=(9321/nginx 9322/haproxy)
for url in "${urls[@]}"; do curl -sf -o /dev/null "http://127.0.0.1:$url"; done
sleep 6
seen=()
for url in "${urls[@]}"; do
  response=$(curl -si "http://127.0.0.1:$url" | tr -d '\r')
  body=$(echo "$response" | tail -1)
  left=$(($(at "$response" expires) - $(at "$response" date)))
  echo "${url#*/}, after 6 s: body $body, Expires minus Date $left s, Age '$(value "$response" age)'"
  seen+=("$body" "$left" "$(value "$response" age)")
done
[ "${seen[0]}" = 1 ] && [ "${seen[1]}" -gt 80 ] && [ -z "${seen[2]}" ] &&
  [ "${seen[3]}" = 1 ] && [ "${seen[4]}" = 2 ] && [ "${seen[5]}" -ge 5 ]
