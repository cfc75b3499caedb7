/** Compares two builds: both are measured by turns, and each figure is a median of all turns. */

import type { Build, Builds } from './builds.ts';
import { drawTable, figure } from './report.ts';
import { median } from './statistics.ts';

/** Name of a figure with its unit → value. */
export type Figures = Readonly<Record<string, number>>;

/** Measures one build once. Both builds are measured by each measurement before the next one begins. */
export type Measurement = (build: Build) => Promise<Figures>;

export interface Compared {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

/**
 * Selects pages by name. An empty choice selects all of them.
 *
 * @throws Error if no page has one of the names.
 */
export function choosePages<Page>(
  pages: readonly Page[],
  nameOf: (page: Page) => string,
  chosen: readonly string[],
): readonly Page[] {
  const found = pages.filter((page) => chosen.length === 0 || chosen.includes(nameOf(page)));
  if (found.length === 0)
    throw new Error(`There is no page ${chosen.join(' or ')}; there are ${pages.map(nameOf).join(', ')}.`);
  return found;
}

/** Runs the measurements by turns. The build that comes first changes with each run. */
export async function compare(
  { before, now }: Builds,
  runs: number,
  measurements: readonly Measurement[],
): Promise<readonly Compared[]> {
  const measured = new Map<string, { readonly before: number[]; readonly now: number[] }>();
  for (let run = 0; run < runs; run += 1)
    for (const measure of measurements)
      for (const build of run % 2 === 0 ? [before, now] : [now, before])
        for (const [name, value] of Object.entries(await measure(build))) {
          const values = measured.get(name) ?? { before: [], now: [] };
          measured.set(name, values);
          (build === now ? values.now : values.before).push(value);
        }
  return [...measured].map(([name, values]) => ({
    name,
    before: median(values.before),
    now: median(values.now),
  }));
}

/** Shows about three digits. */
function digits(value: number): string {
  return figure(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

export function comparisonTable(
  title: string,
  { before }: Builds,
  runs: number,
  compared: readonly Compared[],
): string {
  return drawTable({
    title,
    headings: ['figure', before.name, 'now', 'ratio'],
    rows: compared.map((each) => [
      each.name,
      digits(each.before),
      digits(each.now),
      figure(each.now / each.before, 2),
    ]),
    notes: [`Medians of ${runs} turns of each build; the ratio is now over ${before.name}.`],
  });
}
