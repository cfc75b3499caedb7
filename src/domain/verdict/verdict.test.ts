import { describe, expect, test } from 'vitest';
import { decodeStatus } from '#contract/decode/status.ts';
import { endpointAt } from '#contract/endpoints.ts';
import { answerAt, documentOf, failureAt, statusPath } from '#testing/feeds.ts';
import type { Freshness } from '../answer/freshness.ts';
import { compareSeverities } from '../figures/severity-counts.ts';
import { type Clause, textOf } from '../sentences/clause.ts';
import { isOwnWord } from '../severity/classify.ts';
import { evidenceOf } from './evidence/evidence.ts';
import { componentStates, describeCounts, documentVerdict, verdictOfReading } from './verdict.ts';

type Words = Readonly<Record<string, string | null>>;

function verdict(status: string | null, components: Words, freshness: Freshness = 'fresh', words = {}) {
  const feed = { answer: answerAt(0, documentOf(status, components)), failure: null };
  return documentVerdict(feed, freshness, words);
}

function sentence(clauses: readonly Clause[] | null): string | null {
  return clauses && `${textOf(clauses)}.`;
}

describe('the headline is the worse of the own status of the document and its components', () => {
  test.each([
    ['everything operational', 'operational', { API: 'operational' }, 'ok', 'Operational'],
    ['a document without components', 'operational', {}, 'assumed', 'Operational'],
    ['a bad document without components', 'major_outage', {}, 'critical', 'Major outage'],
    [
      'a component is degraded',
      'operational',
      { API: 'operational', Cache: 'degraded' },
      'degraded',
      'Degraded',
    ],
    ['a component is down', 'degraded', { API: 'major_outage' }, 'critical', 'Major outage'],
    [
      'the document is worse than its components',
      'partial_outage',
      { API: 'degraded' },
      'partial',
      'Partial outage',
    ],
    ['a component is in maintenance', 'operational', { API: 'maintenance' }, 'notice', 'Maintenance'],
    ['a component has another good word', 'operational', { API: 'up' }, 'assumed', 'up'],
    ['a component has another spelling', 'operational', { API: 'Operational' }, 'assumed', 'Operational'],
    ['an unknown word', 'operational', { API: 'flux' }, 'unknown', '“flux”'],
    ['an unknown word is worse than a notice', 'maintenance', { API: 'flux' }, 'unknown', '“flux”'],
    ['an unknown word is better than degraded', 'flux', { API: 'degraded' }, 'degraded', 'Degraded'],
    [
      'a good word inside another word is not good',
      'operational',
      { API: 'not_operational' },
      'unknown',
      '“not_operational”',
    ],
    ['no word', 'operational', { API: null }, 'unknown', 'not provided'],
    ['no own status', null, { API: 'operational' }, 'unknown', 'not provided'],
    ['an empty word', 'operational', { API: '' }, 'unknown', '(blank)'],
    [
      'the alarming one of two unknown words leads',
      'flux',
      { API: 'disk_failure_outage' },
      'unknown',
      '“disk_failure_outage”',
    ],
  ] as const)('%s', (_case, status, components, severity, headline) => {
    expect(verdict(status, components)).toMatchObject({ severity, headline: { text: headline }, caveat: null });
  });

  test('the configured classes of words count', () => {
    expect(verdict('operational', { API: 'flux' }, 'fresh', { flux: 'notice' })).toMatchObject({
      severity: 'notice',
      headline: { text: 'Flux', sent: false },
    });
  });
});

describe('a contradiction is stated as text', () => {
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
      'The document calls itself “flux”, yet all 2 components are in states assumed good.',
    ],
    [
      'flux',
      { A: 'ok' },
      'The document calls itself “flux”, yet its only component is in states assumed good.',
    ],
    [
      null,
      { A: 'operational' },
      'The document states no status of its own, yet its only component is operational.',
    ],
  ] as const)('"%s" with %j', (status, components, contradiction) => {
    expect(sentence(verdict(status, components).contradiction)).toBe(contradiction);
  });
});

test('text sent by the deployment is marked as sent in every sentence', () => {
  const sentIn = (clauses: readonly Clause[] | null) =>
    clauses?.filter(({ sent }) => sent).map(({ text }) => text);
  const unknown = verdict('undefined', { A: 'operational' });
  expect(unknown.headline).toEqual({ text: '“undefined”', sent: true });
  expect(sentIn(unknown.contradiction)).toEqual(['“undefined”']);
  expect(sentIn(evidenceOf(unknown))).toEqual(['“undefined”']);
  expect(sentIn(verdict('NaN', {}, 'lost').caveat)).toEqual(['“NaN”']);
  expect(verdict('degraded', { A: 'degraded' }).headline.sent).toBe(false);
});

test('a headline that is too long is cut with an ellipsis', () => {
  const { headline } = verdict('flux '.repeat(4000), { A: 'operational' });
  expect(headline.text).toMatch(/^“flux flux .{37}…$/);
  expect(headline.sent).toBe(true);
});

test('a status document without components gives a sentence about it', () => {
  const words = (status: string) => evidenceOf(verdict(status, {})).map(({ text }) => text);
  expect(words('operational').join('')).toBe('The document lists no components, so nothing confirms it');
  expect(words('down').join('')).toBe('The document lists no components');
});

test('a word configured as good counts as good, and the evidence states the configuration', () => {
  const words = verdict('operational', { API: 'green', Cache: 'operational' }, 'fresh', { green: 'ok' });
  expect(
    evidenceOf(words)
      .map(({ text }) => text)
      .join(''),
  ).toBe('2 of 2 components report operational, 1 as configured');
});

test.each([
  [null, 'null'],
  [42, '42'],
  [{ up: true }, '{"up":true}'],
  [['operational'], '["operational"]'],
  [true, 'true'],
  [undefined, 'not provided'],
])('a status that is not text is unknown and shown as sent: %j', (sent, label) => {
  const body = { status: 'operational', components: [{ name: 'API', status: sent }] };
  const { document } = decodeStatus(endpointAt(statusPath), body);
  const { severity, components } = verdictOfReading({ value: document, receivedAt: 0 }, null, 'fresh', {});
  expect(severity).toBe('unknown');
  expect(components[0]?.state).toMatchObject({ severity: 'unknown', word: null, label });
  expect(components.map(({ state }) => isOwnWord(state))).toEqual([sent !== undefined]);
});

describe('parts', () => {
  test('are counted worst first, and the exceptions are sorted worst first', () => {
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

  test('with the same name have different ids', () => {
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
      'Last known: operational; no newer response.',
    ],
    ['assumed and late', 'up', 'late', 'unvouched', 'Not confirmed', 'Last known: “up”; no newer response.'],
    [
      'a late problem stays',
      'degraded',
      'late',
      'degraded',
      'Degraded',
      'No longer confirmed; no newer response.',
    ],
    [
      'lost',
      'operational',
      'lost',
      'unvouched',
      'No contact',
      'No newer response has arrived. Last known: operational. It may no longer be true.',
    ],
    [
      'a lost problem',
      'major_outage',
      'lost',
      'unvouched',
      'No contact',
      'No newer response has arrived. Last known: major outage. It may no longer be true.',
    ],
  ] as const)('%s', (_case, word, freshness, severity, headline, caveat) => {
    const said = verdict(word, {}, freshness);
    expect(said).toMatchObject({ severity, headline: { text: headline } });
    expect(sentence(said.caveat)).toBe(caveat);
  });

  test('the failure after the last response is named', () => {
    const feed = {
      answer: answerAt(0, documentOf('operational', {})),
      failure: failureAt(0, { kind: 'http', status: 503, summary: 'HTTP 503' }),
    };
    expect(sentence(documentVerdict(feed, 'late', {}).caveat)).toBe(
      'Last known: operational; last try failed: HTTP 503.',
    );
    const lost = documentVerdict(feed, 'lost', {});
    expect(lost.headline).toEqual({ text: 'Answers HTTP 503' });
    expect(sentence(lost.caveat)).toBe(
      'The service returns HTTP 503. Last known: operational. It may no longer be true.',
    );
  });
});

test.each([
  ['no request yet', null, 'waiting', 'unvouched', 'Waiting'],
  ['no connection', failureAt(0), 'lost', 'unvouched', 'No connection'],
  [
    'refused',
    failureAt(0, { kind: 'refused', status: 401, summary: 'HTTP 401' }),
    'lost',
    'unvouched',
    'Refused: no credential',
  ],
  ['no such endpoint', failureAt(0, { kind: 'http', status: 404 }), 'waiting', 'unknown', 'No status document'],
] as const)('without a response nothing is good: %s', (_case, failure, freshness, severity, headline) => {
  const nothing = documentVerdict({ answer: null, failure }, freshness, {});
  expect(nothing).toMatchObject({
    severity,
    headline: { text: headline },
    claim: null,
    components: [],
    contradiction: null,
  });
  expect(sentence(nothing.caveat)).toMatch(/\w\.$/);
});

test('verdicts are sorted worst first, equal ones keep their order', () => {
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
