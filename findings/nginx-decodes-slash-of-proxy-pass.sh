#!/usr/bin/env bash
# nginx, proxy_pass: a path in proxy_pass, even "/", makes nginx decode the path of the request. "%2F" becomes "/".
#
# Package: Debian nginx (1.22.1). Input: a request for /ops/ew/nodes/a%2Fb through "location /ops/ew/" with
# "proxy_pass http://127.0.0.1:9341/;", and through the same location with a variable taken from $request_uri.
# Expected: only the prefix is removed. "%2F" and "/" are different (RFC 3986 section 2.2), so the origin gets /nodes/a%2Fb.
# Seen: the first origin request is for /nodes/a/b. nginx's documentation calls this the normalized URI. Other characters,
# such as "%25" and "%20", are encoded again; the slash is not. The second origin request is for /nodes/a%2Fb.
# docs/operate/proxies.md therefore removes the path with a map of $request_uri.
# Exits with 1 if the version no longer behaves so, with 2 for another version. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v nginx > /dev/null || apt-get install -y -qq --no-install-recommends nginx > /dev/null
version=$(nginx -v 2>&1 | grep -o 'nginx/[0-9.]*')
echo "$version"
[[ $version == nginx/1.22.* ]] || exit 2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$work"' EXIT
chmod -R 777 "$work"
cat > "$work/origin.mjs" << 'JS'
import { createServer } from 'node:http';
createServer(({ url }, response) => response.end(url)).listen(9341, '127.0.0.1');
JS
cat > "$work/nginx.conf" << CONFIG
daemon off; master_process off; pid $work/pid; error_log stderr warn; events {}
http {
  access_log off;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  map \$request_uri \$rest {
    ~^/raw(?<below>/.*) \$below;
    default /;
  }
  server {
    listen 127.0.0.1:9342;
    location /ops/ew/ { proxy_pass http://127.0.0.1:9341/; }
    location /raw/ { proxy_pass http://127.0.0.1:9341\$rest; }
  }
}
CONFIG
node "$work/origin.mjs" &
until curl -sf -o /dev/null http://127.0.0.1:9341/ready; do sleep 0.1; done
nginx -e stderr -p "$work" -c "$work/nginx.conf" > "$work/out" 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null http://127.0.0.1:9342/raw/ready && break; sleep 0.1; done
path='/nodes/a%2Fb%25c%20d?q=%2F'
decoded=$(curl -s "http://127.0.0.1:9342/ops/ew$path")
raw=$(curl -s "http://127.0.0.1:9342/raw$path")
echo "proxy_pass with a path: $decoded"
echo "proxy_pass with a variable: $raw"
[[ $decoded == '/nodes/a/b%25c%20d?q=%2F' && $raw == "$path" ]] || exit 1
