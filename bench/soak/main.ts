/** The soak test as a command: `npm run soak` (docs/develop/testing.md). */

import { parseArgs } from 'node:util';
import { drawTable } from '../support/report.ts';
import { fillingLeaps, type Measured, type Place, pollSeconds, soak } from './soak.ts';

/** Maximum growth from the first to the last measurement, per cent. A smaller scene may be shown at the last. */
const limits = { heapBytes: 5, nodes: 1, listeners: 1, timers: 1 } as const;
const names = { heapBytes: 'heap, kB', nodes: 'DOM nodes', listeners: 'listeners', timers: 'timers' } as const;

const wholeCycles = 20_000;
const fewestCycles = 100;
/**
 * A short run has some 140 cycles between its first and last sample. A node, listener or timer that leaks in each cycle
 * exceeds these limits. Smaller changes are noise, because loading is not over.
 */
const shortLimits = { heapBytes: 25, nodes: 15, listeners: 10, timers: 1 } as const;

/**
 * Number of timers by which two measurements may differ by chance. In a whole run, one depends on the last scenes. In a
 * short run, some 60 depend on the last responses: each reader of a fresh response has a timer until it is stale.
 */
const timersByChance = { whole: 1, short: 100 } as const;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Reads the number of cycles from the arguments.
 *
 * @throws Error with one sentence on the mistake.
 */
function cyclesOf(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { cycles: { type: 'string', default: String(wholeCycles) } },
  });
  const cycles = Number(values.cycles);
  if (!Number.isInteger(cycles) || cycles < fewestCycles)
    throw new Error(`--cycles must be an integer from ${fewestCycles}, not ${values.cycles}.`);
  return cycles;
}

/**
 * Runs a wall for `--cycles` cycles.
 *
 * @returns the exit code: 1 if memory grew beyond a limit, or the wall failed.
 */
export async function run({ args, ...place }: Place & { readonly args: readonly string[] }): Promise<number> {
  const cycles = cyclesOf(args);
  const isWhole = cycles >= wholeCycles;
  // Number of cycles before the first measurement. By then every scene was shown once; in a short run,
  // loading a scene would count as growth.
  const first = cycles * (isWhole ? 0.1 : 0.4);
  const most = isWhole ? limits : shortLimits;
  const plan = {
    leaps: Math.round(Math.min(1, cycles / wholeCycles) * fillingLeaps),
    marks: [first, cycles],
    samples: isWhole ? 9 : 3,
    // A sample waits until one scene is shown. A short run needs short scenes to take enough samples.
    sceneSeconds: isWhole ? 20 : 6,
  };
  const began = performance.now();
  const { measured, requests, faults, turns, complaints } = await soak(place, plan, (passed) =>
    process.stderr.write(`\r${passed} of ${cycles} cycles`),
  );
  process.stderr.write('\n');
  const byChance = timersByChance[isWhole ? 'whole' : 'short'];
  const [before, after] = measured;
  if (!before || !after) throw new Error('Nothing was measured.');
  const judged = (Object.keys(limits) as (keyof typeof limits)[]).map((name) => {
    const change = (after[name] / before[name] - 1) * 100;
    const limit = most[name];
    const isByChance = name === 'timers' && after[name] - before[name] <= byChance;
    const fits = isByChance || change <= limit;
    return { name, change, limit, fits };
  });
  const figure = (measure: Measured, name: keyof typeof limits) =>
    name === 'heapBytes' ? (measure[name] / 1000).toFixed(0) : String(measure[name]);
  print(
    drawTable({
      title: `A wall for ${((cycles * pollSeconds) / 3600).toFixed(1)} h of its own time`,
      headings: ['', `cycle ${before.cycles}`, `cycle ${after.cycles}`, 'change', 'at most', ''],
      rows: judged.map(({ name, change, limit, fits }) => [
        names[name],
        figure(before, name),
        figure(after, name),
        `${change >= 0 ? '+' : ''}${change.toFixed(2)} %`,
        name === 'timers' ? `${limit} % or ${byChance}` : `${limit} %`,
        fits ? 'holds' : 'missed',
      ]),
    }),
  );
  const turnsByScene = [...turns].map(([scene, count]) => `${scene} ${count}`).join(', ');
  print(`\nTurns: ${turnsByScene}. Status documents asked for: ${requests}. Faults: ${faults}.`);
  print(`Took ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`);
  for (const complaint of complaints) print(`Complaint: ${complaint}`);
  return judged.every(({ fits }) => fits) && complaints.length === 0 ? 0 : 1;
}
