#!/usr/bin/env bash
# PostgreSQL and node-postgres: "commit" after a failed statement rolls back, and succeeds.
#
# Packages: Debian postgresql (15), pg 8.23.1. Input: a transaction of three statements on a table with a unique column. The
# second inserts a value that is there, and its error is caught, as for an insert that may be repeated.
# Expected: the commit fails, or the rows of the other statements are stored.
# Seen: the transaction is aborted, so the third statement fails too. The commit then resolves without an error, and no row
# is stored. Only the command tag of its result says ROLLBACK. Code that trusts a resolved commit loses the whole write.
# A savepoint, "on conflict do nothing" or a comparison of the command tag avoids it.
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
cat > "$work/commit.mjs" << 'JS'
import pg from 'pg';
const client = new pg.Client({ host: process.argv[2], user: 'postgres', database: 'postgres' });
await client.connect();
await client.query('create table seen (id int unique)');
await client.query('insert into seen values (1)');
await client.query('begin');
await client.query('insert into seen values (2)');
const repeated = await client.query('insert into seen values (1)').catch(({ code }) => code);
const next = await client.query('insert into seen values (3)').catch(({ code }) => code);
const commit = await client.query('commit');
const { rows } = await client.query('select id from seen order by id');
await client.end();
const stored = rows.map(({ id }) => id).join(', ');
console.log(`The repeated insert fails with ${repeated}, the next with ${next}.`);
console.log(`"commit" resolves, its command tag is ${commit.command}. Stored: ${stored}.`);
process.exitCode = repeated === '23505' && next === '25P02' && commit.command === 'ROLLBACK' && stored === '1' ? 0 : 1;
JS
node "$work/commit.mjs" "$work"
