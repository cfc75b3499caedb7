/**
 * Posts notes, and withdraws each third one, until it is killed. Reports each step before and after
 * (see note-kills.ts).
 */

import { writeSync } from 'node:fs';
import { openHistory } from '../../src/host/history/history-store.ts';
import { respondToPost } from '../../src/host/history/notes/post-note.ts';
import type { ResponseContexts } from '../../src/host/history/responses/context.ts';
import { recordedDeployment } from '../../src/testing/observer/polls.ts';
import { timeOf } from './written.ts';

const [file = '', from = '1', most = '0'] = process.argv.slice(2);

/** Writes a line to standard output at once, because a killed process does not flush buffered output. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const opened = await openHistory(file, '1');
if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}: ${opened.why}`);
const { store, present: known, spans } = opened;
const retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
const recorder = { recording: true, reason: null, notice: null, retention };

async function post(now: number, path: string, body: object, requestKey: string | null): Promise<number> {
  const all: ResponseContexts = {
    deployments: [recordedDeployment()],
    of: () => ({ recorder, known, spans, store, now }),
  };
  const sent = { path, body: JSON.stringify(body), visible: new Set(['edge']), name: null, requestKey };
  const { status, body: bytes } = await respondToPost(sent, all);
  if (status >= 400) throw new Error(new TextDecoder().decode(bytes ?? undefined));
  const { id }: { readonly id: number } = JSON.parse(new TextDecoder().decode(bytes ?? undefined));
  return id;
}

const end = Number(from) + Number(most);
for (let n = Number(from); n < end; n += 1) {
  const now = timeOf(n);
  say(`write ${n}`);
  const id = await post(now, '/edge/notes', { text: `Note ${n}`, who: 'Ada' }, `key-${n}`);
  if (n % 3 === 0) await post(now, `/edge/notes/${id}/withdraw`, { reason: `Reason ${n}`, who: 'Bo' }, null);
  say(`confirmed ${n}`);
}
await store.close();
