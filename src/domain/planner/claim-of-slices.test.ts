import { expect, test } from 'vitest';
import { answerAt, failureAt } from '../test-feeds.ts';
import { claimOfKnowledge } from './claim-of-slices.ts';
import { type Knowledge, knowNothing, learn, learnFailure } from './knowledge.ts';
import { createModel, type Item, noDepartures } from './model-service.ts';

const codes = ['ams1', 'fra1', 'iad1', 'lhr1', 'nrt1', 'sin1', 'syd1'];
const task = { byRegion: true, codes };
const path = '/api/v2/buckets';
const clamp = 4;

const service = createModel({
  items: codes.flatMap((region) => [1, 2].map((index) => ({ id: `bkt_${region}${index}`, region }))),
  defaultLimit: clamp,
  clamp,
  namesRegion: true,
  departures: noDepartures,
});

function answered(known: Knowledge<Item>, region?: string): Knowledge<Item> {
  const asked = { limit: clamp, ...(region === undefined ? {} : { region }) };
  const page = service(asked);
  if (!page) throw new Error('The model refuses nothing.');
  return learn(known, task, asked, answerAt(0, page, { path }));
}

function failed(known: Knowledge<Item>, region: string): Knowledge<Item> {
  return learnFailure(known, task, { limit: clamp, region }, failureAt(0, { path }));
}

/** A list of which one answer is known not to hold all. */
const divided = answered(
  knowNothing({ ...knowNothing().strategy, limit: clamp, ceiling: true, divided: true }),
);

const all = codes.reduce(answered, divided);

test.each([
  [
    'regions whose turn has not come are still to come',
    answered(divided, 'ams1'),
    ['the answers for fra1, iad1, lhr1 and 3 more are still to come'],
  ],
  [
    'the last of them too',
    codes.slice(0, -1).reduce(answered, divided),
    ['the answer for syd1 is still to come'],
  ],
  [
    'one that was asked in vain has not answered',
    failed(codes.slice(0, -2).reduce(answered, divided), 'sin1'),
    ['sin1 has not answered', 'the answer for syd1 is still to come'],
  ],
  [
    'several that were',
    ['sin1', 'syd1'].reduce(failed, codes.slice(0, -2).reduce(answered, divided)),
    ['sin1, syd1 have not answered'],
  ],
])('while a list is put together: %s', (_, known, reasons) => {
  expect(claimOfKnowledge(known, task)).toEqual({ kind: 'at-least', reasons });
});

test('a region that answered once keeps its answer when it fails', () => {
  expect(claimOfKnowledge(failed(all, 'fra1'), task)).toEqual({ kind: 'known-regions', regions: codes.length });
});
