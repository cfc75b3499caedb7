import { describe, expect, test } from 'vitest';
import type { SightEntry, StripEntry } from '#contract/history.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  nodes,
  regions,
  rows,
  status,
  time,
  window,
} from '#testing/history/history-answers.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { lookAt, nodesSaid, regionsSaid, statusSaid } from '#testing/observer/polls.ts';
import type { RecordedDeployment } from './context.ts';

describe('strips', () => {
  test('are in the order of the newest response, absent subjects last', async () => {
    const record = new RecordInMemory();
    record.read(lookAt(begin, status, statusSaid('operational', { Z: 'down', B: 'down', A: 'down' })));
    record.read(lookAt(begin + 2_000, status, statusSaid('operational', { C: 'down', A: 'down' })));
    const keys = async (from: number, to: number) =>
      (await rows<StripEntry>(`/edge/strips?kind=component&${window(from, to)}`, contextOf(record))).map(
        ({ key }) => key,
      );
    expect(await keys(0, 60)).toEqual(['C', 'A', 'B', 'Z']);
    // Subjects that were absent in the window have no strip.
    expect(await keys(3, 60)).toEqual(['C', 'A']);
    expect(await keys(0, 1)).toEqual(['A', 'B', 'Z']);
  });

  test('keep the earlier states of a region after its list was truncated once', async () => {
    const record = new RecordInMemory();
    const others = Array.from({ length: 100 }, (_, index) => [`x${index}`, ['g', 'operational']] as const);
    const said = nodesSaid({ a: ['f', 'down'], b: ['f', 'down'], ...Object.fromEntries(others) });
    for (let second = 0; second < 60; second += 5) {
      record.read(lookAt(begin + second * 1_000, status, statusSaid('operational', { API: 'operational' })));
      record.read(lookAt(begin + second * 1_000 + 1, regions, regionsSaid({ f: 'operational' })));
      record.read(lookAt(begin + second * 1_000 + 2, nodes, said, { complete: second < 45 }));
    }
    const [strip] = await rows<StripEntry>(
      `/edge/strips?kind=deployment&marks=6&${window(0, 60)}`,
      contextOf(record, begin + 60_000),
    );
    expect(strip?.worst).toBe('pppppo');
    const sight = await rows<SightEntry>(
      `/edge/sight?endpoint=${nodes}&${window(1, 60)}`,
      contextOf(record, begin + 60_000),
    );
    expect(sight.map(({ from, outcome, complete, looks }) => [from, outcome, complete, looks])).toEqual([
      [time(0.002), 'seen', true, 10],
      [time(45.002), 'seen', false, 3],
      [time(55.002), 'blind', true, 0],
    ]);
  });

  test.each<[string, string, string, number, unknown]>([
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-23T00:00:00Z', 2, [[86_400_000, 2]]],
    [
      'Europe/Berlin',
      '2026-10-23T22:00:00Z',
      '2026-10-26T23:00:00Z',
      3,
      [
        [86_400_000, 1],
        [90_000_000, 1],
        [86_400_000, 1],
      ],
    ],
    [
      'UTC',
      '2026-11-23T00:00:00.000Z',
      '2026-11-23T00:00:00.010Z',
      3,
      [
        [3, 2],
        [4, 1],
      ],
    ],
  ])('marks in %s from %s to %s', async (zone, from, to, marks, lengths) => {
    const address = `/edge/strips?kind=component&from=${from}&to=${to}&marks=${marks}&zone=${zone}`;
    expect((await ask(address, contextOf(exampleRecord()))).body).toMatchObject({
      kind: 'component',
      zone,
      marks,
      lengths,
    });
  });
});

describe('the strip of a deployment', () => {
  async function letters(record: RecordInMemory, seconds: number, what: Partial<RecordedDeployment> = {}) {
    const context = contextOf(record, begin + seconds * 1000, what);
    const address = `/edge/strips?kind=deployment&${window(0, seconds)}&marks=${seconds}`;
    const [strip] = await rows<StripEntry>(address, context);
    return strip?.worst;
  }

  const good = statusSaid('operational', { API: 'operational' });
  function looksAt(seconds: number, said = good): RecordInMemory {
    const record = new RecordInMemory();
    for (let second = 0; second <= seconds; second += 1)
      record.read(lookAt(begin + second * 1000, status, said));
    return record;
  }

  test('is the worst of the document and its components, gone ones included', async () => {
    const record = new RecordInMemory();
    const said = [
      good,
      statusSaid('operational', { API: 'degraded' }),
      statusSaid('major_outage', { API: 'operational' }),
      statusSaid('operational', { Cache: 'operational' }),
      statusSaid('maintenance', { API: 'operational', Cache: 'operational' }),
      good,
    ];
    for (const [second, each] of said.entries()) record.read(lookAt(begin + second * 1000, status, each));
    expect(await letters(record, 5)).toBe('odcvn');
  });

  test('counts a vanished component for a day, and no longer', async () => {
    const record = new RecordInMemory();
    const renamed = statusSaid('operational', { Edge: 'operational' });
    const vouched = 3 * 86_400_000;
    for (const [hours, said] of [
      [0, good],
      [6, renamed],
      [72, renamed],
    ] as const)
      record.read(lookAt(begin + hours * 3_600_000, status, said, { vouched }));
    const address = `/edge/strips?kind=deployment&${window(0, 72 * 3600)}&marks=12`;
    const [strip] = await rows<StripEntry>(address, contextOf(record, begin + 72 * 3_600_000));
    expect(strip).toMatchObject({ worst: 'ovvvvooooooo', unknown: 24 * 3_600_000 });
    const later = `/edge/strips?kind=deployment&${window(48 * 3600, 72 * 3600)}&marks=4`;
    expect((await rows<StripEntry>(later, contextOf(record, begin + 72 * 3_600_000)))[0]?.worst).toBe('oooo');
  });

  test('is assumed good if no component confirms the status word', async () => {
    expect(await letters(looksAt(3, statusSaid('operational')), 3)).toBe('aaa');
  });

  test('counts regions while their list is observed', async () => {
    const record = looksAt(6);
    record.read(lookAt(begin + 1_000, regions, regionsSaid({ fra1: 'down', ams1: 'maintenance' })));
    record.read(lookAt(begin + 3_000, regions, regionsSaid({ fra1: 'degraded', ams1: 'maintenance' })));
    record.read(lookAt(begin + 4_000, regions, regionsSaid({ fra1: 'operational', ams1: 'maintenance' })));
    record.read(lookAt(begin + 5_000, regions, null));
    expect(await letters(record, 6)).toBe('occdoo');
    expect(await letters(record, 6, { verdict: { regions: false, nodeShare: 0.05 } })).toBe('oooooo');
  });

  test('counts nodes from their share on, and a region in which every node is bad', async () => {
    const record = looksAt(5);
    const many = (bad: number) =>
      nodesSaid(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [
            `nod_${index}`,
            [index < 2 ? 'fra1' : 'ams1', index < bad ? 'down' : 'operational'] as const,
          ]),
        ),
      );
    record.read(lookAt(begin, regions, regionsSaid({ fra1: 'operational', ams1: 'operational' })));
    record.read(lookAt(begin + 5_000, regions, null));
    for (const [second, bad] of [0, 1, 2, 3, 1].entries())
      record.read(lookAt(begin + second * 1000, nodes, many(bad)));
    record.read(lookAt(begin + 5_000, nodes, null));
    // Two of 40 are 5 %. Below that they do not count, and all nodes of a region make it at most partial.
    expect(await letters(record, 5)).toBe('ooxxo'.replaceAll('x', 'c'));
    expect(await letters(record, 5, { verdict: { regions: true, nodeShare: 0.5 } })).toBe('ooppo');
    expect(await letters(record, 5, { verdict: { regions: true, nodeShare: false } })).toBe('ooooo');
  });

  test('counts a node in the region where it stood', async () => {
    const record = looksAt(4);
    const bad = (at: string) =>
      nodesSaid({ nod_1: [at, 'down'], nod_2: ['ams1', 'operational'], nod_3: ['fra1', 'operational'] });
    record.read(
      lookAt(begin, regions, regionsSaid({ fra1: 'operational', ams1: 'operational', doh1: 'operational' })),
    );
    record.read(lookAt(begin + 4_000, regions, null));
    for (const [second, region] of ['ams1', 'doh1', 'doh1', 'ams1'].entries())
      record.read(lookAt(begin + second * 1000, nodes, bad(region)));
    record.read(lookAt(begin + 4_000, nodes, null));
    // Alone in its region, the node makes it at most degraded.
    expect(await letters(record, 4, { verdict: { regions: true, nodeShare: 0.5 } })).toBe('oddo');
  });

  test('uses the configured words of the deployment', async () => {
    expect(await letters(looksAt(2, statusSaid('flux', { API: 'flux' })), 2)).toBe('uu');
    expect(
      await letters(looksAt(2, statusSaid('flux', { API: 'flux' })), 2, { words: { flux: 'notice' } }),
    ).toBe('nn');
  });
});
