import { expect, test } from 'vitest';
import { relayedResponse } from '#domain/answer/answer.ts';
import { freshLifetime } from '#domain/answer/poll.ts';
import type { Observation, Reading } from '../history/reading.ts';
import { longestAge, ReadingQueue, Readings } from './readings.ts';

const observation: Observation = { resource: 'node', word: null, claim: 'exact', rows: [], totals: [] };
const lifetime = freshLifetime(60_000, '');

test('a reading of several responses begins with the first request and ends with the last response', () => {
  const answer = relayedResponse('/api/v2/nodes', null, { receivedAt: 20_000, ageSeconds: 5, lifetime });
  const read = {
    slug: 'edge',
    path: answer.path,
    feed: { answer, failure: null },
    requestedAt: 19_000,
    observation,
    updatedAt: null,
    changes: [],
  };
  const same = (time: number) => time;
  const one = new Readings().of(read, same);
  expect([one?.sentAt, one?.at]).toEqual([13_000, 20_000]);
  const many = new Readings().of({ ...read, between: { sentAt: 9_500.5, receivedAt: 23_000.5 } }, same);
  expect([many?.sentAt, many?.at]).toEqual([9_500, 23_001]);
  // The validity period of a list of several responses is that of the oldest one.
  expect(many?.outcome).toMatchObject({ kind: 'answered', validMilliseconds: 66_999 });
});

test('an age in whole seconds may be almost one second more, also if it is 0', () => {
  const reported = (ageSeconds: number, age: string | null) => {
    const answer = relayedResponse('/api/v2/nodes', null, { receivedAt: 20_000, ageSeconds, lifetime });
    return longestAge({ ...answer, headers: { ...answer.headers, age } });
  };
  expect([reported(0, null), reported(0, '0'), reported(5, '5')]).toEqual([0, 1_000, 6_000]);
});

test.each([
  ['2026-11-23T03:00:00.500Z', { statedAt: 1_795_402_800_500 }],
  ['2026-11-23T03:00:00Z', { statedAt: 1_795_402_800_000, statedText: '2026-11-23T03:00:00Z' }],
  ['soon', { statedAt: null, statedText: 'soon' }],
  [null, { statedAt: null }],
])(
  'a status document updated at %s has its time, and its text if the time does not show it',
  (updatedAt, stated) => {
    const answer = relayedResponse('/api/v2/status', null, { receivedAt: 20_000, ageSeconds: 0, lifetime });
    const read = { slug: 'edge', path: answer.path, feed: { answer, failure: null }, requestedAt: 19_000 };
    const outcome = new Readings().of(
      { ...read, observation, updatedAt, changes: [] },
      (time) => time,
    )?.outcome;
    expect(outcome).toMatchObject(stated);
    expect(outcome && 'statedText' in outcome).toBe('statedText' in stated);
  },
);

type Outcome = Reading['outcome'];

const answered = (news: Observation | null): Outcome => ({
  kind: 'answered',
  validMilliseconds: 70_000,
  complete: true,
  statedAt: null,
  observation: news,
});
const failed: Outcome = { kind: 'failed', cause: 'failing', detail: null };

function reading(slug: string, at: number, outcome: Outcome): Reading {
  return { slug, path: '/api/v2/nodes', sentAt: at, at, ahead: null, outcome, changes: [] };
}

test('a recorder that is slower than the polls has a bounded backlog, with the newest poll of each endpoint', () => {
  const sent: Reading[] = [];
  const queue = new ReadingQueue((each) => sent.push(each));
  const slugs = Array.from({ length: 50 }, (_, index) => `d${index}`);
  for (let poll = 0; poll < 1_000; poll += 1)
    for (const slug of slugs)
      queue.add(reading(slug, poll, poll === 0 ? answered(observation) : answered(null)));
  const underWay = sent.length;
  expect(underWay).toBe(32);
  for (let finished = 0; finished < 1_000; finished += 1) queue.finished();
  // The recorder has not yet got the content of the first poll, so the last reading must contain it.
  const later = sent.slice(underWay);
  expect(later.map(({ slug, at }) => `${slug} ${at}`).toSorted()).toEqual(
    slugs.map((slug) => `${slug} 999`).toSorted(),
  );
  const news = later.filter(({ outcome }) => outcome.kind === 'answered' && outcome.observation !== null);
  expect(news.map(({ slug }) => slug)).toEqual(slugs.slice(underWay));
});

test('a failure that waits for the recorder does not replace an earlier response', () => {
  const sent: Reading[] = [];
  const queue = new ReadingQueue((each) => sent.push(each));
  for (let busy = 0; busy < 32; busy += 1) queue.add(reading(`busy${busy}`, 0, failed));
  const outcomes = [answered(observation), failed, failed, answered(null), failed];
  for (const [at, outcome] of outcomes.entries()) queue.add(reading('edge', at, outcome));
  queue.finished();
  queue.finished();
  expect(sent.slice(32).map(({ at, outcome }) => [at, outcome])).toEqual([
    [3, answered(observation)],
    [4, failed],
  ]);
});

test('a backlog of long lists is full until the recorder has caught up', () => {
  const queue = new ReadingQueue(() => undefined);
  const rows = Array.from({ length: 40_000 }, (_, index) => ({
    key: `nod_${index}`,
    word: null,
    body: null,
    amounts: null,
  }));
  for (let each = 0; each < 32; each += 1) queue.add(reading(`d${each}`, 0, answered(observation)));
  const fullAfter = ['a', 'a', 'b', 'c'].map((slug) => {
    queue.add(reading(slug, 1, answered({ ...observation, rows })));
    return queue.isFull;
  });
  expect(fullAfter).toEqual([false, false, false, true]);
  queue.finished();
  expect(queue.isFull).toBe(false);
});
