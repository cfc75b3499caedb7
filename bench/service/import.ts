/** Measures `edgewatch import` of a million buckets from a file of each format, and a second time in their place. */

import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';

const buckets = 1_000_000;
const goal = { seconds: 30, mebibytes: 150 } as const;

/** Maximum number of runs of each format: each takes half a minute. */
const mostRuns = 3;

/** Milliseconds between two readings of the memory. */
const pause = 20;

interface Bucket {
  readonly id: string;
  readonly created_at: string;
  readonly name: string;
  readonly region: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Multiplication modulo a prime scatters ids and times, as in the lists of a service. */
function bucket(index: number): Bucket {
  const scattered = (index * 48_271) % 2_147_483_647;
  return {
    id: `bkt_${String(scattered).padStart(14, '0')}`,
    created_at: new Date(1_767_225_600_000 - ((index * 69_621) % 2_147_483_647) * 40).toISOString(),
    name: `bucket ${index}`,
    region: `fra${index % 8}`,
    objects: (index * 31) % 100_000,
    bytes: scattered * 1_000,
  };
}

interface Format {
  readonly name: string;
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  readonly row: (bucket: Bucket) => string;
}

const formats: readonly Format[] = [
  { name: 'ndjson', head: '', between: '\n', foot: '\n', row: (each) => JSON.stringify(each) },
  {
    name: 'json',
    head: '{"object":"list","data":[',
    between: ',',
    foot: `],"pagination":{"limit":${buckets},"count":${buckets},"has_more":false}}`,
    row: (each) => JSON.stringify(each),
  },
  {
    name: 'csv',
    head: 'id,created_at,name,region,objects,bytes\r\n',
    between: '\r\n',
    foot: '\r\n',
    row: (each) => Object.values(each).join(','),
  },
];

function* contentOf({ head, between, foot, row }: Format): Generator<string> {
  yield head;
  const atOnce = 1_000;
  for (let from = 0; from < buckets; from += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, index) => row(bucket(from + index)));
    yield (from === 0 ? '' : between) + rows.join(between);
  }
  yield foot;
}

interface Import {
  readonly seconds: number;
  /** Peak of the resident memory. */
  readonly mebibytes: number;
}

/** Peak resident memory of a process in MiB. NaN without /proc, or after its end. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

function measure(root: string, file: string, data: string): Promise<Import> {
  const began = performance.now();
  const program = join(root, 'dist', 'host', 'edgewatch.js');
  const child = spawn(process.execPath, [program, 'import', file, '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let mebibytes = Number.NaN;
  const timer = setInterval(() => {
    const peak = peakOf(child.pid);
    if (!Number.isNaN(peak)) mebibytes = peak;
  }, pause);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1000, mebibytes });
      else reject(new Error(`The import of ${file} ended with ${code}.`));
    });
  });
}

export async function runImport({ root, folder }: Workplace, runs: number): Promise<readonly string[]> {
  const place = join(folder, 'import');
  const rows: string[][] = [];
  const turns = Math.min(runs, mostRuns);
  for (const format of formats) {
    await mkdir(place, { recursive: true });
    const file = join(place, `buckets.${format.name}`);
    await pipeline(Readable.from(contentOf(format)), createWriteStream(file));
    const first: Import[] = [];
    const second: Import[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const data = join(place, `data-${turn}`);
      first.push(await measure(root, file, data));
      second.push(await measure(root, file, data));
      rmSync(data, { recursive: true });
    }
    const megabytes = figure(statSync(file).size / 1e6);
    for (const [name, imports] of [
      [format.name, first],
      [`${format.name}, in place of as many`, second],
    ] as const) {
      const seconds = median(imports.map((each) => each.seconds));
      const mebibytes = median(imports.map((each) => each.mebibytes));
      rows.push([
        name,
        megabytes,
        figure(seconds, 1),
        judge(seconds, 'at most', goal.seconds),
        figure(mebibytes),
        judge(mebibytes, 'at most', goal.mebibytes),
      ]);
    }
    rmSync(place, { recursive: true });
  }
  return [
    drawTable({
      title: `Importing ${figure(buckets)} buckets (median of ${turns})`,
      headings: ['format', 'MB', 'seconds', `≤ ${goal.seconds}`, 'resident MiB', `≤ ${goal.mebibytes}`],
      rows,
    }),
  ];
}
