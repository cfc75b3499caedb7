/** Measures the time until the host listens, and its memory, compared with a bare server. */

import { type ListeningProgram, startHost, startListening, usageOf } from './support/programs.ts';
import { drawTable, figure, judge } from './support/report.ts';
import { median } from './support/statistics.ts';
import type { Workplace } from './support/workplace.ts';

const starts = 5;
const goal = { milliseconds: 130, mebibytes: 70 } as const;
const gateMilliseconds = 300;

const bareProgram = `const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

interface Variant {
  readonly name: string;
  readonly start: () => Promise<ListeningProgram>;
  /** Path of the first request. Its response needs all data that the program loads at start. */
  readonly path: string;
  readonly hasGoal: boolean;
}

interface Start {
  readonly listening: number;
  readonly answered: number;
  readonly mebibytes: number;
}

async function measureStart({ start, path }: Variant): Promise<Start> {
  const began = performance.now();
  const program = await start();
  try {
    const response = await fetch(program.origin + path);
    await response.arrayBuffer();
    const answered = performance.now() - began;
    const usage = usageOf(program.pid);
    return {
      listening: program.startMilliseconds,
      answered,
      mebibytes: usage ? usage.residentBytes / 2 ** 20 : Number.NaN,
    };
  } finally {
    await program.stop();
  }
}

export async function runStart({ root }: Workplace): Promise<readonly string[]> {
  const variants: readonly Variant[] = [
    {
      name: 'bare node:http',
      start: () => startListening('The bare server', ['-e', bareProgram], root),
      path: '/',
      hasGoal: false,
    },
    {
      name: 'one deployment by --base-url',
      start: () => startHost(root, ['--base-url', 'http://127.0.0.1:9']),
      path: '/config.json',
      hasGoal: true,
    },
    { name: 'demo fleet', start: () => startHost(root), path: '/api/v2/buckets', hasGoal: true },
  ];
  const measured = new Map<Variant, Start[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round < starts; round += 1)
    for (const variant of variants) measured.get(variant)?.push(await measureStart(variant));
  const of = (variant: Variant, value: (start: Start) => number) =>
    median((measured.get(variant) ?? []).map(value));
  const row = (variant: Variant): readonly string[] => {
    const listening = of(variant, (start) => start.listening);
    const mebibytes = of(variant, (start) => start.mebibytes);
    const judged = [
      judge(listening, 'at most', goal.milliseconds),
      judge(listening, 'at most', gateMilliseconds),
      judge(mebibytes, 'at most', goal.mebibytes),
    ];
    return [
      variant.name,
      figure(listening),
      figure(of(variant, (start) => start.answered)),
      figure(mebibytes),
      ...(variant.hasGoal ? judged : ['', '', '']),
    ];
  };
  return [
    drawTable({
      title: `Starting (median of ${starts})`,
      headings: [
        'program',
        'listening ms',
        'first answer ms',
        'resident MiB',
        `goal ≤ ${goal.milliseconds} ms`,
        `gate ≤ ${gateMilliseconds} ms`,
        `goal ≤ ${goal.mebibytes} MiB`,
      ],
      rows: variants.map(row),
    }),
  ];
}
