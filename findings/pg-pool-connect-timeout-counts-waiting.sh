#!/usr/bin/env bash
# pg-pool: connectionTimeoutMillis also limits the wait for a client of a busy pool.
#
# Packages: Debian postgresql (15), pg 8.23.1. Input: a pool of one client with connectionTimeoutMillis 300. The server
# answers at once, and the client is connected. One query takes 1 s; a second one is sent meanwhile.
# Expected: the time limits how long a connection may take to be established. The second query waits for the first.
# Seen: after 300 ms the second query fails with "timeout exceeded when trying to connect", while the server is reachable and
# no connection is being made. A limit that is meant for a lost server thus makes errors of queries that only queue.
# Exits with 1 if the versions no longer behave so, with 2 for another major version. Traffic stays on a socket.
set -euo pipefail
command -v pg_ctlcluster > /dev/null || apt-get install -y -qq --no-install-recommends postgresql > /dev/null
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] || exit 2
$bin/postgres --version
work=$(mktemp -d)
chown postgres "$work"
as_postgres() { runuser -u postgres -- "$@"; }
trap 'as_postgres $bin/pg_ctl -D "$work/data" -m immediate stop > /dev/null || true; rm -rf "$work"' EXIT
as_postgres $bin/initdb -D "$work/data" -A trust > /dev/null
as_postgres $bin/pg_ctl -D "$work/data" -o "-k $work -c listen_addresses=''" -l "$work/log" -w start > /dev/null
cd "$work"
npm install --silent --no-save --prefix "$work" pg@8.23.1 > /dev/null
cat > "$work/pool.mjs" << 'JS'
import pg from 'pg';
const pool = new pg.Pool({
  host: process.argv[2],
  user: 'postgres',
  database: 'postgres',
  max: 1,
  connectionTimeoutMillis: 300,
});
await pool.query('select 1');
const long = pool.query('select pg_sleep(1)').then(() => 'answered');
const begun = performance.now();
const short = await pool.query('select 2').then(
  () => 'answered',
  ({ message }) => message,
);
const waited = Math.round(performance.now() - begun);
console.log(`${pool.totalCount} connected client. The second query, after ${waited} ms: ${short}.`);
console.log(`The first query: ${await long}.`);
await pool.end();
process.exitCode = short === 'timeout exceeded when trying to connect' && waited < 900 ? 0 : 1;
JS
node "$work/pool.mjs" "$work"
