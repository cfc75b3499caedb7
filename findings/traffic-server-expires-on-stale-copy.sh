#!/usr/bin/env bash
# Apache Traffic Server: a stale copy gets an Expires header 30 minutes ahead, which the origin never sent.
#
# Package: Debian trafficserver (ATS 9.2.9). Input: a response with "public, max-age=2"; six seconds later the origin answers 500.
# Expected: the stored response as the origin sent it, with its Age (RFC 9111 section 4.2.4), perhaps with Warning: 111.
# Seen: HTTP 200, the old Date, Age 6, "max-age=2", no Warning, and Expires 30 minutes in the future. A client that reads
# Expires where it cannot read Cache-Control takes the stale copy for fresh. Edgewatch goes by Age
# (src/domain/answer/lifetime.ts: max-age before Expires).
# Exits with 1 if the version no longer behaves so. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v traffic_server > /dev/null || apt-get install -y -qq --no-install-recommends trafficserver > /dev/null
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work"/{etc,run,log,cache,data}
chmod -R 777 "$work"
cat > "$work/runroot.yaml" << YAML
prefix: /usr
exec_prefix: /usr
bindir: /usr/bin
sbindir: /usr/sbin
sysconfdir: $work/etc
datadir: $work/data
includedir: /usr/include
libdir: /usr/lib/trafficserver
libexecdir: /usr/lib/trafficserver/modules
localstatedir: $work
runtimedir: $work/run
logdir: $work/log
cachedir: $work/cache
YAML
cat > "$work/etc/records.config" << 'CONFIG'
CONFIG proxy.config.http.server_ports STRING 9306:ip-in=127.0.0.1
CONFIG proxy.config.admin.user_id STRING nobody
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG
echo 'map / http://127.0.0.1:9305/' > "$work/etc/remap.config"
echo "$work/cache 16M" > "$work/etc/storage.config"
printf 'ip_allow:\n  - apply: in\n    ip_addrs: 127.0.0.1\n    action: allow\n    methods: ALL\n' > "$work/etc/ip_allow.yaml"
touch "$work"/etc/{plugin.config,logging.yaml,sni.yaml}
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
let good = true;
createServer(({ url }, response) => {
  if (url === '/fail') good = false;
  if (url === '/list' && !good) response.writeHead(500).end();
  else response.writeHead(200, { 'cache-control': 'public, max-age=2', etag: '"a"' }).end('[]');
}).listen(9305, '127.0.0.1');
JS
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9305/ready; do sleep 0.1; done
traffic_server --run-root="$work" > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9306/ready && break; sleep 0.1; done
grep -m1 -o 'Traffic Server [0-9.]*' <<< "$(traffic_server -V 2>&1)"
curl -sf -o /dev/null http://127.0.0.1:9306/list
curl -sf -o /dev/null http://127.0.0.1:9305/fail
sleep 6
head=$(curl -si http://127.0.0.1:9306/list | tr -d '\r')
echo "$head" | grep -i -E '^(HTTP|date|age|cache-control|expires|warning)'
value() { echo "$head" | sed -n "s/^$1: //Ip"; }
seconds=$(($(date -d "$(value expires)" +%s) - $(date -d "$(value date)" +%s)))
echo "Expires is $seconds s after Date; the origin sent none."
[ "$seconds" -gt 1500 ] && [ "$(value age)" -ge 5 ] && [ -z "$(value warning)" ]
