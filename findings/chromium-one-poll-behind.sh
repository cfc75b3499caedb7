#!/usr/bin/env bash
# Chromium: with stale-while-revalidate a page that polls is always one poll behind, and nothing in the response shows it.
#
# Packages: Debian chromium (156), driven by playwright-core 1.56.1. Input: a list with "max-age=1, stale-while-revalidate=60",
# which a page requests every four seconds with fetch(). The body is the number of the request at the origin. From the fourth
# request on the origin answers 503.
# Expected: a sign of the age. RFC 9111 section 4: a cache that reuses a response without validation must generate Age. Whether a
# stale copy is used is left to the cache (RFC 5861 section 3).
# Seen: the polls get the bodies 1, 1, 2, 3 and then the error. From the second one on, each is the response to the poll before:
# status 200, four seconds old, no Age, no Warning. The outage shows one poll late. With a poll a minute the page would be a
# minute behind. Edgewatch polls with cache: "no-store" (src/client/plain-request.ts).
# Exits with 1 if the version no longer behaves so. Traffic stays on 127.0.0.1.
set -euo pipefail
command -v chromium > /dev/null || apt-get install -y -qq --no-install-recommends chromium > /dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts playwright-core@1.56.1
cat > poll.mjs <<'JS'
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
let requests = 0;
const server = createServer(({ url }, response) => {
  if (url !== '/list') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>page</p>');
  requests += 1;
  response.writeHead(requests < 4 ? 200 : 503, { 'cache-control': 'max-age=1, stale-while-revalidate=60' }).end(String(requests));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
console.log(`Chromium ${browser.version()}`);
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const bodies = [];
let signs = 0;
for (let poll = 0; poll < 5; poll += 1) {
  if (poll > 0) await pause(4000);
  const seen = await page.evaluate(async () => {
    const response = await fetch('/list');
    const named = Object.fromEntries(['date', 'age', 'warning'].map((name) => [name, response.headers.get(name)]));
    return { status: response.status, body: await response.text(), ...named };
  });
  bodies.push(seen.body);
  if (seen.age !== null || seen.warning !== null) signs += 1;
  const dated = Math.round((Date.now() - Date.parse(seen.date)) / 1000);
  console.log(`${4 * poll} s: ${seen.status}, body ${seen.body}, Date ${dated} s ago, Age ${seen.age}, Warning ${seen.warning}`);
  await pause(300);
}
await browser.close();
server.close();
server.closeAllConnections();
process.exitCode = bodies.join() === '1,1,2,3,4' && signs === 0 ? 0 : 1;
JS
node poll.mjs
