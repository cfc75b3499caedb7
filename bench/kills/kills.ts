/**
 * Kills a process that writes a history record, and compares the file with the writes that it sent and
 * confirmed.
 */

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import { createRandom, type Random } from '../../src/service/demo/random.ts';
import { inspectFile } from './found.ts';

/** Work that the process has begun shortly before it is killed. */
export const moments = ['first start', 'start', 'migration', 'write', 'tidy', 'close', 'any'] as const;
export type Moment = (typeof moments)[number];

export interface Kill {
  readonly moment: Moment;
  readonly wasLate: boolean;
  readonly sent: number;
  readonly confirmed: number;
  readonly stored: number;
  readonly problems: readonly string[];
  /** Result of a second process that opened the file before the kill. `null` if there was none. */
  readonly second: string | null;
}

function makeOlder(file: string): void {
  const database = new Database(file);
  const lacks = Number(database.pragma('user_version', { simple: true })) < 4;
  if (!lacks)
    database.exec(
      'drop table note; drop index log_item; drop table chain; drop table shared_content; alter table item drop column changed_at; pragma user_version = 1',
    );
  database.close();
  rmSync(`${file}.sum`, { force: true });
}

/** Line by which the process announces each moment. */
const lineAt: Readonly<Record<Moment, RegExp>> = {
  'first start': /^open$/,
  start: /^open$/,
  migration: /^open$/,
  write: /^write /,
  tidy: /^tidy$/,
  close: /^close$/,
  any: /^open$/,
};

/** Maximum milliseconds from that line to the kill. */
const within: Readonly<Record<Moment, number>> = {
  'first start': 25,
  start: 25,
  migration: 25,
  write: 4,
  tidy: 6,
  close: 6,
  any: 120,
};

export class Victim {
  readonly #writer: string;
  readonly #folder: string;
  readonly #random: Random;
  #file: string;
  #files = 0;
  #steps = 0;

  constructor(writer: string, folder: string, seed: number) {
    this.#writer = writer;
    this.#folder = folder;
    this.#random = createRandom(seed, 'kills');
    this.#file = this.#another();
  }

  #another(): string {
    this.#files += 1;
    this.#steps = 0;
    return join(this.#folder, `victim-${this.#files}.db`);
  }

  async kill(moment: Moment, hasSecond = false): Promise<Kill> {
    if (moment === 'first start' || this.#steps > mostSteps) {
      for (const end of ['', '-wal', '.sum', '.mark']) rmSync(this.#file + end, { force: true });
      this.#file = this.#another();
    }
    if (moment === 'migration' && this.#steps > 0) makeOlder(this.#file);
    const most = moment === 'close' ? 1 + Math.floor(this.#random.next() * 10) : 100_000;
    const { sent, confirmed, wasLate, complaint, second } = await this.#run(moment, most, hasSecond);
    const { steps, problems } = await inspectFile(this.#file);
    const found = [...problems];
    if (complaint !== '') found.push(complaint);
    if (steps < Math.max(confirmed, this.#steps)) found.push(`${confirmed} was confirmed, ${steps} is there.`);
    if (steps > Math.max(sent, this.#steps)) found.push(`${sent} was sent, ${steps} is there.`);
    if (second !== null && second !== 'locked') found.push(`Another that opened it was told: ${second}.`);
    const before = this.#steps;
    this.#steps = steps;
    return {
      moment,
      wasLate,
      sent: Math.max(0, sent - before),
      confirmed: Math.max(0, confirmed - before),
      stored: steps - before,
      problems: found,
      second,
    };
  }

  async #run(moment: Moment, most: number, hasSecond: boolean) {
    const args = [this.#writer, this.#file, String(this.#steps + 1), String(most)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [sent, confirmed, complaint] = [0, 0, ''];
    let [isOver, isAimed] = [false, false];
    const seconds: string[] = [];
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.on('close', (_code, signal) => resolve(signal));
    });
    child.on('exit', () => {
      isOver = true;
    });
    // Number of announcements to skip before the kill, so that it hits a random write.
    let skipped =
      moment === 'write' ? Math.floor(this.#random.next() * 40) : Math.floor(this.#random.next() * 3);
    if (moment !== 'write' && moment !== 'tidy') skipped = 0;
    const aim = (line: string) => {
      if (isAimed || !lineAt[moment].test(line)) return;
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      isAimed = true;
      const until = performance.now() + this.#random.next() * within[moment];
      if (within[moment] > 30) setTimeout(() => child.kill('SIGKILL'), until - performance.now());
      else {
        while (performance.now() < until);
        child.kill('SIGKILL');
      }
    };
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      complaint += part;
    });
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [what, n = '0'] = line.split(' ');
        if (what === 'write') sent = Number(n);
        if (what === 'confirmed') confirmed = Number(n);
        aim(line);
        if (line === 'opened' && hasSecond && !isOver)
          void openStore(this.#file).then(async (opening) => {
            if (opening.kind === 'open') await opening.store.close();
            // Only an opening before the kill counts: after it, another process may open the file.
            if (!child.killed) seconds.push(opening.kind);
          });
      }
    });
    const signal = await ended;
    const [second = null] = seconds;
    return { sent, confirmed, complaint, second, wasLate: signal !== 'SIGKILL' };
  }
}

const mostSteps = 3_000;
