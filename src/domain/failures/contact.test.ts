import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { afterFailing, answerAt, failureAt, listAnswerAt, listPath } from '#testing/feeds.ts';
import { type Feed, silentFeed } from '../answer/answer.ts';
import { freshnessOf } from '../answer/freshness.ts';
import { contactOf, isDeploymentLost } from './contact.ts';

const at = 1_000_000;
const policy = { pollMilliseconds: 10_000, hidden: false };
const read = { answer: answerAt(at, null), failure: null };
const list = { answer: listAnswerAt(at + 1_000, 60_000), failure: null };
const refused = { kind: 'http', status: 503, summary: 'HTTP 503' } as const;

function failing(feed: Pick<Feed<unknown>, 'answer'>, from: number, more = {}) {
  return afterFailing(afterFailing({ ...feed, failure: null }, from, more), from + 1_000, more);
}

test('contact is complete if all feeds are fresh, waiting before the first response, and not lost if nothing is offered', () => {
  expect(contactOf([read, list], at + 2_000, policy)).toEqual({ kind: 'whole' });
  expect(contactOf([{ answer: null, failure: null }], at, policy)).toEqual({ kind: 'waiting' });
  const absent = { answer: null, failure: failureAt(at, { kind: 'http', status: 404 }) };
  expect(contactOf([absent], at, policy)).toEqual({ kind: 'waiting' });
  expect(contactOf([absent, read], at, policy)).toEqual({ kind: 'whole' });
});

test('one failing endpoint is no loss of contact', () => {
  expect(contactOf([failing(read, at + 10_000, refused), list], at + 12_000, policy).kind).toBe('whole');
});

test('if all feeds fail, contact is lost since the last response, with the next attempt', () => {
  const lists = failing(list, at + 61_000, { ...refused, path: listPath });
  const contact = contactOf([failing(read, at + 60_000, refused), lists], at + 63_000, policy);
  expect(contact).toMatchObject({ kind: 'blind', since: at + 1_000, failure: { summary: 'HTTP 503' } });
  expect(contact.kind === 'blind' && contact.nextRequestAt).toBe(at + 63_000);
});

test('a host that does not respond is a loss of contact, even if lists are not due yet', () => {
  expect(contactOf([failing(read, at + 10_000), list], at + 12_000, policy).kind).toBe('blind');
});

test('an ended log-in at a proxy is a loss of contact at once, until the next response', () => {
  const ended = { kind: 'refused', reason: 'proxy-log-in', status: 0 } as const;
  const feed = afterFailing(read, at + 10_000, ended);
  expect(contactOf([feed, list], at + 10_000, policy)).toMatchObject({ kind: 'blind', failure: ended });
  const later = { ...list, answer: listAnswerAt(at + 11_000, 60_000) };
  expect(contactOf([feed, later], at + 11_000, policy).kind).toBe('whole');
});

test('a list that was not requested yet does not end a loss of contact', () => {
  const feed = failing(read, at + 60_000, refused);
  expect(contactOf([feed, silentFeed], at + 63_000, policy).kind).toBe('blind');
});

test('silence is a loss of contact too', () => {
  expect(contactOf([read, list], at + 600_000, policy)).toMatchObject({ kind: 'blind', failure: null });
});

test('contact is never lost while a continuously requested feed is fresh', () => {
  const feed = fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 3 }))
    .map(([ago, failures]) => {
      let made: ReturnType<typeof afterFailing> = { answer: answerAt(at - ago, null), failure: null };
      for (let run = 0; run < failures; run += 1) made = afterFailing(made, at, refused);
      return made;
    });
  fc.assert(
    fc.property(fc.array(feed, { minLength: 1, maxLength: 6 }), (feeds) => {
      const contact = contactOf(feeds, at, policy);
      const anyFresh = feeds.some((each) => freshnessOf(each, at) === 'fresh');
      expect(contact.kind === 'blind').toBe(!anyFresh);
      if (contact.kind === 'blind') expect(contact.since).toBeLessThanOrEqual(at);
    }),
  );
});

describe('a deployment', () => {
  const lost = at + 3 * 10_000 + 10_000;
  const kept = (receivedAt: number, more = {}) => ({
    answer: listAnswerAt(receivedAt, 300_000, more),
    failure: null,
  });
  const never = (feed: Feed<unknown>) => afterFailing(afterFailing(feed, at, refused), at + 1_000, refused);

  it.each<[string, Feed<unknown>, Feed<unknown>, number, boolean]>([
    ['is not lost while its status is only late', read, kept(at), lost - 1, false],
    ['is lost with its status, even if a list lives for minutes', read, kept(at + 1_000), lost, true],
    ['is lost even if a list was read shortly before', read, kept(lost - 1), lost, true],
    ['is not lost if a list was read since', read, kept(lost), lost + 1_000, false],
    [
      'is lost if only a cache on the way served the list since',
      read,
      kept(lost, { ageSeconds: 1 }),
      lost,
      true,
    ],
    ['whose status was never read is lost', never(silentFeed), silentFeed, at + 1_000, true],
    ['is not lost if a list was read during the attempts', never(silentFeed), kept(at), at + 1_000, false],
    ['is lost if the list was read before the attempts', never(silentFeed), kept(at - 1), at + 1_000, true],
    [
      'whose status is no longer offered is lost, too',
      failing(read, at + 10_000, { ...refused, status: 404 }),
      kept(at),
      at + 12_000,
      true,
    ],
    [
      'without a status document is not lost',
      failing({ answer: null }, at, { ...refused, status: 404 }),
      kept(at),
      at + 3_600_000,
      false,
    ],
    ['without a request so far is not lost', silentFeed, silentFeed, at, false],
  ])('%s', (_, status, other, now, isLost) => {
    expect(isDeploymentLost(status, () => [status, other], now)).toBe(isLost);
  });
});
