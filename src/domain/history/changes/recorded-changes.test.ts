import { describe, expect, it } from 'vitest';
import type { ChangeEntry } from '#contract/history.ts';
import { changesBefore, recordedChanges, sessionChangesBeside } from './recorded-changes.ts';

const noon = Date.parse('2026-03-12T12:00:00.000Z');

function entry(change: Partial<ChangeEntry>): ChangeEntry {
  const [at, notBefore] = ['2026-03-12T11:00:10.000Z', '2026-03-12T11:00:00.000Z'];
  const common = { id: '1', occurrence: 1, blind: false, before: 'operational', after: 'degraded' };
  return { ...common, at, notBefore, type: 'state', kind: 'region', key: 'fra1', ...change };
}

it('recorded changes have the form of the page’s own changes', () => {
  const told = changesBefore(
    [
      entry({}),
      entry({ kind: 'component', key: 'API', occurrence: 2, type: 'vanished', after: null }),
      entry({ kind: 'deployment', key: 'double' }),
      entry({ kind: 'bucket', type: 'appeared' }),
      entry({ at: '2026-03-12T12:00:00.000Z' }),
    ],
    noon,
    { names: new Map([['fra1', 'Frankfurt']]), regions: new Map() },
  );
  expect(told.map(({ kind, subject, id, name, region }) => [kind, subject, id, name, region])).toEqual([
    ['state', 'region', 'fra1', 'Frankfurt', 'fra1'],
    ['gone', 'component', 'API\u00002', 'API', null],
    ['state', 'status', '', 'Overall status', null],
  ]);
  expect(told[0]).toMatchObject({ at: noon - 3_590_000, notBefore: noon - 3_600_000, to: 'degraded' });
});

const nowhere = { names: new Map<string, string>(), regions: new Map<string, string>() };

describe('a recorded change', () => {
  it('has the region of the node at that time', () => {
    const node = { kind: 'node', key: 'nod_1' } as const;
    const told = recordedChanges(
      [
        entry({ ...node, at: '2026-03-12T11:30:00.000Z' }),
        entry({ ...node, at: '2026-03-12T11:20:00.000Z', type: 'moved', before: 'bru1', after: 'ams1' }),
        entry({ ...node, at: '2026-03-12T11:10:00.000Z' }),
      ],
      { ...nowhere, regions: new Map([['nod_1', 'ams1']]) },
    );
    expect(told.map(({ region }) => region)).toEqual(['ams1', 'ams1', 'bru1']);
  });

  it('is merged with its new word, which stands alone without a state change', () => {
    const cache = { kind: 'component', key: 'Cache', after: 'flux' } as const;
    const word = { ...cache, type: 'word', before: null } as const;
    expect(recordedChanges([entry(cache), entry(word)], nowhere)).toEqual([
      expect.objectContaining({ kind: 'state', isNewWord: true }),
    ]);
    expect(recordedChanges([entry(word)], nowhere)).toEqual([
      expect.objectContaining({ kind: 'word', to: 'flux' }),
    ]);
  });

  it('marks returns, gaps before it, and the number of rolled-up changes', () => {
    const told = recordedChanges(
      [entry({ type: 'returned', blind: true, folded: 70 }), entry({ kind: 'bucket', type: 'renamed' })],
      nowhere,
    );
    expect(told[0]).toMatchObject({ kind: 'appeared', isReturn: true, isAfterGap: true, folded: 70 });
    expect(told[1]).toMatchObject({ kind: 'renamed', subject: 'bucket' });
  });
});

describe('a change seen by the page', () => {
  const recorded = recordedChanges([entry({ kind: 'component', key: 'API' })], nowhere);
  const [own] = recorded;
  if (!own) throw new Error('It tells of one.');
  const later = own.at + 90_000;

  it('is not added after the next recorded poll', () => {
    expect(sessionChangesBeside([{ ...own, at: later }], [], new Map([['status', later]]))).toEqual([]);
    expect(sessionChangesBeside([{ ...own, at: later }], [], new Map([['status', later - 1]]))).toHaveLength(1);
  });

  it('is listed once if both have it, with different clocks, and once for each occurrence', () => {
    const seen = { ...own, at: later };
    expect(sessionChangesBeside([seen], recorded, new Map())).toEqual([]);
    expect(sessionChangesBeside([{ ...seen, at: later + 60_000 }, seen], recorded, new Map())).toHaveLength(1);
    expect(sessionChangesBeside([{ ...seen, to: 'operational' }], recorded, new Map())).toHaveLength(1);
  });

  it('stays in the list if its subject is not recorded', () => {
    const node = { ...own, subject: 'node' as const };
    expect(sessionChangesBeside([node], recorded, new Map([['status', later]]))).toEqual([node]);
  });
});
