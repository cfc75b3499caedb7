import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { PartKind } from '../messages.ts';
import { DebouncedParts } from './debounced-parts.ts';
import type { Part, SeenParts } from './parts.ts';

const P = 10_000;

type Components = Readonly<Record<string, Severity>>;

function part(kind: PartKind, key: string, severity: Severity): Part {
  const source = kind === 'region' ? 'region' : kind === 'nodes' ? 'node' : 'status';
  return { kind, key, name: key, word: severity, severity, detail: '', sources: [source] };
}

/** Parts of a status document that was received at `at` and requested 100 ms before. */
function seen(at: number, components: Components | null, regions: Components | null = null): SeenParts {
  const parts = (kind: PartKind, of: Components | null) =>
    Object.entries(of ?? {}).map(([key, severity]) => part(kind, key, severity));
  return {
    parts: [part('deployment', 'edge', 'ok'), ...parts('component', components), ...parts('region', regions)],
    complete: new Set<PartKind>([
      'deployment',
      ...(components ? (['component'] as const) : []),
      ...(regions ? (['region'] as const) : []),
    ]),
    reads: {
      ...(components && { status: { sentAt: at - 100, at } }),
      ...(regions && { region: { sentAt: at - 2_000, at: at - 1_000 } }),
    },
  };
}

/** The debounced state of one part after each of the readings. */
function heldAfter(readings: readonly (Components | null)[], key = 'API') {
  const debounced = new DebouncedParts();
  return readings.map((components, index) => {
    const at = (index + 1) * P;
    debounced.follow(seen(at, components), at, at);
    return debounced.take()?.parts.find((each) => each.key === key) ?? null;
  });
}

test('a state counts from the second status reading, and starts at the first with it', () => {
  const [, known, once, twice] = heldAfter([
    { API: 'ok' },
    { API: 'ok' },
    { API: 'critical' },
    { API: 'critical' },
  ]);
  expect(known).toMatchObject({ severity: 'ok' });
  expect(once).toBeNull();
  expect(twice).toEqual({
    kind: 'component',
    key: 'API',
    name: 'API',
    word: 'critical',
    severity: 'critical',
    detail: '',
    since: 3 * P,
    notBefore: 2 * P - 100,
  });
});

test('a part whose response is too old keeps its state, and a gap widens the change window', () => {
  const debounced = heldAfter([
    { API: 'ok' },
    { API: 'ok' },
    null,
    null,
    { API: 'partial' },
    { API: 'partial' },
  ]);
  expect(debounced.at(-1)).toMatchObject({ severity: 'partial', since: 5 * P, notBefore: 2 * P - 100 });
  const lost = heldAfter([{ API: 'partial' }, { API: 'partial' }, null, null, null]);
  expect(lost.map((each) => each?.severity)).toEqual([undefined, 'partial', 'partial', 'partial', 'partial']);
});

test('a followed part that is missing from a complete response is no longer listed', () => {
  const debounced = heldAfter([{ API: 'critical' }, { API: 'critical' }, {}, {}]);
  expect(debounced.at(-1)).toMatchObject({ severity: 'vanished', word: null, since: 3 * P });
});

test('every part is given once, when its kind has been observed twice', () => {
  const debounced = new DebouncedParts();
  const listed = [null, null, { fra1: 'ok' }, { fra1: 'ok' }, { fra1: 'ok' }].map((regions, index) => {
    const at = (index + 1) * P;
    debounced.follow(seen(at, { API: 'ok' }, regions as Components | null), at, at);
    const reading = debounced.take();
    expect(debounced.take()).toBeNull();
    return [reading?.listed, reading?.parts.map(({ key }) => key)];
  });
  expect(listed).toEqual([
    [[], []],
    [
      ['deployment', 'component'],
      ['edge', 'API'],
    ],
    [[], ['edge']],
    [['region'], ['edge', 'fra1']],
    [[], ['edge']],
  ]);
});

test('the time of a region is that of the region list, not of the status document', () => {
  const debounced = new DebouncedParts();
  for (const [index, severity] of (['ok', 'ok', 'critical', 'critical'] as const).entries()) {
    const at = (index + 1) * P;
    debounced.follow(seen(at, {}, { fra1: severity }), at, at);
  }
  expect(debounced.take()?.parts.find(({ key }) => key === 'fra1')).toMatchObject({
    since: 3 * P - 1_000,
    notBefore: 2 * P - 2_000,
  });
});

test('a state in two readings in a row counts, and is replaced only by the latest state', () => {
  const severities = ['ok', 'degraded', 'critical'] as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...severities), { minLength: 2, maxLength: 30 }), (states) => {
      const debounced = heldAfter([{ API: 'ok' }, { API: 'ok' }, ...states.map((API) => ({ API }))]).slice(2);
      const all: readonly Severity[] = ['ok', 'ok', ...states];
      for (const [index, each] of debounced.entries()) {
        const now = each?.severity ?? 'ok';
        const [before, latest] = [all[index + 1], all[index + 2]];
        if (before === latest) expect(now).toBe(latest);
        // A debounced state may only change to the state that this reading shows.
        const earlier = index === 0 ? 'ok' : (debounced[index - 1]?.severity ?? 'ok');
        if (now !== earlier) expect(now).toBe(latest);
      }
    }),
  );
});
