#!/usr/bin/env bash
# undici's cache interceptor: a copy that the origin has just confirmed is returned as stale, with the old headers.
#
# Package: undici 7.30.2, interceptors.cache(). Input: a list with "max-age=4" and an ETag, requested every 5.5 s. The origin
# answers If-None-Match with a 304 that says "max-age=60".
# Expected: the second response has the headers of the 304 and no age (RFC 9111 section 4.3.4). It serves the third request.
# Seen on Node 20.20: the second response has the Date and the "max-age=4" of the first one, Age 5 or 6, and
# Warning: 110 "response is stale", although the origin said that it is not. The third request goes out without If-None-Match
# and costs the whole body: a 304 with Cache-Control removes the stored copy. A dashboard that goes by Age or Warning finds
# every second response late while nothing is wrong. The host has its own cache (src/host/gateway/cache) and no interceptor.
# Exits with 1 if the version no longer behaves so. Traffic stays on 127.0.0.1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts undici@7.30.2
cat > poll.mjs <<'JS'
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, interceptors, request } from 'undici';
const received = [];
const server = createServer(({ headers }, response) => {
  const validator = headers['if-none-match'];
  received.push(validator ?? 'none');
  if (validator === '"a"') response.writeHead(304, { etag: '"a"', 'cache-control': 'max-age=60' }).end();
  else response.writeHead(200, { etag: '"a"', 'cache-control': 'max-age=4' }).end('[]');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const dispatcher = new Agent().compose(interceptors.cache());
const responses = [];
for (let poll = 0; poll < 3; poll += 1) {
  if (poll > 0) await pause(5500);
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${server.address().port}/`, { dispatcher });
  await body.text();
  responses.push(headers);
  console.log(`${statusCode}, Date ${headers.date}, ${headers['cache-control']}, Age ${headers.age}, Warning ${headers.warning}`);
}
console.log(`If-None-Match at the origin: ${received.join(', ')}`);
const [first, second] = responses;
const old = second.date === first.date && second['cache-control'] === 'max-age=4' && Number(second.age) >= 5;
const stale = /^110 /.test(second.warning ?? '');
server.close();
await dispatcher.close();
process.exitCode = old && stale && received.join() === 'none,"a",none' ? 0 : 1;
JS
node poll.mjs
