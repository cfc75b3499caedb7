/** Writes polls into a file until it is killed. Reports each step before and after (see kills.ts). */

import { writeSync } from 'node:fs';
import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import { rowsOf, timeOf } from './written.ts';

const [file = '', from = '1', most = '0'] = process.argv.slice(2);

/** Writes a line to standard output at once, because a killed process does not flush buffered output. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const tidyEvery = 15;

say('open');
const opening = await openStore(file);
if (opening.kind !== 'open') throw new Error(`It is ${opening.kind}: ${opening.why}`);
const { store, notice } = opening;
if (notice) throw new Error(`What was there is ${notice.kind}.`);
say('opened');
const end = Number(from) + Number(most);
for (let n = Number(from); n < end; n += 1) {
  say(`write ${n}`);
  await store.write(rowsOf(n));
  say(`confirmed ${n}`);
  if (n % tidyEvery !== 0) continue;
  say('tidy');
  await store.tidy({ rawDays: 1, hourDays: 400, spanDays: 400 }, timeOf(n));
}
say('close');
await store.close();
say('closed');
