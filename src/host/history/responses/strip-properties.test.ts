import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CoverageEntry, StripEntry, StripsResponse, Windowed } from '#contract/history.ts';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import { dayStart } from '#domain/history/local-days.ts';
import { edgesOf, marksOf } from '#domain/history/spans/marks.ts';
import { piecesOf, type SentWord, type Span, sharesOf, type Window } from '#domain/history/spans/shares.ts';
import { stripFromSpans } from '#domain/history/timeline.ts';
import { classify } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { ask, begin, contextOf, nodes, regions, status } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  failedAt,
  nodesObservation,
  regionsObservation,
  statusObservation,
} from '#testing/observer/polls.ts';
import { absentWord } from '../rows.ts';

const wordsSent = [
  'operational',
  'OK',
  'maintenance',
  'degraded',
  'partial_outage',
  'down',
  'flux',
  null,
] as const;
const names = ['A', 'B', 'C'] as const;

/**
 * One poll: milliseconds since the poll before it, and the content of its response. `null` if the poll
 * failed.
 */
const poll = fc.record({
  gap: fc.constantFrom(500, 2_000, 2_001, 11_999, 12_000, 12_001, 40_000, 5_000_000),
  sent: fc.option(
    fc.record({
      document: fc.constantFrom('operational', 'OK', 'maintenance', 'degraded', 'flux'),
      components: fc.record({
        A: fc.constantFrom(...wordsSent),
        B: fc.constantFrom(...wordsSent),
        C: fc.constantFrom(...wordsSent),
      }),
    }),
    { freq: 4 },
  ),
});

const history = fc.array(poll, { minLength: 1, maxLength: 40 });
type Look = typeof poll extends fc.Arbitrary<infer T> ? T : never;

/** A history record of these polls. Components without a word are not listed. */
function recordOf(polls: readonly Look[], order: readonly (typeof names)[number][] = names) {
  const record = new RecordInMemory();
  let at = begin;
  for (const { gap, sent } of polls) {
    at += gap;
    const components = order.flatMap((name) => {
      const word = sent?.components[name] ?? null;
      return word === null ? [] : [[name, word] as const];
    });
    record.read(
      sent
        ? answeredAt(at, status, statusObservation(sent.document, Object.fromEntries(components)), {
            verdict: classify(sent.document).severity,
          })
        : failedAt(at, status, 'unreachable'),
    );
  }
  return { record, end: at };
}

const share = fc.integer({ min: -100, max: 1_100 });
const request = fc.record({
  looks: history,
  cuts: fc.tuple(share, share, share),
  marks: fc.integer({ min: 1, max: 60 }),
  zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
});

function moments(cuts: readonly number[], end: number): readonly [number, number, number] {
  const [a = 0, b = 0, c = 0] = cuts
    .map((cut) => begin + Math.floor(((end - begin) * cut) / 1000))
    .toSorted((x, y) => x - y);
  return [a, b, c];
}

async function strips(
  record: RecordInMemory,
  now: number,
  kind: string,
  { from, to }: Window,
  marks: number,
  zone: string,
) {
  const stamps = [from, to].map((time) => new Date(time).toISOString());
  const address = `/edge/strips?kind=${kind}&from=${stamps[0]}&to=${stamps[1]}&marks=${marks}&zone=${zone}`;
  const { body } = await ask(address, contextOf(record, now));
  return body as unknown as StripsResponse;
}

function spansOf(record: RecordInMemory, subject: number): readonly Span[] {
  const track = record.table.of(subject);
  return Array.from({ length: track?.count ?? 0 }, (_, index) => {
    const word = track?.wordAt(index) ?? absentWord;
    const sent: SentWord =
      word === absentWord ? { kind: 'absent' } : { kind: 'word', word: record.known.word(word)?.text ?? null };
    const to = track?.toAt(index) ?? Number.POSITIVE_INFINITY;
    return {
      subject: String(subject),
      sent,
      from: track?.fromAt(index) ?? 0,
      notBefore: null,
      to: Number.isFinite(to) ? to : null,
    };
  });
}

const severityOf = (sent: SentWord): Severity =>
  sent.kind === 'absent' ? 'vanished' : classify(sent.word).severity;

/** The expected strip, computed by the plain functions of `src/domain`. */
function plainStrip(
  record: RecordInMemory,
  now: number,
  spans: readonly Span[],
  window: Window,
  marks: number,
) {
  const [endpoint] = record.known.endpoints('edge');
  const intervals = intervalsAt(record.known.coverage(endpoint?.id ?? 0), now);
  const pieces = piecesOf(window, spans, intervals, severityOf);
  const isolated = intervals
    .filter(({ outcome, from, to }) => outcome === 'seen' && from === to)
    .flatMap(({ from: at }) => {
      const span = spans.find(({ from, to }) => from <= at && (to === null || to > at));
      return span ? [{ at, severity: severityOf(span.sent) }] : [];
    });
  return { ...sharesOf(window, pieces), ...marksOf(edgesOf(window, marks), pieces, isolated) };
}

function reported({
  worst,
  seen,
  good,
  bad,
  unknown,
  unobserved,
  notice,
}: Omit<StripEntry, 'key'> | ReturnType<typeof plainStrip>) {
  return { worst, seen, good, bad, unknown, unobserved, notice };
}

test('strips equal those of the plain functions, and their times add up to the window', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ looks: polls, cuts, marks, zone }) => {
      const { record, end } = recordOf(polls);
      const [from, , to] = moments(cuts, end);
      if (from === to) return;
      const now = end + 1_000;
      const components = await strips(record, now, 'component', { from, to }, marks, zone);
      expect(components.lengths.reduce((sum, [length, count]) => sum + length * count, 0)).toBe(to - from);
      for (const strip of components.data) {
        const subject = record.known.subjectOf('edge', 'component', strip.key, 1);
        expect(reported(strip)).toEqual(
          reported(plainStrip(record, now, spansOf(record, subject?.id ?? 0), { from, to }, marks)),
        );
        expect(strip.good + strip.bad + strip.unknown + strip.unobserved).toBe(to - from);
      }
      const { data } = await strips(record, now, 'deployment', { from, to }, marks, zone);
      // In this test the verdict is the severity of the document's overall word.
      const subject = record.known.subjectOf('edge', 'deployment', 'edge', 1);
      const verdict = plainStrip(record, now, spansOf(record, subject?.id ?? 0), { from, to }, marks);
      for (const strip of data) expect(reported(strip)).toEqual(reported(verdict));
    }),
    { numRuns: 400 },
  );
});

test('the parts of a window add up to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.constantFrom('deployment', 'component'),
      async ({ looks: polls, cuts, zone }, kind) => {
        const { record, end } = recordOf(polls);
        const [from, middle, to] = moments(cuts, end);
        const of = (window: Window) => strips(record, end + 1_000, kind, window, 1, zone);
        const [whole, first, second] = [
          await of({ from, to }),
          await of({ from, to: middle }),
          await of({ from: middle, to }),
        ];
        const lengths = ({ data }: StripsResponse, key: string) => {
          const strip = data.find((each) => each.key === key);
          return [strip?.good ?? 0, strip?.bad ?? 0, strip?.notice ?? 0];
        };
        for (const { key } of whole.data) {
          const [one, two] = [lengths(first, key), lengths(second, key)];
          expect(lengths(whole, key)).toEqual(one.map((length, index) => length + (two[index] ?? 0)));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the order in which components are sent changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ looks: polls, cuts, marks, zone }) => {
      const { record, end } = recordOf(polls);
      const turned = recordOf(polls, names.toReversed()).record;
      const [from, , to] = moments(cuts, end);
      for (const kind of ['deployment', 'component']) {
        const of = async (which: RecordInMemory) =>
          (await strips(which, end, kind, { from, to }, marks, zone)).data.toSorted((a, b) =>
            a.key < b.key ? -1 : 1,
          );
        expect(await of(turned)).toEqual(await of(record));
      }
    }),
    { numRuns: 200 },
  );
});

test('days of any time zone tile the window, and their known times add up to it', async () => {
  const day = 86_400_000;
  const zones = Intl.supportedValuesOf('timeZone');
  const property = fc.asyncProperty(
    history,
    fc.constantFrom(...zones),
    fc.integer({ min: -400, max: 0 }),
    fc.integer({ min: 1, max: 30 }),
    async (polls, zone, before, days) => {
      const { record, end } = recordOf(polls);
      const date = Math.floor(end / day) * day + before * day;
      const window = { from: dayStart(zone, date), to: dayStart(zone, date + days * day) };
      const { lengths, data } = await strips(record, end + 1, 'component', window, days, zone);
      const reported = lengths.flatMap(([length, count]) => Array.from({ length: count }, () => length));
      expect(reported.reduce((sum, length) => sum + length, 0)).toBe(window.to - window.from);
      // A day may have a change of daylight saving time. In these years no zone changed by more than two
      // hours.
      for (const length of reported) expect(Math.abs(length - day)).toBeLessThanOrEqual(2 * 3_600_000);
      for (const { good, bad, unknown, unobserved, notice } of data) {
        expect(good + bad + unknown + unobserved).toBe(window.to - window.from);
        expect(Math.min(good, bad, unknown, unobserved, good - notice)).toBeGreaterThanOrEqual(0);
      }
    },
  );
  await fc.assert(property, { numRuns: 600 });
});

/**
 * One poll of one of three lists, complete or truncated: milliseconds since the poll before it, and its
 * words. `null` if it failed.
 */
const listLook = fc.record({
  gap: fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 1, max: 3_000 }) }, fc.constant(12_001)),
  path: fc.constantFrom(status, regions, nodes),
  isWhole: fc.boolean(),
  words: fc.option(
    fc.tuple(fc.constantFrom('down', 'down', 'operational'), fc.constantFrom('operational', 'flux')),
    {
      freq: 6,
    },
  ),
});

/** So many good nodes that the bad nodes of one region make only their region bad, not the list. */
const others = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`x${index}`, ['g', 'operational'] as const]),
);

test('a settled strip stays the same after more polls', async () => {
  const property = fc.asyncProperty(
    fc.array(listLook, { minLength: 10, maxLength: 30 }),
    fc.nat(1_000),
    fc.nat(1_000),
    fc.constantFrom('deployment', 'deployment', 'region', 'node'),
    async (polls, share, cut, kind) => {
      const record = new RecordInMemory();
      const reported: { readonly window: Window; readonly data: StripsResponse['data'] }[] = [];
      let at = begin;
      const request = Math.floor((polls.length * share) / 1_001);
      for (const [index, { gap, path, isWhole: isComplete, words }] of polls.entries()) {
        at += gap;
        const [first, second] = words ?? ['', ''];
        const sent =
          path === status
            ? statusObservation('operational', { A: second })
            : path === regions
              ? regionsObservation({ f: 'operational', g: second })
              : nodesObservation({ ...others, a: ['f', first], b: ['f', first] });
        const complete = path === status || isComplete;
        const verdict = classify(path === nodes ? first : second).severity;
        record.read(
          words ? answeredAt(at, path, sent, { complete, verdict }) : failedAt(at, path, 'unreachable'),
        );
        if (index !== request) continue;
        const known = await strips(record, at, 'node', { from: begin, to: at + 1 }, 1, 'UTC');
        const to = Date.parse(known.settledUntil ?? '') || begin;
        const from = begin + Math.floor(((to - begin) * cut) / 1_001);
        reported.push({
          window: { from, to },
          data: (await strips(record, at, kind, { from, to }, 7, 'UTC')).data,
        });
      }
      // `couldHide`, the longest time between two polls, is left out: a later poll may change it.
      const byKey = (data: StripsResponse['data']) =>
        data.map((strip) => ({ ...strip, couldHide: null })).toSorted((x, y) => (x.key < y.key ? -1 : 1));
      for (const { window, data } of reported) {
        const later = await strips(record, at + 1, kind, window, 7, 'UTC');
        expect(byKey(later.data)).toEqual(byKey(data));
      }
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('the strip that a page computes equals that of the host, across a change of version and with isolated polls', async () => {
  const polls = fc.array(
    fc.record({
      gap: fc.constantFrom(2_000, 12_000, 12_001, 40_000),
      word: fc.option(fc.constantFrom('operational', 'down', 'flux'), { freq: 4 }),
    }),
    { minLength: 2, maxLength: 30 },
  );
  const property = fc.asyncProperty(
    polls,
    fc.nat(30),
    fc.tuple(share, share, share),
    async (made, left, cuts) => {
      const record = new RecordInMemory();
      let at = begin;
      const times: number[] = [];
      for (const [index, { gap, word }] of made.entries()) {
        at += gap;
        times.push(at);
        const path = index < left ? '/api/v1/nodes' : nodes;
        record.read(
          word === null
            ? failedAt(at, path, 'unreachable')
            : answeredAt(at, path, nodesObservation({ a: ['f', word] })),
        );
      }
      const [from, , to] = moments(cuts, at);
      // A span that ends at the start of a window is not in the window (docs/understand/history-api.md, part
      // 1).
      fc.pre(from !== to && !times.includes(from));
      const now = at + 1_000;
      const context = contextOf(record, now);
      const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
      const [strip] = (await strips(record, now, 'node', { from, to }, 90, 'UTC')).data;
      const { body: spans } = await ask(`/edge/spans?kind=node&key=a&${range}`, context);
      const { body } = await ask(`/edge/sight?${range}`, context);
      const coverage = body as unknown as Windowed<CoverageEntry>;
      const page = stripFromSpans(
        spans.data,
        { data: unitedCoverage(coverage.data), knownUntil: coverage.knownUntil },
        { from, to },
      );
      expect(page?.entry && { ...reported(page.entry), couldHide: page.entry.couldHide }).toEqual(
        strip && { ...reported(strip), couldHide: strip.couldHide },
      );
    },
  );
  await fc.assert(property, { numRuns: 500 });
});
