#!/usr/bin/env bash
# undici: if the other side answers in another protocol, the HTTPParserError has the code `undefined`.
#
# Package: undici 7.30.2. Input: fetch() of an http URL whose server answers "SSH-2.0-…", as an SSH server does.
# Expected: a code that says what went wrong, as every other error of a connection has (UND_ERR_…, ECONN…).
# Seen on Node 20.20: TypeError "fetch failed", its cause HTTPParserError with `code` present and undefined. A log line
# made of the code reads "undefined". The webhook therefore goes by the name (src/host/webhook/deliver.ts).
# Exits with 1 if the version no longer behaves so. Traffic stays on 127.0.0.1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts undici@7.30.2
cat > ask.cjs <<'JS'
const { createServer } = require('node:net');
const { fetch } = require('undici');
const server = createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
server.listen(0, '127.0.0.1', async () => {
  const { cause } = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', body: '{}' }).catch((error) => error);
  console.log(`${cause.name}: ${cause.message}; code ${cause.code}, own property: ${Object.hasOwn(cause, 'code')}`);
  server.close();
  process.exit(cause.name === 'HTTPParserError' && cause.code === undefined ? 0 : 1);
});
JS
node ask.cjs
