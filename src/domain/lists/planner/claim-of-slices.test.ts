import { expect, test } from 'vitest';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { createModel, type Item, noDepartures } from '#testing/model-service.ts';
import { claimOfKnowledge } from './claim-of-slices.ts';
import { type Knowledge, knowNothing } from './knowledge.ts';
import { learn, learnFailure } from './learn.ts';
import { missingSlices } from './plan.ts';

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

function answered(known: Knowledge<Item>, region?: string, from = service): Knowledge<Item> {
  const parameters = { limit: clamp, ...(region === undefined ? {} : { region }) };
  const page = from(parameters);
  if (!page) throw new Error('The model refuses nothing.');
  return learn(known, task, parameters, answerAt(0, page, { path }));
}

const read = (known: Knowledge<Item>, region: string) => answered(known, region);

function failed(known: Knowledge<Item>, region: string): Knowledge<Item> {
  return learnFailure(known, task, { limit: clamp, region }, failureAt(0, { path }));
}

/** State of the planner for a list that is truncated when it is read as one response. */
const divided = answered(knowNothing({ ...knowNothing().strategy, limit: clamp, ceilingAt: 0, divided: true }));

const all = codes.reduce(read, divided);

test.each([
  [
    'regions not requested yet are pending',
    answered(divided, 'ams1'),
    ['the responses for fra1, iad1, lhr1 and 3 more are pending'],
  ],
  [
    'the last one is pending too',
    codes.slice(0, -1).reduce(read, divided),
    ['the response for syd1 is pending'],
  ],
  [
    'a failed slice has not responded',
    failed(codes.slice(0, -2).reduce(read, divided), 'sin1'),
    ['sin1 has not responded', 'the response for syd1 is pending'],
  ],
  [
    'several failed slices',
    ['sin1', 'syd1'].reduce(failed, codes.slice(0, -2).reduce(read, divided)),
    ['sin1, syd1 have not responded'],
  ],
])('while slices arrive: %s', (_, known, reasons) => {
  expect(claimOfKnowledge(known, task)).toEqual({ kind: 'at-least', reasons });
});

test('failed and pending slices have different reasons', () => {
  const most = codes.slice(0, -2).reduce(read, divided);
  expect(missingSlices(most, task)).toEqual({ toCome: 2, failed: 0 });
  expect(missingSlices(failed(most, 'sin1'), task)).toEqual({ toCome: 1, failed: 1 });
  expect(missingSlices(failed(all, 'sin1'), task)).toEqual({ toCome: 0, failed: 0 });
  expect(missingSlices(most, { ...task, byRegion: false })).toEqual({ toCome: 0, failed: 0 });
});

test('a slice keeps its response after a failure', () => {
  expect(claimOfKnowledge(failed(all, 'fra1'), task)).toEqual({ kind: 'known-regions', regions: codes.length });
});

test('items outside known regions are reported when all slices are read', () => {
  const assets = createModel({
    items: ['zzz9', ...codes].map((region) => ({ id: `ast_${region}`, region })),
    defaultLimit: clamp,
    clamp,
    namesRegion: false,
    departures: noDepartures,
  });
  const readAsset = (known: Knowledge<Item>, region?: string) => answered(known, region, assets);
  const complete = readAsset(
    knowNothing({ ...knowNothing().strategy, limit: clamp, ceilingAt: 0, divided: true }),
  );
  const reasonsOf = (regions: readonly string[]) => {
    const claim = claimOfKnowledge(regions.reduce(readAsset, complete), task);
    return claim.kind === 'at-least' ? claim.reasons : [];
  };
  expect(reasonsOf(codes.slice(0, -1))).toEqual(['the response for syd1 is pending']);
  expect(reasonsOf(codes)).toEqual(['some items are in none of the known regions']);
});
