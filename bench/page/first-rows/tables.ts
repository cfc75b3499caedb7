/** Formats the results as tables: times compared with the floor, cost of loading, and size of each page. */

import { drawTable, figure, grade, type Limits } from '../../support/report.ts';
import { median } from '../../support/statistics.ts';
import type { Condition } from '../measure.ts';
import { costLimits, ratioLimits } from './limits.ts';
import type { Settling, Use } from './visit.ts';
import type { Landmark, WatchedPage } from './watched-pages.ts';

export interface Visits {
  readonly settled: Settling[];
  readonly used: Use[];
}

export interface Measured {
  readonly condition: Condition;
  readonly floor: Settling[];
  readonly pages: ReadonlyMap<WatchedPage, Visits>;
}

export interface Report {
  readonly runs: number;
  readonly pages: readonly WatchedPage[];
  readonly measured: readonly Measured[];
  readonly upstream: ReadonlyMap<WatchedPage, number>;
}

export function visitsOf({ pages }: Measured, page: WatchedPage): Visits {
  const visits = pages.get(page);
  if (!visits) throw new Error(`${page.name} was not visited.`);
  return visits;
}

function floorTime({ floor }: Measured): number {
  return median(floor.map(({ seen }) => Math.max(...Object.values(seen))));
}

function described({ goal, gate }: Limits): string {
  return goal === gate ? `≤ ${goal}` : `≤ ${goal} (${gate})`;
}

function ratioCells(milliseconds: number, floor: number, limits: Limits | null): readonly string[] {
  const ratio = milliseconds / floor;
  const graded = limits === null ? '' : `${described(limits)} ${grade(ratio, limits)}`;
  return [figure(milliseconds), figure(ratio, 2), graded];
}

export function landmarkTable({ pages, measured, runs }: Report): string {
  const landmarkRow = (page: WatchedPage, { name, kind }: Landmark): readonly string[] => [
    `${page.name}: ${name}`,
    ...measured.flatMap((one) =>
      ratioCells(
        median(visitsOf(one, page).settled.map(({ seen }) => seen[name] ?? Number.NaN)),
        floorTime(one),
        ratioLimits(one.condition)[kind],
      ),
    ),
  ];
  const useRow = (page: WatchedPage): readonly string[] => [
    `${page.name}: ${page.filter ? 'the filter takes a key' : 'the app has the page'}`,
    ...measured.flatMap((one) => {
      const time = median(visitsOf(one, page).used.map(({ at }) => at));
      return ratioCells(time, floorTime(one), page.filter && ratioLimits(one.condition).filter);
    }),
  ];
  const paintRow = (page: WatchedPage): readonly string[] => [
    `${page.name}: largest paint`,
    ...measured.flatMap((one) =>
      ratioCells(
        median(visitsOf(one, page).settled.map(({ largestPaint }) => largestPaint)),
        median(one.floor.map(({ largestPaint }) => largestPaint)),
        ratioLimits(one.condition).paint,
      ),
    ),
  ];
  return drawTable({
    title: 'Every page: until it is on the screen (medians)',
    headings: [
      'page: what',
      ...measured.flatMap(({ condition }) => [`${condition.name}: ms`, '× floor', 'goal (gate)']),
    ],
    rows: [
      [
        'static floor: verdict and tiles',
        ...measured.flatMap((one) => [figure(floorTime(one)), figure(1, 2), '']),
      ],
      ...pages.flatMap((page) => [
        ...page.landmarks.map((landmark) => landmarkRow(page, landmark)),
        useRow(page),
        paintRow(page),
      ]),
    ],
    notes: [
      'The largest paint is over that of the floor, all else over its verdict and tiles.',
      `Medians of ${runs} loads of a page, ${measured[0]?.floor.length} of the floor.`,
    ],
  });
}

export function threadTable({ pages, measured }: Report): string {
  return drawTable({
    title: 'What loading a page costs its reader, until it has settled (medians)',
    headings: [
      'page',
      ...measured.flatMap(({ condition: { name, slowdown } }) => [
        `${name}: blocked ms`,
        ...(slowdown > 1 ? [described(costLimits.blocked)] : []),
        'shift',
        described(costLimits.shift),
      ]),
    ],
    rows: pages.map((page) => [
      page.name,
      ...measured.flatMap((one) => {
        const { settled } = visitsOf(one, page);
        const blocked = median(settled.map((load) => load.blocked));
        const shift = median(settled.map((load) => load.shift));
        return [
          figure(blocked),
          ...(one.condition.slowdown > 1 ? [grade(blocked, costLimits.blocked)] : []),
          figure(shift, 3),
          grade(shift, costLimits.shift),
        ];
      }),
    ]),
  });
}

export function weightTable({ pages, measured, upstream }: Report): string {
  const kibibytes = (bytes: readonly number[]) => median(bytes) / 1024;
  return drawTable({
    title: 'What a page is made of (KiB; scripts begun before the filter takes a key, or the app has the page)',
    headings: [
      'page',
      'document, gzip',
      described(costLimits.document),
      'scripts, gzip',
      described(costLimits.scripts),
      'scripts, raw',
      described(costLimits.rawScripts),
      'asked upstream',
      'before',
      '≤ before',
    ],
    rows: pages.map((page) => {
      const visits = measured.map((one) => visitsOf(one, page));
      const settled = visits.flatMap((each) => each.settled);
      const used = visits.flatMap((each) => each.used);
      const weight = kibibytes(settled.map(({ documentBytes }) => documentBytes));
      const sent = kibibytes(used.map(({ scripts }) => scripts.sent));
      const raw = kibibytes(used.map(({ scripts }) => scripts.raw));
      const requests = upstream.get(page) ?? Number.NaN;
      const before = page.upstreamBefore;
      return [
        page.name,
        figure(weight, 1),
        grade(weight, costLimits.document),
        figure(sent),
        grade(sent, costLimits.scripts),
        figure(raw),
        grade(raw, costLimits.rawScripts),
        figure(requests),
        before === null ? '' : figure(before),
        before === null ? '' : grade(requests, { goal: before, gate: before }),
      ];
    }),
  });
}
