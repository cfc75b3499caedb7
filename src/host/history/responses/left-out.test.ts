import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeEntry, CoverageEntry, SpanEntry, StripEntry, Windowed } from '#contract/history.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import { stripFromSpans } from '#domain/history/timeline.ts';
import {
  ask,
  begin,
  contextOf,
  nodes,
  regions,
  rows,
  time,
  window,
} from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, failedAt, nodesObservation, regionsObservation } from '#testing/observer/polls.ts';

/** Seconds between two polls. */
const pause = 5;

/**
 * Nodes of a response: id → status word. The key `+` marks a truncated response. `restart` stands for a
 * restart of the host.
 */
type Poll = Readonly<Record<string, string>> & { readonly '+'?: string };

const more = { '+': 'more' };

function recorded(polls: readonly (Poll | 'restart')[], record = new RecordInMemory()) {
  let count = 0;
  for (const poll of polls) {
    const at = begin + count * pause * 1_000;
    if (poll === 'restart') record.restart(at - 1_000);
    else {
      const { '+': mark, ...words } = poll;
      const observation = nodesObservation(
        Object.fromEntries(Object.entries(words).map(([id, word]) => [id, ['f', word]])),
      );
      record.read(answeredAt(at, nodes, observation, { complete: mark === undefined }));
      count += 1;
    }
  }
  const end = (count - 1) * pause;
  const context = contextOf(record, begin + end * 1_000 + 500);
  const range = window(0, end);
  return {
    spans: (key: string) => rows<SpanEntry>(`/edge/spans?kind=node&key=${key}&${range}`, context),
    changes: () => rows<ChangeEntry>(`/edge/changes?kind=node&${range}`, context),
    since: (key: string) => rows<SpanEntry>(`/edge/since?kind=node&key=${key}`, context),
    sight: () => rows<CoverageEntry>(`/edge/sight?endpoint=${nodes}&${range}`, context),
    /** Seconds of a strip in four parts: good, bad, unknown, not observed. */
    shares: async (key: string) => {
      const strips = await rows<StripEntry>(`/edge/strips?kind=node&marks=1&${range}`, context);
      const strip = strips.find((each) => each.key === key);
      const { good = 0, bad = 0, unknown = 0, unobserved = 0 } = strip ?? {};
      return [good, bad, unknown, unobserved].map((length) => length / 1_000);
    },
  };
}

const ok = 'operational';
const both = { a: ok, b: ok };

describe('a node that truncated responses leave out', () => {
  test('is not observed until the list is complete again, and its span goes on', async () => {
    const left = { a: ok, ...more };
    const {
      shares,
      spans,
      sight: coverage,
      since,
      changes,
    } = recorded([both, both, left, left, left, both, both]);
    expect(await shares('a')).toEqual([30, 0, 0, 0]);
    expect(await shares('b')).toEqual([15, 0, 0, 15]);
    const [span, ...others] = await spans('b');
    expect(others).toEqual([]);
    expect(span).toMatchObject({ word: ok, from: time(0), to: null });
    expect(span?.leftOut).toEqual([{ from: time(10), to: time(25) }]);
    expect((await spans('a'))[0]).not.toHaveProperty('leftOut');
    expect((await since('b'))[0]).toMatchObject({ word: ok, from: time(0) });
    expect(await changes()).toEqual([]);
    expect((await coverage()).map(({ outcome, complete }) => [outcome, complete])).toEqual([
      ['seen', true],
      ['seen', false],
      ['seen', true],
    ]);
  });

  test.each([
    ['down', { ...both, b: 'down' }, 'down'],
    ['gone', { a: ok }, null],
  ])('has a change window that begins with the last response that listed it: %s', async (_, last, word) => {
    for (const restart of [[], ['restart' as const]]) {
      const polls = [both, both, { a: ok, ...more }, ...restart, { a: ok, ...more }, last, last];
      const { shares, spans, changes } = recorded(polls);
      const found = (await spans('b')).at(-1);
      expect(found).toMatchObject({ word, from: time(20), notBefore: time(5 - 0.01) });
      const gap = restart.length * pause;
      expect(await shares('b')).toEqual(word === null ? [10, 0, 5, 10] : [10, 5, 0, 10]);
      expect(await shares('a')).toEqual([25 - gap, 0, 0, gap]);
      expect((await changes()).map(({ key, blind }) => [key, blind])).toEqual([['b', true]]);
    }
  });

  test('is not observed again after a restart while the list stays truncated', async () => {
    const left = { a: ok, ...more };
    const { shares } = recorded([both, both, left, 'restart', left, left, left]);
    expect(await shares('b')).toEqual([10, 0, 0, 15]);
  });

  test('is observed while a truncated response lists it', async () => {
    const [two, one] = [
      { ...both, ...more },
      { a: ok, ...more },
    ];
    const { shares } = recorded([both, two, one, one, two, two, one, two]);
    expect(await shares('b')).toEqual([20, 0, 0, 15]);
  });

  test('has an outage that a truncated response shows', async () => {
    const down = { a: ok, b: 'down', ...more };
    const { shares, spans } = recorded([both, { a: ok, ...more }, down, down, { a: ok, ...more }, both, both]);
    expect(await shares('b')).toEqual([10, 10, 0, 10]);
    expect((await spans('b')).map((span) => [span.word, span.notBefore])).toEqual([
      [ok, null],
      ['down', time(-0.01)],
      [ok, time(15 - 0.01)],
    ]);
  });

  test('may be back after it vanished, which a truncated response cannot tell', async () => {
    const { shares } = recorded([both, { a: ok }, { a: ok }, { a: ok, ...more }, { a: ok }, both]);
    expect(await shares('b')).toEqual([5, 0, 15, 5]);
  });

  test('does not colour the mark of an isolated response that left it out', async () => {
    const record = new RecordInMemory();
    const down = nodesObservation({ a: ['f', ok], b: ['f', 'down'] });
    record.read(answeredAt(begin, nodes, down));
    record.read(answeredAt(begin + 60_000, nodes, nodesObservation({ a: ['f', ok] }), { complete: false }));
    record.read(answeredAt(begin + 120_000, nodes, down));
    const strips = await rows<StripEntry>(
      `/edge/strips?kind=node&marks=3&${window(0, 180)}`,
      contextOf(record, begin + 180_000),
    );
    expect(strips.map(({ key, worst, unobserved }) => [key, worst, unobserved])).toEqual([
      ['a', '---', 180_000],
      ['b', 'c-c', 180_000],
    ]);
  });
});

test('a region that a truncated response leaves out is not observed', async () => {
  const record = new RecordInMemory();
  const [all, one] = [regionsObservation({ f: ok, g: ok }), regionsObservation({ f: ok })];
  for (const [index, observation] of [all, one, one, all].entries())
    record.read(answeredAt(begin + index * 5_000, regions, observation, { complete: observation === all }));
  const strips = await rows<StripEntry>(
    `/edge/strips?kind=region&marks=1&${window(0, 15)}`,
    contextOf(record, begin + 16_000),
  );
  expect(strips.map(({ key, good, unobserved }) => [key, good, unobserved])).toEqual([
    ['f', 15_000, 0],
    ['g', 5_000, 10_000],
  ]);
});

/** A poll of a list of one node, or a restart of the host. */
const step = fc.record({
  gap: fc.constantFrom(2_000, 7_000, 12_000, 13_000),
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.constant('failed' as const) },
    {
      weight: 10,
      arbitrary: fc.record({
        word: fc.option(fc.constantFrom(ok, ok, 'down', 'flux'), { freq: 2 }),
        complete: fc.boolean(),
      }),
    },
  ),
});

test('time counts exactly if the earlier of two joined responses was complete or listed the node', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 40 }), async (steps) => {
    const record = new RecordInMemory();
    const expected = { good: 0, bad: 0, unknown: 0 };
    let at = begin;
    let [before, hasAppeared]: [{ at: number; share: keyof typeof expected | null } | null, boolean] = [
      null,
      false,
    ];
    for (const { gap, what } of steps) {
      at += gap;
      if (what === 'restart') {
        record.restart(at);
        before = null;
      } else if (what === 'failed') record.read(failedAt(at, nodes, 'unreachable'));
      else {
        const { word, complete } = what;
        record.read(
          answeredAt(at, nodes, nodesObservation(word === null ? {} : { a: ['f', word] }), { complete }),
        );
        if (before?.share && at - before.at <= 12_000) expected[before.share] += at - before.at;
        hasAppeared ||= word !== null;
        const listed = word === ok ? 'good' : word === 'down' ? 'bad' : word === null ? null : 'unknown';
        before = { at, share: listed ?? (complete && hasAppeared ? 'unknown' : null) };
      }
    }
    const to = at + 1;
    const context = contextOf(record, at + 500);
    const range = `from=${new Date(begin).toISOString()}&to=${new Date(to).toISOString()}`;
    const [strip] = await rows<StripEntry>(`/edge/strips?kind=node&${range}`, context);
    expect(strip === undefined).toBe(!hasAppeared);
    if (!strip) return;
    const { good, bad, unknown, unobserved } = strip;
    expect({ good, bad, unknown }).toEqual(expected);
    expect(good + bad + unknown + unobserved).toBe(to - begin);
    // From `spans` and `sight` a page computes the same result.
    const spans = await rows<SpanEntry>(`/edge/spans?kind=node&key=a&${range}`, context);
    const { body } = await ask(`/edge/sight?${range}`, context);
    const coverage = body as unknown as Windowed<CoverageEntry>;
    const reported = { data: unitedCoverage(coverage.data), knownUntil: coverage.knownUntil };
    const page = stripFromSpans(spans, reported, { from: begin, to });
    expect(page?.entry).toEqual({ ...strip, name: 'a' });
  });
  await fc.assert(property, { numRuns: 500 });
});
