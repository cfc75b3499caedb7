/**
 * Simulates power cuts on copies of the database file: synced data is kept, and any part of later writes. The
 * log ends or is torn after the last confirmed commit, or pages of a checkpoint are missing.
 */

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import type { Random } from '../../src/service/demo/random.ts';
import { inspectFile } from './found.ts';
import { rowsOf } from './written.ts';

export interface Cut {
  readonly kind: 'log cut' | 'log torn' | 'checkpoint torn';
  readonly confirmed: number;
  readonly stored: number;
  readonly problems: readonly string[];
}

const page = 4_096;

/** Number of writes. So many cause a checkpoint of SQLite. */
const mostSteps = 260;

interface State {
  readonly steps: number;
  readonly main: Buffer;
  readonly log: Buffer;
}

function stateOf(file: string, steps: number): State {
  return { steps, main: readFileSync(file), log: readFileSync(`${file}-wal`) };
}

function mixed(before: Buffer, after: Buffer, random: Random): Buffer {
  const result = Buffer.from(before);
  const whole = Buffer.concat([result, Buffer.alloc(Math.max(0, after.length - before.length))]);
  for (let at = 0; at < after.length; at += page)
    if (random.next() < 0.5) after.copy(whole, at, at, Math.min(at + page, after.length));
  return whole;
}

export async function cutPower(folder: string, count: number, random: Random): Promise<readonly Cut[]> {
  const file = join(folder, 'powered.db');
  const opening = await openStore(file);
  if (opening.kind !== 'open') throw new Error(opening.why);
  const { store } = opening;
  const states: State[] = [];
  /** For each checkpoint: the state before it, and the main file after it. */
  const checkpoints: { readonly before: State; readonly main: Buffer }[] = [];
  for (let n = 1; n <= mostSteps; n += 1) {
    await store.write(rowsOf(n));
    const state = await copied(file, folder, n);
    const before = states.at(-1);
    if (before && !state.main.equals(before.main)) checkpoints.push({ before, main: state.main });
    states.push(state);
  }
  await store.close();
  const cuts: Cut[] = [];
  const left = join(folder, 'left.db');
  for (let nth = 0; nth < count; nth += 1) {
    const kinds = ['log cut', 'log torn', 'checkpoint torn'] as const;
    const kind = kinds[nth % kinds.length] ?? 'log cut';
    const place = Math.floor(random.next() * (states.length - 1));
    const [state, next] = [states[place], states[place + 1]];
    const checkpoint = checkpoints[Math.floor(random.next() * checkpoints.length)];
    if (!state || !next || !checkpoint) throw new Error('Nothing was written, or no checkpoint was made.');
    const { before, main } = checkpoint;
    const isLonger = next.main.equals(state.main) && next.log.length > state.log.length;
    const tail = isLonger ? next.log.subarray(state.log.length) : Buffer.alloc(0);
    // Every fourth cut keeps all unconfirmed writes, because they may survive a power cut.
    const length = nth % 4 === 0 ? tail.length : Math.floor(random.next() * tail.length);
    const some = Buffer.from(tail.subarray(0, length));
    if (kind === 'log torn' && some.length > 0) some.fill(nth % 256, Math.floor(random.next() * some.length));
    const confirmed = kind === 'checkpoint torn' ? before : state;
    for (const end of ['', '-wal', '.sum', '.mark']) rmSync(left + end, { force: true });
    writeFileSync(left, kind === 'checkpoint torn' ? mixed(before.main, main, random) : state.main);
    writeFileSync(`${left}-wal`, kind === 'checkpoint torn' ? before.log : Buffer.concat([state.log, some]));
    const { steps, problems } = await inspectFile(left);
    const found = [...problems];
    if (steps < confirmed.steps) found.push(`${confirmed.steps} was confirmed, ${steps} is there.`);
    const most = kind === 'checkpoint torn' ? before.steps : next.steps;
    if (steps > most) found.push(`${most} was sent, ${steps} is there.`);
    cuts.push({ kind, confirmed: confirmed.steps, stored: steps, problems: found });
  }
  return cuts;
}

/**
 * Copies the file and its log. Only the copy is opened: closing the file itself in this process would release
 * its lock.
 */
async function copied(file: string, folder: string, steps: number): Promise<State> {
  const copy = join(folder, 'powered-copy.db');
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  return stateOf(copy, steps);
}
