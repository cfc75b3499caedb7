import { expect, test } from 'vitest';
import { type Claim, exact } from '#domain/lists/claim.ts';
import type { ListReading, TallyGroup } from '#domain/verdict/tally.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { partsOf } from './parts.ts';

const list = (groups: readonly TallyGroup[], claim: Claim = exact): ListReading => {
  return { availability: 'offered', freshness: 'fresh', readAt: 0, tally: { groups, claim } };
};
const region = (code: string, word: string) => ({ code, name: `City ${code}`, word, count: 1 });
const nodes = (code: string, word: string, count: number) => ({ code, name: null, word, count });
const cut: Claim = { kind: 'at-least', reasons: [] };

function seen(regions: ListReading, nodeList: ListReading, isCounted = true) {
  const answer = answerAt(0, documentOf('operational', { API: 'operational' }));
  const rules = { words: {}, verdict: { regions: isCounted, nodeShare: isCounted ? 0.05 : (false as const) } };
  const verdict = verdictOf({ answer, failure: null }, 'fresh', rules, {
    inventory: { regions, nodes: nodeList },
  });
  const { parts, complete } = partsOf('edge', verdict, answer, {});
  const bad = parts.filter(({ severity }) => severity !== 'ok');
  return {
    bad: bad.map(({ kind, key, name, word, severity, detail }) => [kind, key, name, word, severity, detail]),
    complete: [...complete],
  };
}

test('regions and nodes have the classes of the verdict, with the states of their nodes', () => {
  const regions = list([
    region('fra1', 'draining'),
    region('nrt1', 'operational'),
    region('ams1', 'operational'),
  ]);
  expect(seen(regions, list([nodes('nrt1', 'down', 34), nodes('ams1', 'operational', 66)]))).toEqual({
    bad: [
      ['deployment', 'edge', 'edge', 'operational', 'critical', ''],
      ['region', 'nrt1', 'City nrt1', 'operational', 'partial', 'all 34 nodes not operational'],
      ['region', 'fra1', 'City fra1', 'draining', 'notice', ''],
      ['nodes', 'nodes', 'Nodes', null, 'critical', '34 of 100 not operational'],
    ],
    complete: ['deployment', 'component', 'region', 'nodes'],
  });
});

test('of two rows with one code the worst counts, and a truncated list proves no absence', () => {
  const regions = list([region('osl1', 'operational'), region('osl1', 'degraded')], cut);
  const { bad, complete } = seen(regions, list([nodes('osl1', 'operational', 9)]));
  expect(bad.slice(1)).toEqual([['region', 'osl1', 'City osl1', 'degraded', 'degraded', '']]);
  expect(complete).not.toContain('region');
});

test('lists that do not count in the verdict are no parts', () => {
  const { bad, complete } = seen(list([region('fra1', 'down')]), list([nodes('fra1', 'down', 9)]), false);
  expect(bad).toEqual([]);
  expect(complete).toEqual(['deployment', 'component']);
});
