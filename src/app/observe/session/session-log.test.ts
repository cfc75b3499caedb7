import { describe, expect, test } from 'vitest';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { SeenSubjects } from '#domain/memory/changes.ts';
import { documentVerdict } from '#domain/verdict/verdict.ts';
import { afterFailing, answerAt, documentOf, failureAt, listAnswerAt, listPath } from '#testing/feeds.ts';
import { severitiesOver } from './history.ts';
import { emptyLog } from './seen.ts';
import {
  logContact,
  logLatency,
  logList,
  logStatus,
  logVerdict,
  mostChanges,
  type SessionLog,
} from './session-log.ts';

const opened = 1_000_000;
const empty = emptyLog(opened);

type Words = Readonly<Record<string, string>>;

function read(
  record: SessionLog,
  at: number,
  components: Words,
  ageSeconds = 0,
  status: string | null = 'operational',
): SessionLog {
  const answer = answerAt(at, documentOf(status, components), { ageSeconds });
  const verdict = documentVerdict({ answer, failure: null }, 'fresh', {});
  return logStatus(record, answer, verdict.severity, verdict.components);
}

function said(record: SessionLog) {
  return record.changes.map(({ kind, name, to }) => [kind, name, to]);
}

describe('status documents', () => {
  test('are stored as runs of states, each for its validity period', () => {
    let record = read(empty, 0, { API: 'operational' });
    record = read(record, 10_000, { API: 'operational' });
    record = read(record, 20_000, { API: 'degraded' });
    expect(record.overall).toEqual([
      { value: 'ok', from: 0, to: 20_000 },
      { value: 'degraded', from: 20_000, to: 40_000 },
    ]);
    expect(severitiesOver(record, 'component', 'API', {})).toEqual(record.overall);
    expect(said(record)).toEqual([['state', 'API', 'degraded']]);
  });

  test('record a change of the overall status word', () => {
    const before = read(empty, 0, { API: 'operational' });
    const record = read(before, 10_000, { API: 'operational' }, 0, 'major_outage');
    expect(said(record)).toEqual([['state', 'Overall status', 'major_outage']]);
    const silent = read(record, 20_000, { API: 'operational' }, 0, null);
    expect(said(silent)[0]).toEqual(['state', 'Overall status', null]);
  });

  test('leave a gap if they could not be read', () => {
    const record = read(read(empty, 0, { API: 'operational' }), 60_000, { API: 'operational' });
    expect(record.overall.map(({ from, to }) => [from, to])).toEqual([
      [0, 20_000],
      [60_000, 80_000],
    ]);
  });

  test('give no coverage of the present if a cache was stale', () => {
    const record = read(empty, 0, { API: 'operational' }, 600);
    expect(record.overall).toEqual([]);
    expect(severitiesOver(record, 'component', 'API', {})).toEqual([]);
  });

  test('record what appeared and what is gone, newest first', () => {
    const record = read(read(empty, 0, { A: 'operational' }), 10_000, { B: 'flux' });
    expect(said(record)).toEqual([
      ['gone', 'A', null],
      ['appeared', 'B', 'flux'],
    ]);
  });

  test('with new component names each time stay within the memory limit', () => {
    let record = read(empty, 0, { API: 'operational' });
    for (let index = 1; index < 3_000; index += 1)
      record = read(record, index * 10_000, { API: 'operational', [`job ${index}`]: 'operational' });
    expect(record.changes).toHaveLength(mostChanges);
    const [run, ...others] = severitiesOver(record, 'component', 'API', {});
    // Nothing is known about the time before the oldest stored change.
    expect([run?.from, run?.to, others]).toEqual([record.forgotten.get('component'), 30_010_000, []]);
  });

  test('end their coverage at the second failure, and when the source stops moving', () => {
    const answer = answerAt(0, documentOf('operational', { API: 'operational' }));
    const feed: Feed<unknown> = { answer, failure: null };
    const once = afterFailing(feed, 5_000, { path: answer.path });
    const twice = afterFailing(once, 10_000, { path: answer.path });
    const lost = logContact(read(empty, 0, { API: 'operational' }), once, twice);
    for (const runs of [lost.overall, severitiesOver(lost, 'component', 'API', {})])
      expect(runs).toEqual([{ value: 'ok', from: 0, to: 10_000 }]);
  });
});

describe('lists beside a status document', () => {
  const document = answerAt(0, documentOf('operational', { API: 'operational' }));
  const first = logStatus(empty, document, null, []);

  test('count from the time they were read, and no good state stands before that', () => {
    expect(first.overall).toEqual([]);
    const record = logVerdict(first, document, 'critical', 400);
    expect(record.overall).toEqual([{ value: 'critical', from: 400, to: 20_000 }]);
    expect(logVerdict(record, document, 'critical', 800).overall).toEqual(record.overall);
  });

  test('end the earlier state, and are confirmed no longer than the document', () => {
    const good = logVerdict(first, document, 'ok', 400);
    expect(logVerdict(good, document, 'partial', 5_000).overall).toEqual([
      { value: 'ok', from: 400, to: 5_000 },
      { value: 'partial', from: 5_000, to: 20_000 },
    ]);
    expect(logVerdict(good, document, 'partial', 20_000)).toBe(good);
  });
});

describe('snapshots of a list', () => {
  const subjects = (...ids: readonly string[]): SeenSubjects =>
    new Map(ids.map((id) => [id, { name: id, word: 'up' }]));

  test.each([
    ['a first list records no change', [], true, []],
    [
      'two complete lists record what appeared and vanished',
      [['a', 'b']],
      true,
      [
        ['gone', 'a'],
        ['appeared', 'c'],
      ],
    ],
    ['a truncated list records no row as vanished', [['a', 'b']], false, []],
  ] as const)('%s', (_case, earlier, complete, expected) => {
    let record = empty;
    for (const ids of earlier)
      record = logList(record, 'node', listPath, subjects(...ids), { at: 0, until: 1 }, true);
    record = logList(record, 'node', listPath, subjects('b', 'c'), { at: 1, until: 2 }, complete);
    expect(record.changes.map(({ kind, id }) => [kind, id])).toEqual(expected);
  });

  test('with changes of every row keep the newest changes and the time of the newest dropped one', () => {
    const ids = Array.from({ length: mostChanges }, (_, index) => `nod_${index}`);
    const whole = (word: string): SeenSubjects => new Map(ids.map((id) => [id, { name: id, word }]));
    const check = (record: SessionLog, at: number, word: string) =>
      logList(record, 'node', listPath, whole(word), { at, until: at + 1 }, true);
    const once = check(check(empty, 0, 'up'), 10, 'down');
    expect([once.changes.length, once.forgotten]).toEqual([mostChanges, new Map()]);
    const twice = check(once, 20, 'up');
    expect([twice.changes.length, twice.forgotten]).toEqual([mostChanges, new Map([['node', 10]])]);
    expect(new Set(twice.changes.map(({ at, notBefore, to }) => `${notBefore} ${at} ${to}`))).toEqual(
      new Set(['10 20 up']),
    );
  });

  test('keep the changes of other kinds, however many there are', () => {
    let record = read(read(empty, 0, { API: 'operational' }), 10, { API: 'major_outage' });
    for (const [look, word] of ['up', 'down', 'up', 'down'].entries()) {
      const ids = Array.from({ length: mostChanges }, (_, index) => `nod_${index}`);
      const whole: SeenSubjects = new Map(ids.map((id) => [id, { name: id, word }]));
      record = logList(record, 'node', listPath, whole, { at: 20 + look, until: 30 + look }, true);
    }
    expect(said(record).at(-1)).toEqual(['state', 'API', 'major_outage']);
  });

  test('keep the states of nodes, however often their capacities change', () => {
    const ids = Array.from({ length: mostChanges }, (_, index) => `nod_${index}`);
    const look = (record: SessionLog, at: number, word: string) => {
      const whole: SeenSubjects = new Map(
        ids.map((id) => [id, { name: id, word: id === 'nod_7' ? word : 'up', capacity: `${at}G` }]),
      );
      return logList(record, 'node', listPath, whole, { at, until: at + 1 }, true);
    };
    const record = [3, 4, 5].reduce(
      (seen, at) => look(seen, at, 'down'),
      look(look(empty, 1, 'up'), 2, 'down'),
    );
    expect(record.changes.filter(({ kind }) => kind === 'capacity')).toHaveLength(mostChanges);
    expect(said(record).filter(([kind]) => kind === 'state')).toEqual([['state', 'nod_7', 'down']]);
    // All changes of a state are still stored. Only changes of capacity were dropped.
    expect(record.forgotten).toEqual(new Map([['capacity', 4]]));
  });

  test('with very long names keep few changes', () => {
    const named = (word: string): SeenSubjects =>
      new Map(
        Array.from({ length: 9 }, (_, index) => `${index}`.padEnd(200_000, 'x')).map((id) => [
          id,
          { name: id, word },
        ]),
      );
    let record = logList(empty, 'node', listPath, named('up'), { at: 0, until: 1 }, true);
    record = logList(record, 'node', listPath, named('down'), { at: 1, until: 2 }, true);
    expect([record.changes.length, record.forgotten]).toEqual([2, new Map([['node', 1]])]);
  });

  test('report a new status word once, for any subject', () => {
    const look = (record: SessionLog, at: number, words: Words) =>
      logList(
        record,
        'node',
        listPath,
        new Map(Object.entries(words).map(([id, word]) => [id, { name: id, word }])),
        { at, until: at + 1 },
        true,
      );
    let record = look(empty, 0, { a: 'up', b: 'up' });
    record = look(record, 1, { a: 'odd', b: 'up' });
    record = look(record, 2, { a: 'up', b: 'odd' });
    expect(record.changes.map(({ id, to, isNewWord }) => [id, to, isNewWord])).toEqual([
      ['b', 'odd', undefined],
      ['a', 'up', undefined],
      ['a', 'odd', true],
    ]);
  });

  test('of another version are compared with their own version', () => {
    let record = logList(empty, 'node', '/api/v1/nodes', subjects('a'), { at: 0, until: 1 }, true);
    record = logList(record, 'node', '/api/v2/nodes', subjects('b'), { at: 1, until: 2 }, true);
    expect(record.changes).toEqual([]);
  });
});

describe('contact with an endpoint', () => {
  const answered: Feed<null> = { answer: listAnswerAt(0, 60_000), failure: null };
  const path = listPath;
  const absent = { kind: 'http', status: 404, summary: 'HTTP 404', path } as const;

  function told(...feeds: readonly Feed<unknown>[]) {
    let record = empty;
    let before: Feed<unknown> | undefined;
    for (const feed of feeds) {
      record = logContact(record, before, feed);
      before = feed;
    }
    return said(record).toReversed();
  }

  const once = afterFailing(answered, 1, { path });
  const twice = afterFailing(once, 2, { path });
  const missedOnce = afterFailing(answered, 1, absent);
  const notOffered = { answer: null, failure: failureAt(0, absent) };

  test.each([
    ['one failure is no lost contact', [answered, once, answered], []],
    [
      'two failures in a row are lost contact',
      [answered, once, twice],
      [['contact-lost', path, 'no connection']],
    ],
    [
      'lost contact is recorded once',
      [once, twice, afterFailing(twice, 3, { path })],
      [['contact-lost', path, 'no connection']],
    ],
    [
      'a response restores lost contact',
      [twice, answered],
      [
        ['contact-lost', path, 'no connection'],
        ['contact-restored', path, null],
      ],
    ],
    [
      'contact can be lost before the first response',
      [silentFeed, afterFailing(afterFailing(silentFeed, 1, { path }), 2, { path })],
      [['contact-lost', path, 'no connection']],
    ],
    [
      'an endpoint that is not offered is not lost, however often it is polled',
      [
        notOffered,
        afterFailing(notOffered, 1, absent),
        afterFailing(afterFailing(notOffered, 1, absent), 2, absent),
      ],
      [],
    ],
    [
      'an endpoint that responded before is gone after two 404s, and may return',
      [answered, missedOnce, afterFailing(missedOnce, 2, absent), answered],
      [
        ['gone', path, 'HTTP 404'],
        ['contact-restored', path, null],
      ],
    ],
  ] satisfies readonly (readonly [string, readonly Feed<unknown>[], unknown])[])(
    '%s',
    (_case, feeds, expected) => {
      expect(told(...feeds)).toEqual(expected);
    },
  );
});

describe('latencies', () => {
  test.each([
    [
      'a response has its latency',
      { answer: listAnswerAt(5, 60_000, { latencyMilliseconds: 80 }), failure: null },
      [{ at: 5, milliseconds: 80 }],
    ],
    [
      'a response delivered with the page has no latency',
      { answer: listAnswerAt(5, 60_000, { latencyMilliseconds: null }), failure: null },
      undefined,
    ],
    [
      'a failure has no latency',
      { answer: null, failure: failureAt(7, { path: listPath }) },
      [{ at: 7, milliseconds: null }],
    ],
    [
      'an endpoint that is not offered has no entry',
      { answer: null, failure: failureAt(7, { path: listPath, kind: 'http', status: 404 }) },
      undefined,
    ],
    ['an endpoint without a response has no entry', silentFeed, undefined],
  ] satisfies readonly (readonly [string, Feed<unknown>, unknown])[])('%s', (_case, feed, expected) => {
    expect(logLatency(empty, feed).latencies.get(listPath)).toEqual(expected);
  });
});
