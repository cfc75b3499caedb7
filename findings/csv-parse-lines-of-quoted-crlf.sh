#!/usr/bin/env bash
# csv-parse: a line end of two characters inside quotes counts as two lines.
#
# Package: csv-parse 7.0.3. Input: CSV by RFC 4180, whose lines end in CRLF, with one CRLF inside a quoted cell.
# Expected: `info.lines` of the last record, which ends on line 4 of the file, is 4, as with LF.
# Seen on Node 20.20: 5 with CRLF, 4 with LF. A row that is refused behind such a cell is reported at a wrong line.
# `edgewatch import` therefore counts lines itself (src/host/cli/import/csv-records.ts).
# Exits with 1 if the version no longer behaves so. Its own work sends no traffic.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat > count.cjs <<'JS'
const { parse } = require('csv-parse/sync');
const rows = ['id,note', '1,"two', 'lines"', '2,one'];
const lastLine = (end) => parse(rows.join(end) + end, { info: true, record_delimiter: end }).at(-1).info.lines;
const [lf, crlf] = [lastLine('\n'), lastLine('\r\n')];
console.log(`line of the last record: ${lf} with LF, ${crlf} with CRLF`);
process.exit(lf === 4 && crlf === 5 ? 0 : 1);
JS
node count.cjs
