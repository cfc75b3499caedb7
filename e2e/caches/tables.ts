/** Formats the results of a walk through faults (walk.ts) as Markdown tables for docs/operate/caches.md. */

import { isFalseGreen, type Outlet, type Requests, type Sample, type Walk } from './walk.ts';

type Cells = readonly string[];

function markdown(head: Cells, rows: readonly Cells[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function groupBy<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
}

function largest(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  return Number.isFinite(most) ? String(Math.round(most)) : 'never';
}

const outletsInTable: readonly Outlet[] = ['page', 'metrics', 'history'];

/**
 * Table of caches × phases. Each cell contains the maximum true age, in seconds, at which page, metrics and
 * history were still green, and the seconds until all were fresh again.
 */
export function momentsTable({ samples, recoveries }: Walk): string {
  const moments = [...new Set(samples.map(({ moment }) => moment.name))];
  const byCache = groupBy(samples, ({ cache }) => cache);
  const rows = [...byCache].map(([cache, own]) => {
    const cells = moments.map((name) => {
      const green = own.filter(({ moment, isGreen }) => isGreen && moment.name === name);
      const ages = outletsInTable.map((outlet) =>
        largest(green.filter((sample) => sample.outlet === outlet).map(({ trueAge }) => trueAge)),
      );
      const back = recoveries.filter((recovery) => recovery.cache === cache && recovery.moment === name);
      const after = back.length > 0 ? `, back ${largest(back.map(({ shown }) => shown))}` : '';
      return ages.join(' / ') + after;
    });
    return [cache, ...cells];
  });
  return markdown(['Cache', ...moments], rows);
}

/** Seconds that the matching samples of one outlet cover. */
function secondsOf(samples: readonly Sample[], counts: (sample: Sample) => boolean): number {
  return samples.reduce((sum, sample, index) => {
    const before = samples[index - 1];
    return before && counts(sample) ? sum + (sample.at - before.at) / 1000 : sum;
  }, 0);
}

/** Formats seconds as minutes and seconds: "9:00". */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function falseGreenTable({ samples }: Walk, lifetimeSeconds: number): string {
  const outlets = [...new Set(samples.map(({ outlet }) => outlet))];
  const groups = groupBy(samples, ({ cache, moment, build }) => `${cache} | ${moment.name} | ${build}`);
  const rows = [...groups].map(([key, own]) => [
    key,
    ...outlets.map((outlet) =>
      clock(
        secondsOf(
          own.filter((sample) => sample.outlet === outlet),
          (sample) => isFalseGreen(sample, lifetimeSeconds),
        ),
      ),
    ),
  ]);
  return markdown(['Cache', 'Moment', 'Build', ...outlets], rows);
}

export function requestsTable(requests: readonly Requests[]): string {
  const rows = requests.map(({ cache, atOrigin, conditional, sent }) => [
    cache,
    String(sent),
    String(atOrigin),
    String(conditional),
  ]);
  return markdown(['Cache', 'Sent by the host', 'At the upstream', 'Of those with validators'], rows);
}
