#!/usr/bin/env bash
# nginx, proxy_cache_revalidate: a 304 changes how long nginx reuses a copy, but not the lifetime that nginx states.
#
# Package: Debian nginx (1.22.1). Input: a list with "max-age=2"; three seconds later the origin confirms it with a 304 that
# says "max-age=60"; then the list changes. The body is the number of the version.
# Expected: a cache updates the stored headers with those of the 304 (RFC 9111 section 4.3.4), so a hit says "max-age=60".
# Seen: nginx reuses the copy for the 60 s of the 304. It goes on to say "max-age=2", with a new Date at each hit and no Age.
# A client requests the list every two seconds and each time gets version 1, which looks new. Nothing in the response but
# the operator's own X-Cache-Status shows that it is a copy. docs/operate/caches.md therefore advises against proxy_cache_revalidate.
# Exits with 1 if the version no longer behaves so, with 2 for another version. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v nginx > /dev/null || apt-get install -y -qq --no-install-recommends nginx > /dev/null
version=$(nginx -v 2>&1 | grep -o 'nginx/[0-9.]*')
echo "$version"
[[ $version == nginx/1.22.* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/cache"
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
let version = 1;
createServer(({ url, headers }, response) => {
  const etag = `"${version}"`;
  if (url === '/change') version += 1;
  if (headers['if-none-match'] === etag) response.writeHead(304, { etag, 'cache-control': 'max-age=60' }).end();
  else response.writeHead(200, { etag, 'cache-control': 'max-age=2' }).end(String(version));
}).listen(9315, '127.0.0.1');
JS
cat > "$work/nginx.conf" << CONFIG
daemon off; master_process off; pid $work/pid; error_log stderr warn; events {}
http {
  access_log off;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  proxy_cache_path $work/cache keys_zone=edge:1m;
  server {
    listen 127.0.0.1:9316;
    proxy_cache edge;
    proxy_cache_revalidate on;
    add_header X-Cache-Status \$upstream_cache_status;
    location / { proxy_pass http://127.0.0.1:9315; }
  }
}
CONFIG
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9315/ready; do sleep 0.1; done
nginx -e stderr -p "$work" -c "$work/nginx.conf" > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9316/ready && break; sleep 0.1; done
ask() { curl -si http://127.0.0.1:9316/list | tr -d '\r'; }
value() { echo "$1" | sed -n "s/^$2: //Ip"; }
show() { echo "$1: version $(echo "$2" | tail -1), $(value "$2" cache-control), Age '$(value "$2" age)', $(value "$2" x-cache-status)"; }
show 'first' "$(ask)"
sleep 3
confirmed=$(ask)
show 'after 3 s' "$confirmed"
curl -sf -o /dev/null http://127.0.0.1:9315/change
sleep 4
asked=$(date +%s)
late=$(ask)
show 'after 7 s, and a change of the list' "$late"
dated=$(date -d "$(value "$late" date)" +%s)
echo "Its Date is $((asked - dated)) s old."
[ "$(value "$confirmed" x-cache-status)" = REVALIDATED ] && [ "$(value "$late" x-cache-status)" = HIT ] &&
  [ "$(echo "$late" | tail -1)" = 1 ] && [ "$(value "$late" cache-control)" = max-age=2 ] && [ -z "$(value "$late" age)" ] &&
  [ $((asked - dated)) -le 1 ]
