import { describe, expect, it } from 'vitest';
import { decodeCoverage, decodeHistoryStates, decodeStrips, HistoryFormError } from './history.ts';

const window = {
  deployment: 'a',
  from: '2026-03-12T00:00:00.000Z',
  to: '2026-03-12T00:02:00.000Z',
  knownUntil: null,
  settledUntil: null,
  more: null,
};
const entry = {
  key: 'API',
  occurrence: 1,
  name: 'API',
  endpoint: '/api/v2/status',
  worst: 'o-',
  seen: '_A',
  good: 60_000,
  bad: 0,
  unknown: 0,
  unobserved: 60_000,
  notice: 0,
  couldHide: 60_000,
};
const strips = { ...window, kind: 'component', zone: 'UTC', marks: 2, lengths: [[60_000, 2]], data: [entry] };

describe('strips', () => {
  it('are decoded with all members', () => {
    expect(decodeStrips(strips)).toEqual(strips);
  });

  it.each([
    ['another number of marks than stated', { ...strips, data: [{ ...entry, worst: 'o' }] }],
    ['an unknown letter', { ...strips, data: [{ ...entry, worst: 'ox' }] }],
    ['lengths that do not fit', { ...strips, lengths: [[60_000, 3]] }],
    ['a negative time', { ...strips, data: [{ ...entry, good: -1 }] }],
    ['no rows', { ...strips, data: null }],
    ['another kind', { ...strips, kind: 'bucket' }],
    ['no object', 'strips'],
  ])('with %s are rejected', (_, body) => {
    expect(() => decodeStrips(body)).toThrow(HistoryFormError);
  });
});

it('rejects a coverage interval with an invalid time', () => {
  expect(() => decodeCoverage({ ...window, data: [{ endpoint: '/', from: 'yesterday' }] })).toThrow('from');
});

it('rejects a history state without retention', () => {
  expect(() => decodeHistoryStates({ data: [{ deployment: 'a', observe: 'all' }] })).toThrow('retention');
});
