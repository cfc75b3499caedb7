import { describe, expect, test } from 'vitest';
import type { Node, Region } from '#contract/resources.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { statusAgainstList } from '../contradictions/inventory-contradictions.ts';
import { foundStates } from '../figures/found-states.ts';
import { goodOf, otherSeverities, severityCounts } from '../figures/severity-counts.ts';
import { exact } from '../lists/claim.ts';
import { fieldsOf } from '../lists/fields.ts';
import { createListing } from '../lists/listing.ts';
import { noLookups } from '../lists/lookups.ts';
import { joinInventory, regionRowsListing } from '../regions/region-rows.ts';
import { countRegions, totalOf } from '../regions/region-states.ts';
import { textOf } from '../sentences/clause.ts';
import { troublesOf } from '../verdict/evidence/trouble.ts';
import { regionsByNodes } from '../verdict/inventory-part.ts';
import type { ListReading } from '../verdict/tally.ts';
import { tallyOfListing } from '../verdict/tally-of-listing.ts';
import { verdictOf } from '../verdict/verdict-of.ts';
import { inSentence, wholeLabel } from './classify.ts';
import { noRegionsByNodes, regionSeverity, regionState } from './region-state.ts';

const codeOf = (index: number) => `r${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}1`;
const region = (code: string, status: string): Region => ({
  code,
  name: code.toUpperCase(),
  zone: 'eu-west',
  country: 'FR',
  status,
});
const node = (pop: string, status: string, id: number): Node => ({
  id: `nod_${id}`,
  created_at: null,
  pop,
  status,
  capacity: '10G',
});

/** Words of the first two of 60 regions. Three other regions have no good node. */
const words = ['major_outage', 'draining'];
const regions = Array.from({ length: 60 }, (_, index) => region(codeOf(index), words[index] ?? 'operational'));
const nodes = regions.flatMap(({ code }, index) =>
  Array.from({ length: index === 4 ? 1 : 34 }, (_, place) =>
    node(code ?? '', index >= 2 && index < 5 ? 'down' : 'operational', index * 100 + place),
  ),
);
const regionList = createListing(regions, fieldsOf.region, exact);
const nodeList = createListing(nodes, fieldsOf.node, exact);

async function reading(isOfRegions: boolean, freshness: ListReading['freshness'] = 'fresh') {
  const list = isOfRegions ? regionList : nodeList;
  return {
    availability: 'offered',
    freshness,
    readAt: 0,
    tally: await tallyOfListing(list, isOfRegions),
  } as const;
}

async function verdictNow(nodesAre: ListReading['freshness'] = 'fresh') {
  const inventory = { regions: await reading(true), nodes: await reading(false, nodesAre) };
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'operational' })), failure: null };
  return verdictOf(feed, 'fresh', { words: {} }, { inventory });
}

describe('of 60 regions, five are not good', () => {
  test.each(['fresh', 'late'] as const)(
    'all places show the same number while the nodes are %s',
    async (nodesAre) => {
      const verdict = await verdictNow(nodesAre);
      const byNodes = regionsByNodes(verdict.inventory);
      const expected = nodesAre === 'fresh' ? 5 : 2;
      const joined = regionList.joined({ ...noLookups, byNodes });
      const rows = regionRowsListing(
        joinInventory({ lists: [{ version: 'v2', regions, complete: true }], nodes: null, buckets: null }, {}),
        exact,
        { ...noLookups, byNodes },
      );
      const groups = await joined.group({}, ['zone', 'code', 'severity']);
      const head = countRegions(await rows.group({}, ['status', 'severity']), {});
      const filter = { where: { severity: otherSeverities } };
      const [trouble] = troublesOf(verdict);
      const contradiction = statusAgainstList(verdict, {
        resource: 'region',
        counts: severityCounts(groups, 2),
        claim: exact,
      });
      const found = foundStates(groups).find(
        ({ where, severity }) => where.kind === 'all' && severity === null,
      );
      expect({
        verdict: verdict.inventory.regions?.notGood,
        overview: trouble?.count,
        overviewRows: (await joined.rows({ where: trouble?.rows ?? {} })).count,
        headline: totalOf(head.notGood),
        filter: goodOf(groups, 2).others,
        filtered: (await rows.rows(filter)).count,
        find: [...(found?.counts.values() ?? [])].reduce((sum, count) => sum + count, 0),
        marks: regions.filter((each) => {
          const severity = regionState(each, {}, byNodes).severity;
          return otherSeverities.includes(severity);
        }).length,
        sortedFirst: (await (await joined.rows({ sort: [{ field: 'rank', descending: true }] })).slice(0, 1))[0]
          ?.status,
      }).toEqual({
        verdict: expected,
        overview: expected,
        overviewRows: expected,
        headline: expected,
        filter: expected,
        filtered: expected,
        find: expected,
        marks: expected,
        sortedFirst: 'major_outage',
      });
      if (nodesAre === 'fresh')
        expect(contradiction.map(({ sentence }) => textOf(sentence))).toEqual([
          'The status document says operational; 5 of 60 regions are not: 1 major outage, 2 partial outage, 1 degraded, 1 maintenance or notice.',
        ]);
      else expect(totalOf(head.unconfirmed)).toBe(3);
    },
  );

  test('the label has the good word and the evidence against it', async () => {
    const byNodes = regionsByNodes((await verdictNow()).inventory);
    const of = (index: number) => regionState(regions[index] ?? region('', ''), {}, byNodes);
    expect([1, 2, 4, 5].map((index) => wholeLabel(of(index)))).toEqual([
      'Draining',
      'Operational, but none of its 34 nodes',
      'Operational, but not its only node',
      'Operational',
    ]);
    expect(inSentence(of(2))).toBe('operational, but none of its 34 nodes');
    const old = regionsByNodes((await verdictNow('late')).inventory);
    expect(regionState(regions[2] ?? region('', ''), {}, old)).toMatchObject({
      severity: 'unvouched',
      against: { reason: 'but none of its 34 nodes when last read', own: 'ok' },
    });
  });
});

test('a bad word of a repeated code keeps its class', () => {
  const byNodes = new Map([['osl1', { severity: 'partial', nodes: 3 } as const]]);
  const severities = ['operational', 'major_outage', 'degraded', 'draining', null].map((status) =>
    regionSeverity({ code: 'osl1', status }, {}, byNodes),
  );
  expect(severities).toEqual(['partial', 'critical', 'degraded', 'notice', 'unknown']);
  expect(regionSeverity({ code: 'osl1', status: 'operational' }, {}, noRegionsByNodes)).toBe('ok');
});
