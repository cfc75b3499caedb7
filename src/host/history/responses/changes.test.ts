import { describe, expect, test } from 'vitest';
import type { ChangeEntry } from '#contract/history.ts';
import {
  ask,
  begin,
  contextOf,
  nodes,
  rows,
  status,
  time,
  window,
} from '#testing/history/history-responses.ts';
import { type AnsweringInMemory, RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, listObservation, nodesObservation, statusObservation } from '#testing/observer/polls.ts';
import type { Observation } from '../reading.ts';
import type { ChangeQuery, HistoryStore, LogQuery } from '../store/store.ts';

const applications = '/api/v1/applications';

function applicationsSaid(
  ...rows: readonly (readonly [id: string, name: string, scopes: readonly string[]])[]
): Observation {
  return listObservation(
    'application',
    rows.map(([id, name, scopes]) => ({ key: id, body: JSON.stringify({ id, name, scopes }) })),
  );
}

async function reported(record: RecordInMemory, search = window(0, 600)) {
  const entries = await rows<ChangeEntry>(`/edge/changes?${search}`, contextOf(record, begin + 600_000));
  return entries.map(({ at, type, key, before, after }) => [at, type, key, before, after]);
}

/** A history record of polls, one every two seconds. */
function recordOf(
  path: Parameters<typeof answeredAt>[1],
  ...observation: readonly Observation[]
): RecordInMemory {
  const record = new RecordInMemory();
  for (const [index, each] of observation.entries()) record.read(answeredAt(begin + index * 2_000, path, each));
  return record;
}

describe('changes', () => {
  test('of subjects are states, appearances, disappearances and returns, newest first; the first poll is no change', async () => {
    const record = recordOf(
      status,
      statusObservation('operational', { A: 'operational' }),
      statusObservation('operational', { A: 'down', B: 'operational' }),
      statusObservation('degraded', { A: 'down' }),
      statusObservation('degraded', { A: 'down', B: 'flux' }),
    );
    const changes = await reported(record);
    expect(changes).toHaveLength(6);
    expect(changes.slice(0, 2)).toEqual(
      expect.arrayContaining([
        [time(6), 'returned', 'B', null, 'flux'],
        [time(6), 'word', 'B', null, 'flux'],
      ]),
    );
    expect(changes.slice(2, 4)).toEqual(
      expect.arrayContaining([
        [time(4), 'vanished', 'B', 'operational', null],
        [time(4), 'state', 'edge', 'operational', 'degraded'],
      ]),
    );
    expect(changes.slice(4)).toEqual(
      expect.arrayContaining([
        [time(2), 'appeared', 'B', null, 'operational'],
        [time(2), 'state', 'A', 'operational', 'down'],
      ]),
    );
    expect(await reported(record, `${window(0, 600)}&kind=component&key=B`)).toHaveLength(4);
    expect(await reported(record, window(2.001, 6))).toHaveLength(2);
  });

  test('of lists are moves and capacities of nodes, names and scopes, and rows that appeared or vanished', async () => {
    const node = recordOf(
      nodes,
      nodesObservation({ nod_1: ['fra1', 'operational'] }),
      nodesObservation({ nod_1: ['ams1', 'operational'] }),
    );
    expect(await reported(node)).toEqual([[time(2), 'moved', 'nod_1', 'fra1', 'ams1']]);
    const record = recordOf(
      applications,
      applicationsSaid(['app_1', 'one', ['read']]),
      applicationsSaid(['app_1', 'two', ['read', 'write']], ['app_2', 'new', []]),
      applicationsSaid(['app_1', 'two', ['read', 'write']]),
      applicationsSaid(['app_1', 'two', ['read', 'write']], ['app_2', 'new', []]),
    );
    expect(await reported(record)).toEqual([
      [time(6), 'returned', 'app_2', null, null],
      [time(4), 'vanished', 'app_2', null, null],
      [time(2), 'appeared', 'app_2', null, null],
      [time(2), 'scopes', 'app_1', '["read"]', '["read","write"]'],
      [time(2), 'renamed', 'app_1', 'one', 'two'],
    ]);
  });

  test('of a node that returns elsewhere and larger are its return, its move and its capacity', async () => {
    const node = (pop: string, capacity: string) => nodesObservation({ nod_1: [pop, 'operational', capacity] });
    const record = recordOf(nodes, node('fra1', '100G'), nodesObservation({}), node('ams1', '400G'));
    expect(await reported(record)).toEqual(
      expect.arrayContaining([
        [time(4), 'returned', 'nod_1', null, 'operational'],
        [time(4), 'moved', 'nod_1', 'fra1', 'ams1'],
        [time(4), 'capacity', 'nod_1', '100G', '400G'],
      ]),
    );
  });

  test('of other kinds, such as contradictions, are listed too', async () => {
    const record = new RecordInMemory();
    const of = { type: 'contradiction', kind: 'deployment', key: 'edge' } as const;
    const changes = [{ ...of, at: begin, notBefore: null, before: null, after: 'Nodes say otherwise' }];
    record.read(answeredAt(begin, status, statusObservation('operational'), { changes }));
    expect(await reported(record)).toEqual([[time(0), 'contradiction', 'edge', null, 'Nodes say otherwise']]);
    expect(await reported(record, `${window(0, 600)}&kind=node`)).toEqual([]);
  });

  test('across a gap state that nothing was observed', async () => {
    const record = recordOf(status, statusObservation('operational'), statusObservation('degraded'));
    record.read(answeredAt(begin + 60_000, status, statusObservation('operational')));
    const entries = await rows<ChangeEntry>(
      `/edge/changes?${window(0, 600)}`,
      contextOf(record, begin + 61_000),
    );
    expect(entries.map(({ at, notBefore, blind }) => [at, notBefore, blind])).toEqual([
      [time(60), time(1.99), true],
      [time(2), time(-0.01), false],
    ]);
  });

  test('across a truncated list include a gap that lies before it', async () => {
    const record = new RecordInMemory();
    const two = nodesObservation({ nod_1: ['fra1', 'operational'], nod_2: ['fra1', 'operational'] });
    record.read(answeredAt(begin, nodes, nodesObservation({ nod_1: ['fra1', 'operational'] })));
    record.read(answeredAt(begin + 500_000, nodes, nodesObservation({}), { complete: false }));
    record.read(answeredAt(begin + 502_000, nodes, two));
    record.read(answeredAt(begin + 504_000, nodes, nodesObservation({ nod_1: ['fra1', 'down'] })));
    const entries = await rows<ChangeEntry>(
      `/edge/changes?${window(0, 600)}`,
      contextOf(record, begin + 600_000),
    );
    expect(Object.fromEntries(entries.map(({ key, type, blind }) => [`${key} ${type}`, blind]))).toEqual({
      'nod_1 state': false,
      'nod_2 vanished': false,
      'nod_2 appeared': true,
    });
  });

  test('of a rolled-up subject state how many changes they stand for', async () => {
    const record = recordOf(status, statusObservation('operational'), statusObservation('degraded'));
    await record.settled();
    const subject = record.known.subjectOf('edge', 'deployment', 'edge', 1)?.id ?? 0;
    const word = record.table.of(subject)?.at(1).word ?? 0;
    const from = begin + 2_000;
    record.write([{ table: 'span', subject, from, notBefore: null, to: null, word, endpoint: 1, folded: 70 }]);
    const entries = await rows<ChangeEntry>(`/edge/changes?${window(0, 600)}`, contextOf(record));
    expect(entries).toMatchObject([{ type: 'state', after: 'degraded', folded: 70 }]);
  });
});

describe('pages of changes', () => {
  const polls = Array.from({ length: 40 }, (_, index) =>
    statusObservation('operational', {
      A: index % 2 === 0 ? 'operational' : 'down',
      B: index % 3 === 0 ? 'flux' : 'down',
    }),
  );
  const record = recordOf(status, ...polls);

  /** A history record in which rows come and go together, and entries of all sources have the same times. */
  function crowdedRecord(): RecordInMemory {
    const crowded = new RecordInMemory();
    const of = { type: 'contradiction', kind: 'deployment', key: 'edge' } as const;
    for (const [index, each] of polls.slice(0, 6).entries()) {
      const at = begin + index * 2_000;
      const observation = Array.from({ length: index % 2 === 0 ? 2 : 20 }, (_, app) => {
        const id = `app_${app}`;
        return [id, `name ${index}`, []] as const;
      });
      const changes = ['one', 'two', 'three'].map((after) => ({
        ...of,
        at,
        notBefore: null,
        before: null,
        after,
      }));
      crowded.read(answeredAt(at, status, each, { changes }));
      crowded.read(answeredAt(at, applications, applicationsSaid(...observation)));
    }
    return crowded;
  }

  test.each([
    ['of one source', record],
    ['of all sources at the same times', crowdedRecord()],
  ])('give the whole, each entry once, in the order of their ids: %s', async (_, record) => {
    const context = contextOf(record, begin + 600_000);
    const whole = await rows<ChangeEntry>(`/edge/changes?${window(0, 600)}`, context);
    const ids: string[] = [];
    let address: string | null = `changes?${window(0, 600)}&limit=7`;
    while (address !== null) {
      const { body } = await ask(`/edge/${address}`, context);
      ids.push(...(body.data as readonly unknown[] as readonly ChangeEntry[]).map(({ id }) => id));
      address = body.more;
    }
    expect(ids).toEqual(whole.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids.length).toBeGreaterThan(60);
  });

  test('read only as many log rows as they hold, and for one key only its own', async () => {
    const crowded = crowdedRecord();
    const all = contextOf(crowded, begin + 600_000);
    const read: { readonly rows: number; readonly item: number | null }[] = [];
    const counted: AnsweringInMemory = {
      ...all,
      of: (deployment) => {
        const context = all.of(deployment);
        const log = async (query: LogQuery) => {
          const found = (await context.store?.log(query)) ?? [];
          read.push({ rows: found.length, item: query.item });
          return found;
        };
        // For changes, the response reads only `log` and `changes` of the store.
        const changes = async (query: ChangeQuery) => (await context.store?.changes(query)) ?? [];
        return { ...context, store: { log, changes } as Partial<HistoryStore> as HistoryStore };
      },
    };
    expect(await rows(`/edge/changes?${window(0, 600)}&limit=5`, counted)).toHaveLength(5);
    expect(read).toEqual([{ rows: 7, item: null }]);
    read.length = 0;
    const ofOne = await rows(`/edge/changes?${window(0, 600)}&kind=application&key=app_19`, counted);
    expect(ofOne.map((entry) => (entry as ChangeEntry).type)).toEqual([
      'returned',
      'renamed',
      'vanished',
      'returned',
      'renamed',
      'vanished',
      'appeared',
    ]);
    expect(read).toEqual([{ rows: 5, item: expect.any(Number) }]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['before=x', 'before'],
    ['kind=asset', 'kind'],
    ['key=A', 'key'],
  ])('are not given for %s', async (search, parameter) => {
    const { status, body } = await ask(`/edge/changes?${search}`, contextOf(record));
    expect([status, body.parameter]).toEqual([400, parameter]);
  });
});
