import { expect, test } from 'vitest';
import { decodeSeries } from './history-series.ts';

const at = (hour: number) => `2026-11-23T0${hour}:00:00.000Z`;
const point = {
  from: at(0),
  to: at(1),
  first: 5,
  last: '9007199254740993',
  min: 5,
  max: '9007199254740993',
  falls: 0,
  observedSeconds: 3600,
  claim: 'exact',
};
const empty = { ...point, first: null, last: null, min: null, max: null, observedSeconds: 0, claim: null };
const answer = {
  deployment: 'edge',
  from: at(0),
  to: at(2),
  knownUntil: at(1),
  settledUntil: null,
  data: [point, empty],
  more: null,
  name: 'events/evt_1',
  resolution: 'look',
  unit: 'events',
};

test('series values are read exactly, also beyond 2^53', () => {
  expect(decodeSeries(answer)).toEqual(answer);
});

test.each<[string, unknown]>([
  ['no object', []],
  ['no resolution', { ...answer, resolution: 'week' }],
  ['a value that is not an integer', { ...answer, data: [{ ...point, last: 1.5 }] }],
  ['a value that is text', { ...answer, data: [{ ...point, last: 'many' }] }],
  ['an unknown claim', { ...answer, data: [{ ...point, claim: 'perhaps' }] }],
])('%s is rejected', (_, body) => {
  expect(() => decodeSeries(body)).toThrow('has an invalid form');
});
