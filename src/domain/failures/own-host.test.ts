import { describe, expect, it } from 'vitest';
import { afterFailing, answerAt } from '#testing/feeds.ts';
import {
  afterFeeds,
  afterHostRequest,
  type HostContact,
  lastContactOf,
  nextHostRequestAt,
  untriedHost,
} from './own-host.ts';

const at = 1_000_000;
const poll = 10_000;
const read = { answer: answerAt(at, null), failure: null };
const never = Number.NEGATIVE_INFINITY;

describe('the last contact of feeds', () => {
  it.each([
    ['a response', [read], { respondedAt: at, silentAt: never }],
    ['nothing yet', [{ answer: null, failure: null }], { respondedAt: never, silentAt: never }],
    ['no connection', [afterFailing(read, at + 5_000)], { respondedAt: at, silentAt: at + 5_000 }],
    [
      'a timeout',
      [afterFailing(read, at + 5_000, { kind: 'timeout' })],
      { respondedAt: at, silentAt: at + 5_000 },
    ],
    [
      'the host’s own account of a deployment that cannot be reached',
      [afterFailing(read, at + 5_000, { status: 502 })],
      { respondedAt: at + 5_000, silentAt: never },
    ],
    [
      'a response that is not this API',
      [afterFailing(read, at + 5_000, { kind: 'not-json', status: 200 })],
      { respondedAt: at + 5_000, silentAt: never },
    ],
  ] as const)('%s', (_what, feeds, word) => {
    expect(lastContactOf(feeds)).toEqual(word);
  });
});

const failing = (coverage: HostContact, requestedAt: number) =>
  afterHostRequest(coverage, { requestedAt, summary: 'no connection' }, requestedAt, poll);
const answering = (coverage: HostContact, requestedAt: number) =>
  afterHostRequest(coverage, { requestedAt, summary: null }, requestedAt + 100, poll);

describe('the host that a page came from', () => {
  const silent = { respondedAt: at, silentAt: at + 5_000 };

  it('is requested once a feed is silent, then after 1, 2 and 4 s, then every P', () => {
    let coverage = untriedHost;
    const asked: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const due = nextHostRequestAt(coverage, silent, poll);
      asked.push(due - silent.silentAt);
      coverage = failing(coverage, due);
    }
    expect(asked).toEqual([0, 1_000, 3_000, 7_000, 17_000, 27_000]);
  });

  it('is lost at the second failed request in a row', () => {
    const once = failing(untriedHost, at + 5_000);
    expect(once.isLost).toBe(false);
    const twice = failing(once, at + 6_000);
    expect(twice.isLost).toBe(true);
    expect(answering(twice, at + 7_000).isLost).toBe(false);
  });

  it('is lost at the first failed request if everything is out of date', () => {
    const known = answering(untriedHost, at);
    expect(failing(known, at + 30_000).isLost).toBe(false);
    expect(failing(known, at + 45_000).isLost).toBe(true);
  });

  it('is not requested while feeds get responses, even errors', () => {
    expect(nextHostRequestAt(untriedHost, { respondedAt: at, silentAt: never }, poll)).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(nextHostRequestAt(untriedHost, { respondedAt: at + 6_000, silentAt: at + 5_000 }, poll)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('that responds while a deployment is silent is requested every P', () => {
    const sight = answering(untriedHost, at + 5_000);
    expect(sight.answeredAt).toBe(at + 5_100);
    expect(nextHostRequestAt(sight, silent, poll)).toBe(at + 15_000);
    expect(nextHostRequestAt(sight, { ...silent, silentAt: at + 7_000 }, poll)).toBe(at + 7_000);
  });

  it('is no longer lost after any response, and responses that it passes on count as its own', () => {
    const lost = { ...untriedHost, run: 4, askedAt: at, isLost: true };
    const heard = { respondedAt: at + 1_000, silentAt: never };
    expect(afterFeeds(lost, heard, heard)).toMatchObject({ run: 0, answeredAt: at + 1_000, isLost: false });
    const elsewhere = { respondedAt: never, silentAt: never };
    expect(afterFeeds(lost, heard, elsewhere)).toMatchObject({ run: 0 });
    expect(afterFeeds(lost, elsewhere, elsewhere)).toBe(lost);
  });
});
