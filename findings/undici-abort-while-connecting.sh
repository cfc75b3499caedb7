#!/usr/bin/env bash
# undici: a request that is still connecting does not notice that its signal aborts.
#
# Package: undici 7.30.2. Input: request() with a signal that aborts after 200 ms, to a host name whose DNS lookup takes
# longer, with a connect timeout of 3 s.
# Expected: the request rejects after 200 ms with the reason of the signal, as it does once it has connected.
# Seen on Node 20.20: it rejects after 3.5 s, with ConnectTimeoutError. Without a connect timeout it would wait for the
# lookup. The gateway therefore listens to the signal itself (src/host/gateway/upstream.ts).
# Exits with 1 if the version no longer behaves so. Sends no traffic.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts undici@7.30.2
cat > ask.cjs <<'JS'
const { Agent } = require('undici');
const lookup = (_host, _options, callback) => setTimeout(callback, 10_000, new Error('not found'));
const agent = new Agent({ connect: { lookup, timeout: 3_000 } });
const started = Date.now();
agent
  .request({ origin: 'http://service.test', path: '/', method: 'GET', signal: AbortSignal.timeout(200) })
  .catch((error) => {
    const passed = Date.now() - started;
    console.log(`${error.name} after ${passed} ms`);
    process.exit(error.name === 'ConnectTimeoutError' && passed > 2_000 ? 0 : 1);
  });
JS
node ask.cjs
