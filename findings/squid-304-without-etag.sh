#!/usr/bin/env bash
# Squid and Traffic Server in a row: after a 304 the list has no ETag any more.
#
# Packages: Debian squid (5.7), and Debian trafficserver (9.2) in front of it. Input: a list with an ETag and "max-age=3". Five
# seconds later another client of Squid requests it, so Squid's copy is fresh and that of Traffic Server is not.
# Expected: a 304 has the ETag and the Vary of the 200 (RFC 9110 section 15.4.5). A cache that gets one keeps the stored
# fields that the 304 does not have (RFC 9111 section 3.2).
# Seen: Squid's own 304 has neither ETag nor Vary. Traffic Server takes that for a list without ETag, so its next response has
# none. A client behind both has no validator for that copy: the next request is unconditional and costs the whole body.
# An absent ETag is therefore no sign of another service.
# Exits with 1 if the versions no longer behave so, with 2 for other versions. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v squid > /dev/null || apt-get install -y -qq --no-install-recommends squid > /dev/null
command -v traffic_server > /dev/null || apt-get install -y -qq --no-install-recommends trafficserver > /dev/null
versions="$(grep -m1 -o 'Version [0-9.]*' <<< "$(squid -v)"), $(grep -m1 -o 'Traffic Server [0-9.]*' <<< "$(traffic_server -V 2>&1)")"
echo "Squid $versions"
[[ $versions == 'Version 5.'*', Traffic Server 9.2'* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work"/{etc,run,log,cache,data}
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
createServer(({ headers }, response) => {
  const fields = { etag: '"a"', vary: 'Accept-Encoding', 'cache-control': 'max-age=3' };
  if (headers['if-none-match'] === '"a"') response.writeHead(304, fields).end();
  else response.writeHead(200, fields).end('[]');
}).listen(9317, '127.0.0.1');
JS
cat > "$work/squid.conf" << CONFIG
http_port 127.0.0.1:9318 accel defaultsite=cache.test no-vhost
cache_peer 127.0.0.1 parent 9317 0 no-query originserver name=origin
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
CONFIG proxy.config.http.server_ports STRING 9319:ip-in=127.0.0.1
CONFIG proxy.config.admin.user_id STRING nobody
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG
echo 'map / http://127.0.0.1:9318/' > "$work/etc/remap.config"
echo "$work/cache 16M" > "$work/etc/storage.config"
printf 'ip_allow:\n  - apply: in\n    ip_addrs: 127.0.0.1\n    action: allow\n    methods: ALL\n' > "$work/etc/ip_allow.yaml"
touch "$work"/etc/{plugin.config,logging.yaml,sni.yaml}
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9317/ready; do sleep 0.1; done
squid -N -f "$work/squid.conf" > "$work/squid.out" 2>&1 &
traffic_server --run-root="$work" > "$work/ats.out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9319/ready && break; sleep 0.1; done
squid() { curl -si -H 'Accept-Encoding: gzip' "$@" http://127.0.0.1:9318/list | tr -d '\r'; }
both() { curl -si -H 'Accept-Encoding: gzip' http://127.0.0.1:9319/list | tr -d '\r'; }
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
show() { echo "$1: $(echo "$2" | head -1), ETag '$(value "$2" etag)', Vary '$(value "$2" vary)', Age '$(value "$2" age)'"; }
first=$(both)
sleep 5
squid > /dev/null
confirmed=$(squid -H 'If-None-Match: "a"')
later=$(both)
show 'both, first' "$first"
show 'Squid, to If-None-Match' "$confirmed"
show 'both, after its 304' "$later"
[ "$(value "$first" etag)" = '"a"' ] && [[ $confirmed == *' 304 '* ]] && [ -z "$(value "$confirmed" etag)$(value "$confirmed" vary)" ] &&
  [[ $later == *' 200 '* ]] && [ -z "$(value "$later" etag)" ]
