/** Hundreds of kills and power cuts: `npm run kill-test`. The results are in docs/develop/testing.md. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/service/demo/random.ts';
import { drawTable, figure } from '../support/report.ts';
import type { Workplace } from '../support/workplace.ts';
import { type Cut, cutPower } from './cuts.ts';
import { type Kill, moments, Victim } from './kills.ts';
import { killNotes, type NoteKills } from './note-kills.ts';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((before, each) => before + of(each), 0);
}

function tableOfKills(kills: readonly Kill[]): string {
  const row = (name: string, of: readonly Kill[]) => [
    name,
    figure(of.filter(({ wasLate }) => !wasLate).length),
    figure(sum(of, ({ sent }) => sent)),
    figure(sum(of, ({ confirmed }) => confirmed)),
    figure(sum(of, ({ stored }) => stored)),
    figure(of.filter(({ second }) => second === 'locked').length),
    figure(of.filter(({ problems }) => problems.length > 0).length),
  ];
  return drawTable({
    title: 'Killed (SIGKILL)',
    headings: ['during', 'kills', 'sent', 'confirmed', 'stored', 'second host locked out', 'wrong'],
    rows: [
      ...moments.map((moment) =>
        row(
          moment,
          kills.filter((kill) => kill.moment === moment),
        ),
      ),
      row('all', kills),
    ],
  });
}

function tableOfCuts(cuts: readonly Cut[]): string {
  const kinds = [...new Set(cuts.map(({ kind }) => kind))];
  return drawTable({
    title: 'Power cut, simulated',
    headings: ['what was left', 'cuts', 'more than confirmed', 'wrong'],
    rows: kinds.map((kind) => {
      const of = cuts.filter((cut) => cut.kind === kind);
      const wrong = of.filter(({ problems }) => problems.length > 0);
      const more = of.filter(({ confirmed, stored }) => stored > confirmed);
      return [kind, figure(of.length), figure(more.length), figure(wrong.length)];
    }),
  });
}

function tableOfNotes({ kills, confirmed, repeated, problems }: NoteKills): string {
  return drawTable({
    title: 'Killed (SIGKILL) while it wrote notes',
    headings: ['kills', 'confirmed', 'stored, not confirmed and repeated', 'wrong'],
    rows: [[kills, confirmed, repeated, problems.length].map((each) => figure(each))],
  });
}

/**
 * Runs the kills and the power cuts.
 *
 * @returns the exit code: 1 if a confirmed write was lost, or a write was invented or stored twice.
 */
export async function run({
  args,
  programs,
  folder,
}: Workplace & { readonly args: readonly string[] }): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '1000' },
      cuts: { type: 'string', default: '500' },
      notes: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
    },
  });
  const seed = Number(values.seed);
  mkdirSync(folder, { recursive: true });
  const victim = new Victim(join(programs, 'writer.js'), folder, seed);
  const random = createRandom(seed, 'moments');
  const kills: Kill[] = [];
  while (kills.filter(({ wasLate }) => !wasLate).length < Number(values.kills)) {
    const moment = moments[random.integer(0, moments.length - 1)] ?? 'any';
    // No second process is tried during `close`: the lock is released before the process ends.
    const kill = await victim.kill(moment, moment !== 'close' && random.chance(0.3));
    for (const problem of kill.problems) print(`${moment}: ${problem}`);
    kills.push(kill);
    if (kills.length % 50 === 0) process.stderr.write(`${kills.length} processes\n`);
  }
  const cuts = await cutPower(folder, Number(values.cuts), createRandom(seed, 'cuts'));
  for (const { kind, problems } of cuts) for (const problem of problems) print(`${kind}: ${problem}`);
  const notes = await killNotes(join(programs, 'note-writer.js'), folder, Number(values.notes), seed);
  for (const problem of notes.problems) print(`notes: ${problem}`);
  print(`${tableOfKills(kills)}\n\n${tableOfCuts(cuts)}\n\n${tableOfNotes(notes)}`);
  return notes.problems.length > 0 || [...kills, ...cuts].some(({ problems }) => problems.length > 0) ? 1 : 0;
}
