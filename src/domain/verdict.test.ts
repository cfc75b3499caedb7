import { describe, expect, test } from 'vitest';
import type { Finding } from '../contract/decode-record.ts';
import type { Freshness } from './freshness.ts';
import { answerAt, documentOf, failureAt } from './test-feeds.ts';
import { compareSeverities, componentStates, describeCounts, verdictOf, verdictOfReading } from './verdict.ts';

type Words = Readonly<Record<string, string | null>>;

function verdict(status: string | null, components: Words, freshness: Freshness = 'fresh', words = {}) {
  const feed = { answer: answerAt(0, documentOf(status, components)), failure: null };
  return verdictOf(feed, freshness, words);
}

describe('the headline is the worse of what the document says of itself and what its parts say', () => {
  test.each([
    ['all is well', 'operational', { API: 'operational' }, 'ok', 'Operational'],
    ['a document without components', 'operational', {}, 'ok', 'Operational'],
    ['a part is degraded', 'operational', { API: 'operational', Cache: 'degraded' }, 'degraded', 'Degraded'],
    ['a part is down', 'degraded', { API: 'major_outage' }, 'critical', 'Major outage'],
    [
      'the document is worse than its parts',
      'partial_outage',
      { API: 'degraded' },
      'partial',
      'Partial outage',
    ],
    ['a part is being looked after', 'operational', { API: 'maintenance' }, 'notice', 'Maintenance'],
    ['a part has another good word', 'operational', { API: 'up' }, 'assumed', 'up'],
    ['a part has another spelling', 'operational', { API: 'Operational' }, 'assumed', 'Operational'],
    ['a word nobody knows', 'operational', { API: 'flux' }, 'unknown', '“flux”'],
    ['a word nobody knows is worse than a notice', 'maintenance', { API: 'flux' }, 'unknown', '“flux”'],
    ['a word nobody knows is better than degraded', 'flux', { API: 'degraded' }, 'degraded', 'Degraded'],
    [
      'good inside a bad word is not good',
      'operational',
      { API: 'not_operational' },
      'unknown',
      '“not_operational”',
    ],
    ['no word', 'operational', { API: null }, 'unknown', 'not provided'],
    ['no word of its own', null, { API: 'operational' }, 'unknown', 'not provided'],
    ['an empty word', 'operational', { API: '' }, 'unknown', '(blank)'],
    [
      'of two unknown words the alarming one leads',
      'flux',
      { API: 'disk_failure_outage' },
      'unknown',
      '“disk_failure_outage”',
    ],
  ] as const)('%s', (_case, status, components, severity, headline) => {
    expect(verdict(status, components)).toMatchObject({ severity, headline, caveat: null });
  });

  test("a deployment's own meaning of words counts", () => {
    expect(verdict('operational', { API: 'flux' }, 'fresh', { flux: 'notice' })).toMatchObject({
      severity: 'notice',
      headline: 'Flux',
    });
  });

  test('components that the document should have listed, but did not, confirm nothing', () => {
    const finding: Finding = {
      endpoint: '/api/v1/status',
      path: 'components',
      problem: 'is missing',
      item: null,
      sample: null,
      count: 1,
    };
    const reading = { value: documentOf('operational', {}), findings: [finding] };
    expect(verdictOfReading(reading, null, 'fresh', {}).severity).toBe('assumed');
    const bad = { ...reading, value: documentOf('major_outage', {}) };
    expect(verdictOfReading(bad, null, 'fresh', {}).severity).toBe('critical');
  });
});

describe('a contradiction is said in words', () => {
  test.each([
    ['operational', { API: 'operational' }, null],
    ['degraded', { API: 'degraded' }, null],
    ['degraded', {}, null],
    ['degraded', { API: 'operational', Cache: 'major_outage' }, 'The document calls itself degraded.'],
    ['major_outage', { API: 'operational', Cache: 'major_outage' }, null],
    [
      'operational',
      { A: 'operational', B: 'degraded' },
      'The document calls itself operational, yet 1 of 2 components is not.',
    ],
    [
      'operational',
      { A: 'flux', B: 'degraded' },
      'The document calls itself operational, yet 2 of 2 components are not.',
    ],
    [
      'major_outage',
      { A: 'operational' },
      'The document calls itself major outage, yet its only component is operational.',
    ],
    [
      'flux',
      { A: 'operational', B: 'up' },
      'The document calls itself “flux”, yet all 2 components are operational.',
    ],
    [
      null,
      { A: 'operational' },
      'The document states no status of its own, yet its only component is operational.',
    ],
  ] as const)('"%s" with %j', (status, components, contradiction) => {
    expect(verdict(status, components).contradiction).toBe(contradiction);
  });
});

describe('parts', () => {
  test('are counted worst first, and those that are not plainly good come worst first', () => {
    const { counts, exceptions } = verdict('operational', {
      A: 'operational',
      B: 'maintenance',
      C: 'major_outage',
      D: 'operational',
      E: 'up',
      F: 'flux',
    });
    expect([...counts]).toEqual([
      ['critical', 1],
      ['unknown', 1],
      ['notice', 1],
      ['assumed', 1],
      ['ok', 2],
    ]);
    expect(exceptions.map(({ name }) => name)).toEqual(['C', 'F', 'B', 'E']);
    expect(describeCounts(counts)).toBe(
      '1 major outage, 1 unknown, 1 maintenance or notice, 1 assumed good, 2 operational',
    );
  });

  test('of one name keep an identity of their own', () => {
    const document = documentOf('operational', {});
    const parts = ['operational', 'degraded'].map((status) => ({ name: 'API', status }));
    const states = componentStates({ ...document, components: [...parts, { name: null, status: 'flux' }] }, {});
    expect(new Set(states.map(({ id }) => id)).size).toBe(3);
    expect(states.map(({ name }) => name)).toEqual(['API', 'API', 'not provided']);
  });
});

describe('age', () => {
  test.each([
    [
      'good and late',
      'operational',
      'late',
      'unvouched',
      'Not confirmed',
      'Last known: operational; no newer answer.',
    ],
    ['assumed and late', 'up', 'late', 'unvouched', 'Not confirmed', 'Last known: “up”; no newer answer.'],
    [
      'a problem that is late stays',
      'degraded',
      'late',
      'degraded',
      'Degraded',
      'Not confirmed any more; no newer answer.',
    ],
    [
      'lost',
      'operational',
      'lost',
      'unvouched',
      'No contact',
      'Last known: operational. It may no longer be true; no newer answer.',
    ],
    [
      'a problem that is lost',
      'major_outage',
      'lost',
      'unvouched',
      'No contact',
      'Last known: major outage. It may no longer be true; no newer answer.',
    ],
  ] as const)('%s', (_case, word, freshness, severity, headline, caveat) => {
    expect(verdict(word, {}, freshness)).toMatchObject({ severity, headline, caveat });
  });

  test('the failure after the reading is named', () => {
    const feed = {
      answer: answerAt(0, documentOf('operational', {})),
      failure: failureAt(0, { kind: 'http', status: 503, summary: 'HTTP 503' }),
    };
    expect(verdictOf(feed, 'late', {}).caveat).toBe('Last known: operational; last try failed: HTTP 503.');
  });
});

test.each([
  ['nothing asked yet', null, 'waiting', 'unvouched', 'Waiting'],
  ['no connection', failureAt(0), 'lost', 'unvouched', 'No contact'],
  [
    'refused',
    failureAt(0, { kind: 'refused', status: 401, summary: 'HTTP 401' }),
    'lost',
    'unvouched',
    'Refused',
  ],
  ['no such endpoint', failureAt(0, { kind: 'http', status: 404 }), 'waiting', 'unknown', 'No status document'],
] as const)('without an answer nothing is good: %s', (_case, failure, freshness, severity, headline) => {
  const nothing = verdictOf({ answer: null, failure }, freshness, {});
  expect(nothing).toMatchObject({ severity, headline, claim: null, components: [], contradiction: null });
  expect(nothing.caveat).toMatch(/\.$/);
});

test('of several verdicts the worst comes first, equal ones keep their order', () => {
  const all = ['ok', 'critical', 'notice', 'unknown', 'degraded', 'assumed', 'partial'] as const;
  expect(all.toSorted(compareSeverities)).toEqual([
    'critical',
    'partial',
    'degraded',
    'unknown',
    'notice',
    'assumed',
    'ok',
  ]);
});
