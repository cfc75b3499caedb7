import { describe, expect, it } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { exact } from '../lists/claim.ts';
import { textOf } from '../sentences/clause.ts';
import type { ListReading, TallyGroup } from '../verdict/tally.ts';
import { verdictOf } from '../verdict/verdict-of.ts';
import { claimedWords, contestedZones, countedWords, leadingPart, statedWords } from './contested.ts';

type Row = readonly [code: string, word: string, count?: number];

const reading = (rows: readonly Row[]): ListReading => ({
  availability: 'offered',
  freshness: 'fresh',
  readAt: 0,
  tally: {
    groups: rows.map(
      ([code, word, count = 1]): TallyGroup => ({ code, name: code.toUpperCase(), word, count }),
    ),
    claim: exact,
  },
});

function verdict(regions: readonly Row[], nodes: readonly Row[], status = 'operational') {
  const feed = {
    answer: answerAt(0, documentOf(status, { API: 'operational', Cache: 'operational' })),
    failure: null,
  };
  const inventory = { regions: reading(regions), nodes: reading(nodes) };
  return verdictOf(feed, 'fresh', { words: {}, verdict: defaultVerdictSettings }, { inventory });
}

describe('a wall on which regions or nodes lead', () => {
  it.each([
    [
      'all bad',
      verdict(
        [
          ['fra1', 'down'],
          ['ams1', 'down'],
        ],
        [
          ['fra1', 'down', 400],
          ['ams1', 'down', 200],
        ],
      ),
      '2 of 2 regions',
      'are not operational, major outage',
      'So do 2 of 2 components. All 2 regions and every node say otherwise.',
    ],
    [
      'one region bad',
      verdict(
        [
          ['fra1', 'degraded'],
          ['ams1', 'operational'],
        ],
        [['ams1', 'operational', 100]],
      ),
      '1 of 2 regions',
      'FRA1 is not operational, degraded',
      'So do 2 of 2 components. 1 of 2 regions says otherwise.',
    ],
    [
      'nodes above their share',
      verdict(
        [['ams1', 'operational']],
        [
          ['ams1', 'operational', 94],
          ['ams1', 'down', 6],
        ],
      ),
      '6 of 100 nodes',
      'are not operational, major outage',
      'So do 2 of 2 components. 6 of 100 nodes say otherwise.',
    ],
  ] as const)('%s', (_what, said, counted, stated, claimed) => {
    const part = leadingPart(said);
    expect(part && textOf(countedWords(part))).toBe(counted);
    expect(part && textOf(statedWords(part))).toBe(stated);
    expect(textOf(claimedWords(said))).toBe(claimed);
  });

  it('no list leads if the status document is as bad, or nodes are below their share', () => {
    expect(leadingPart(verdict([['fra1', 'down']], [], 'down'))).toBeNull();
    expect(
      leadingPart(
        verdict(
          [['ams1', 'operational']],
          [
            ['ams1', 'operational', 97],
            ['ams1', 'down', 3],
          ],
        ),
      ),
    ).toBeNull();
  });

  it('zones have the number and the worst severity of what is not good', () => {
    const { inventory } = verdict(
      [
        ['fra1', 'operational'],
        ['ams1', 'operational'],
        ['nyc1', 'operational'],
      ],
      [
        ['fra1', 'down', 2],
        ['fra1', 'operational', 3],
        ['ams1', 'degraded', 4],
        ['nyc1', 'operational', 9],
        ['xyz1', 'down', 1],
      ],
    );
    const zones = new Map([
      ['fra1', 'eu'],
      ['ams1', 'eu'],
      ['nyc1', 'na'],
    ]);
    expect(contestedZones(inventory.nodes?.members ?? [], zones)).toEqual([
      { zone: 'eu', severity: 'critical', notGood: 6, total: 9 },
      { zone: null, severity: 'critical', notGood: 1, total: 1 },
    ]);
  });
});
