import { expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { answerAt, documentOf, failureAt, listAnswerAt } from '#testing/feeds.ts';
import type { Feed } from '../answer/answer.ts';
import { evidenceOf } from './evidence/evidence.ts';
import { withReach } from './reach.ts';
import { reachOf } from './reach-of.ts';
import { tabStateOf } from './tab.ts';
import { documentVerdict } from './verdict.ts';

const at = 1_000_000;
const nodes: EndpointPath = '/api/v2/nodes';
const buckets: EndpointPath = '/api/v2/buckets';

const failing = (path: EndpointPath, status = 503): Feed<unknown> => ({
  answer: null,
  failure: failureAt(at, { path, kind: 'http', status }),
});
const status = { answer: answerAt(at, documentOf('operational', { API: 'operational' })), failure: null };
const list: Feed<unknown> = { answer: listAnswerAt(at, 60_000), failure: null };
const good = documentVerdict(status, 'fresh', {});
const absent = { answer: null, failure: failureAt(at, { kind: 'http', status: 404 }) };

const said = (verdict: Parameters<typeof evidenceOf>[0]) =>
  evidenceOf(verdict)
    .map(({ text }) => text)
    .join('');

test('lists that fail from the start are named as unread in a good verdict', () => {
  const feeds = [status, failing(nodes), failing(buckets), failing('/api/v1/nodes'), list];
  const verdict = withReach(good, reachOf(feeds, feeds, at));
  expect(verdict.severity).toBe('ok');
  expect(said(verdict)).toBe(
    'Partly unknown: buckets and nodes could not be read. 1 of 1 component reports operational',
  );
  expect(tabStateOf([{ verdict, age: 0 }], false).text).toBe('Operational, partly unknown');
});

test('a list that is still fresh, not offered, or not requested any more is not unread', () => {
  const onceFailed = {
    answer: list.answer,
    failure: failureAt(at, { path: nodes, kind: 'http', status: 503 }),
  };
  const asked = [status, onceFailed, failing(buckets, 404), list];
  expect(reachOf([...asked, failing('/api/v1/assets')], asked, at).unread).toEqual([]);
});

test('without a fresh status document the verdict itself is unknown', () => {
  const late = documentVerdict(status, 'late', {});
  expect(said(withReach(late, { isNothing: false, unread: ['nodes'] }))).toBe(said(late));
});

test('if none of the ten endpoints is offered, that is a failure', () => {
  const all = Array.from({ length: 10 }, () => absent);
  const without = documentVerdict(absent, 'fresh', {});
  expect(withReach(without, reachOf([...all.slice(1), list], [], at))).toMatchObject({
    severity: 'unknown',
    freshness: 'fresh',
    headline: { text: 'No status document' },
  });
  const verdict = withReach(without, reachOf(all, [], at));
  expect(verdict).toMatchObject({
    severity: 'unvouched',
    freshness: 'lost',
    headline: { text: 'Nothing answers' },
  });
  expect(said(verdict)).toContain('No endpoint of this API responds here.');
  expect(tabStateOf([{ verdict, age: null }], false).text).toBe('(1) Not read');
});
