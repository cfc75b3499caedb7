/**
 * Fault modes: values of the right type that are meaningless, too large, or ambiguous
 * (docs/understand/untrusted-responses.md, “Values”).
 */

import type { Override } from '../double.ts';
import { type Body, list, rowsOf } from '../edits.ts';
import { inTurn, odd, type Subject } from './mode.ts';

const countable: readonly Subject[] = ['buckets', 'assets', 'events'];
const onStatus: { readonly on: readonly Subject[] } = { on: ['status'] };

function fields(values: Readonly<Record<string, readonly unknown[]>>): Pick<Override, 'edit'> {
  const changed = (row: Body, index: number): Body => {
    const own = Object.entries(values).filter(([name]) => name in row);
    return { ...row, ...Object.fromEntries(own.map(([name, all]) => [name, all[index % all.length]])) };
  };
  return {
    edit: (body) => {
      const { components } = body;
      if (!Array.isArray(components)) return list(rowsOf(body).map(changed), body);
      const parts = components.map((part: unknown, index) => changed({ ...Object(part) }, index));
      return { ...changed(body, 0), components: parts };
    },
  };
}

function numbers(...values: readonly unknown[]) {
  return fields({ objects: values, bytes: values.toReversed(), count: values });
}

/** Writes numbers that JavaScript cannot represent into the text of a body. */
function literals(...values: readonly string[]): Pick<Override, 'body'> {
  return {
    body: (text) => {
      let index = 0;
      return text.replaceAll(/("(?:objects|bytes|count)":)\d+(?=[,}])(?!,"has_more")/g, (_, name: string) => {
        index += 1;
        return `${name}${values[index % values.length]}`;
      });
    },
  };
}

function status(change: (body: Body, now: number) => Body) {
  return ({ now }: { readonly now: () => number }): Override => ({ edit: (body) => change(body, now()) });
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

const day = 86_400_000;
const unknownWords = [
  'constructor',
  '',
  '正常',
  'x'.repeat(20_000),
  'toString',
  'not_operational',
  'Operational ',
  'NaN',
  'undefined',
  'Infinity',
  '[object Object]',
  'حالة',
];
const badTimes = [
  'yesterday',
  '',
  '2026-03-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '2026-03-01 12:00',
];

export const valueModes = [
  odd('past-2-to-53', 'A37', 'counts past 2^53', literals('9007199254740993', '9999999999999999'), {
    on: countable,
  }),
  odd('past-2-to-64', 'A37', 'counts past 2^64', literals('36893488147419103233', '1'.repeat(200)), {
    on: countable,
  }),
  odd('exponents', 'A37', 'counts in exponents and fractions', literals('1e400', '-1e400', '1.5e3', '1E2'), {
    on: countable,
  }),
  odd('negative', 'A38', 'counts below zero', numbers(-1, -9_000_000, 5), { on: countable }),
  odd('fractional', 'A38', 'counts in fractions', numbers(1.5, 0.1, 1e21), { on: countable }),
  odd('minus-zero', 'A38', 'counts minus zero', literals('-0', '0', '-0.0'), { on: countable }),
  odd('numbers-as-text', 'A39', 'writes numbers as text', numbers('NaN', '0x10', ' ', '١٢', '12', 'Infinity'), {
    on: countable,
  }),
  odd(
    'odd-capacity',
    'A40',
    'advertises capacities that are no integers of G',
    fields({ capacity: ['fast', '10T', '-1G', '10.5G', '', 'G', '99999999999999999999G', '0G', '10G'] }),
    { on: ['nodes'] },
  ),
  odd(
    'unknown-words',
    'A41',
    'uses words that nobody knows',
    fields({
      status: unknownWords,
      cache_status: unknownWords,
      source: unknownWords,
      zone: unknownWords,
      country: unknownWords,
      scopes: [unknownWords],
    }),
  ),
  odd(
    'known-elsewhere',
    'A41',
    'uses the words of other systems',
    fields({
      status: ['healthy', 'major_outage', 'ok', 'maintenance', 'degraded_performance', 'down', 'up'],
      cache_status: ['MISS', 'STALE', 'TCP_HIT', 'DYNAMIC'],
    }),
  ),
  odd(
    'contradiction',
    'A42',
    'says that all is well while a component is down',
    status((body) => ({ ...body, components: [{ name: 'Cache', status: 'down' }] })),
    onStatus,
  ),
  odd(
    'contradiction-reversed',
    'A42',
    'says that all is lost while every component is well',
    status((body) => ({ ...body, status: 'major_outage' })),
    onStatus,
  ),
  odd(
    'other-version',
    'A43',
    'names another version',
    status((body) => ({ ...body, version: 'v7' })),
    onStatus,
  ),
  odd(
    'from-the-future',
    'A44',
    'dates its document tomorrow',
    status((body, now) => ({ ...body, updated_at: iso(now + day) })),
    onStatus,
  ),
  odd('clock-behind', 'A44', 'has a clock that is an hour behind', ({ now }) => () => ({
    headers: { Date: new Date(now() - 3_600_000).toUTCString() },
  })),
  odd(
    'time-stands-still',
    'A45',
    'never moves its own time',
    ({ now }) => {
      const frozen = iso(now());
      return { edit: (body) => ({ ...body, updated_at: frozen }) };
    },
    onStatus,
  ),
  odd(
    'time-goes-back',
    'A45',
    'turns its own time back',
    ({ now }) => {
      let back = 0;
      return () => {
        back += 60_000;
        const updated = iso(now() - back);
        return { edit: (body) => ({ ...body, updated_at: updated }) };
      };
    },
    onStatus,
  ),
  odd(
    'bad-times',
    'A46',
    'sends times that are none',
    fields({ created_at: badTimes, last_used_at: badTimes, updated_at: badTimes }),
  ),
  odd('bad-times-in-turn', 'A46', 'sends another bad time each time', () =>
    inTurn(...badTimes.map((time) => fields({ created_at: [time], last_used_at: [time], updated_at: [time] }))),
  ),
];
