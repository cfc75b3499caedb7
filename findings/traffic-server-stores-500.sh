#!/usr/bin/env bash
# Apache Traffic Server: with negative caching off, which is the default, an HTTP 500 is stored and repeated all the same.
#
# Package: Debian trafficserver (ATS 9.2.9). Input: a 500 with "public, max-age=60". Right after it the origin answers 200.
# Expected: by the documentation, proxy.config.http.negative_caching_enabled 0 means that error responses are not cached.
# Seen: the setting concerns errors without a lifetime alone. For the lifetime, viewers get the 500 with Age while the origin is
# well, and a request with "Cache-Control: no-cache" gets it too. RFC 9111 section 3 allows the storing.
# Edgewatch reports such an error as a possible stored copy (src/domain/failures/stored-error.ts, docs/operate/caches.md).
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
CONFIG proxy.config.http.server_ports STRING 9332:ip-in=127.0.0.1
CONFIG proxy.config.admin.user_id STRING nobody
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG proxy.config.http.negative_caching_enabled INT 0
CONFIG
echo 'map / http://127.0.0.1:9331/' > "$work/etc/remap.config"
echo "$work/cache 16M" > "$work/etc/storage.config"
printf 'ip_allow:\n  - apply: in\n    ip_addrs: 127.0.0.1\n    action: allow\n    methods: ALL\n' > "$work/etc/ip_allow.yaml"
touch "$work"/etc/{plugin.config,logging.yaml,sni.yaml}
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
let requests = 0;
createServer(({ url }, response) => {
  if (url === '/list') requests += 1;
  const isBad = url === '/list' && requests === 1;
  response.writeHead(isBad ? 500 : 200, { 'cache-control': 'public, max-age=60' }).end(String(requests));
}).listen(9331, '127.0.0.1');
JS
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9331/ready; do sleep 0.1; done
traffic_server --run-root="$work" > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9332/ready && break; sleep 0.1; done
grep -m1 -o 'Traffic Server [0-9.]*' <<< "$(traffic_server -V 2>&1)"
ask() { curl -si "$@" http://127.0.0.1:9332/list | tr -d '\r' | sed -n -E '1s/HTTP[^ ]* ([0-9]+).*/\1/p; s/^age: /age /Ip' | xargs; }
echo "first: $(ask)"
sleep 2
plain=$(ask)
anew=$(ask -H 'cache-control: no-cache')
direct=$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:9331/list)
echo "after 2 s: $plain; with no-cache: $anew; the origin itself: $direct"
[[ $plain =~ ^500\ age\ [1-9] && $anew =~ ^500\ age\ [1-9] && $direct == 200 ]]
