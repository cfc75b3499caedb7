import { describe, expect, test } from 'vitest';
import { textOf } from '#domain/sentences/clause.ts';
import { type Severity } from '#domain/severity/severity.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { type Case, critical, list, nodes, off, readAt, regions, unread, verdict } from '#testing/verdicts.ts';
import type { ListReading } from '../tally.ts';
import { markOf } from '../verdict.ts';
import { evidenceOf } from './evidence.ts';

describe('the evidence names what leads and what contradicts it', () => {
  const said = (each: Case) => `${textOf(evidenceOf(verdict(each)))}.`;
  test.each<readonly [string, Case, string]>([
    ['all is well', {}, '1 of 1 component reports operational.'],
    [
      'all nodes are bad',
      { nodes: nodes({ [critical]: 600 }, {}, 'lon1') },
      '600 of 600 nodes are not operational; the status document says operational.',
    ],
    [
      'regions and nodes',
      {
        regions: regions({ fra1: critical, ams1: 'operational' }),
        nodes: nodes({ degraded: 41, operational: 848 }),
      },
      '1 of 2 regions and 41 of 889 nodes are not operational; the status document says operational.',
    ],
    [
      'a component is bad as well',
      { components: { API: 'degraded' }, regions: regions({ fra1: critical, ams1: 'operational' }) },
      '1 of 2 regions is not operational. API degraded. 0 of 1 component reports operational. The document calls itself operational, yet 1 of 1 component is not.',
    ],
    [
      'bad and not read since',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      '600 of 600 nodes were not operational at 02:14; not read since. 1 of 1 component reports operational.',
    ],
    [
      'both bad and not read since',
      {
        regions: regions({ fra1: critical }, { freshness: 'late' }),
        nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }),
      },
      '1 of 1 region and 600 of 600 nodes were not operational at 02:14; not read since. 1 of 1 component reports operational.',
    ],
    [
      'both bad, then contact lost',
      {
        freshness: 'lost',
        regions: regions({ fra1: 'degraded' }, { freshness: 'lost' }),
        nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }),
      },
      'No newer response has arrived. Last known: major outage. It may no longer be true. 1 of 1 component reported operational. 1 of 1 region and 600 of 600 nodes were not operational at 02:14; not read since.',
    ],
    [
      'both good and lost',
      {
        regions: regions({ fra1: 'operational' }, { freshness: 'lost' }),
        nodes: nodes({ operational: 100 }, { freshness: 'lost' }),
      },
      '1 of 1 component reports operational. Regions and nodes were last read at 02:14.',
    ],
    [
      'never read',
      { regions: unread, nodes: unread },
      '1 of 1 component reports operational. Regions and nodes have not been read yet.',
    ],
    [
      'good and lost',
      { regions: regions({ fra1: 'operational' }, { freshness: 'lost' }) },
      '1 of 1 component reports operational. Regions were last read at 02:14.',
    ],
    [
      'a region that had no good node, nodes not read since',
      {
        nodes: list(
          [
            ...(nodes({ [critical]: 1 }).tally?.groups ?? []),
            ...(nodes({ operational: 99 }, {}, 'ams1').tally?.groups ?? []),
          ],
          { freshness: 'late' },
        ),
      },
      '1 region had no good node at 02:14; nodes were not read since. 1 of 1 component reports operational.',
    ],
    [
      'notices only',
      { nodes: nodes({ draining: 24, operational: 376 }) },
      '1 of 1 component reports operational. 24 of 400 nodes are not operational.',
    ],
  ])('%s', (_case, each, sentence) => {
    expect(said(each)).toBe(sentence);
  });
});

describe('a component that stands for nodes', () => {
  const edge = { 'Edge Nodes': 'operational', API: 'operational' };
  const marks = (each: Case) => verdict({ components: edge, ...each }).components.map(markOf);
  test.each<readonly [string, Case, Severity]>([
    ['keeps its mark below the share', { nodes: nodes({ degraded: 41, operational: 848 }) }, 'ok'],
    [
      'has the class of its nodes from the share on',
      { nodes: nodes({ degraded: 45, operational: 844 }) },
      'degraded',
    ],
    ['partial at most', { nodes: nodes({ [critical]: 600 }) }, 'partial'],
    [
      'is not confirmed if the list is lost',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      'unvouched',
    ],
    ['is as sent if nodes do not count', { settings: off, nodes: nodes({ [critical]: 600 }) }, 'ok'],
  ])('%s', (_case, each, mark) => {
    expect(marks(each)).toEqual([mark, 'ok']);
    expect(verdict({ components: edge, ...each }).components[0]?.state.label).toBe('Operational');
  });

  const all = { [critical]: 600 };
  test.each<readonly [string, ListReading, string, string, number | null]>([
    [
      'below the share',
      nodes({ degraded: 41, operational: 848 }),
      `41 of 889 nodes are not, ${formatPercent(41, 889)}`,
      'counts from 5 %',
      null,
    ],
    [
      'in one class',
      nodes({ degraded: 45, operational: 844 }),
      `45 of 889 nodes are not, ${formatPercent(45, 889)} degraded`,
      '',
      null,
    ],
    [
      'in several classes',
      nodes({ [critical]: 4, degraded: 5, flux: 1, operational: 90 }),
      `10 of 100 nodes are not, ${formatPercent(10, 100)}`,
      '',
      null,
    ],
    ['at most partial', nodes(all), '600 of 600 nodes are not', 'at most partial here', null],
    [
      'out of date',
      nodes(all, { freshness: 'lost' }),
      '600 of 600 nodes were not at 02:14, not read since',
      '',
      readAt,
    ],
  ])('states the reason: %s', (_case, list, reason, remark, oldSince) => {
    const { evidence } = verdict({ components: edge, nodes: list }).components[0] ?? {};
    expect(textOf(evidence?.reason ?? [])).toBe(reason);
    expect(evidence).toMatchObject({ remark, oldSince });
  });
});
