import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeHandover } from '#contract/decode/handover.ts';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import type { Observation } from '#host/history/reading.ts';
import type { Question } from '#host/history/responses/context.ts';
import { respond } from '#host/history/responses/respond.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  nodes,
  question,
  regions,
  status,
  time,
  window,
} from '#testing/history/history-responses.ts';
import { type AnsweringInMemory, RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  failedAt,
  listObservation,
  nodesObservation,
  recordedDeployment,
  regionsObservation,
  statusObservation,
} from '#testing/observer/polls.ts';

const events = '/api/v1/events';
const base = 'http://127.0.0.1:4600/ops';

async function handoverAt(context: AnsweringInMemory, from: number, to: number, more = ''): Promise<Handover> {
  const { status: code, body } = await ask(`/edge/handover?${window(from, to)}${more}`, context);
  expect(code).toBe(200);
  return body as unknown as Handover;
}

async function markdownAt(context: AnsweringInMemory, address: string, what: Partial<Question> = {}) {
  await context.settled();
  const answer = await respond(question(address, { markdownBase: base, ...what }), context);
  return { ...answer, text: new TextDecoder().decode(answer.body ?? undefined) };
}

function read(
  record: RecordInMemory,
  seconds: number,
  path: Parameters<typeof answeredAt>[1],
  of: Observation,
) {
  record.read(answeredAt(begin + seconds * 1_000, path, of, { vouched: 40_000 }));
}

function eventsObservation(counts: Readonly<Record<string, number>>, name = 'login'): Observation {
  const rows = Object.entries(counts).map(([id, count]) => ({
    key: id,
    body: JSON.stringify({ id, name, source: 'api' }),
    amounts: [count],
  }));
  return listObservation('event', rows);
}

/** A record of 10 minutes, polled every 30 s, with a bit of everything. */
function night(): RecordInMemory {
  const record = new RecordInMemory();
  for (let at = 0; at <= 600; at += 30) {
    const api = at >= 120 && at < 240 ? 'major_outage' : 'operational';
    const cache = at >= 300 ? 'flux' : 'operational';
    if (at < 400 || at >= 520)
      read(record, at, status, statusObservation('operational', { API: api, Cache: cache }));
    else record.read(failedAt(begin + at * 1_000, status, 'unreachable'));
    read(
      record,
      at + 1,
      nodes,
      nodesObservation({
        nod_1: [at < 150 ? 'ams1' : 'fra1', 'operational', at < 180 ? '100G' : '200G'],
        ...(at < 210 && { nod_2: ['ams1', 'operational'] as const }),
      }),
    );
    read(record, at + 2, events, eventsObservation({ evt_1: at === 270 ? 5 : 10 + at, evt_2: 7 }));
    read(record, at + 2, regions, regionsObservation({ ams1: 'operational', fra1: 'operational' }));
    read(record, at + 2, '/api/v2/buckets', listObservation('bucket', []));
    read(record, at + 2, '/api/v1/applications', listObservation('application', []));
  }
  return record;
}

describe('the handover of a range', () => {
  test('has gaps, states that are not good, changes and event volumes', async () => {
    const handover = await handoverAt(contextOf(night(), begin + 605_000), 60, 570);
    expect(handover).toMatchObject({
      deployment: 'edge',
      from: time(60),
      to: time(570),
      blind: [{ endpoint: status, from: time(390), to: time(540), cause: 'unreachable', seconds: 150 }],
      blindSeconds: { [status]: 150 },
      notes: [],
    });
    expect(handover.open.map(({ key, word, severity, from, to }) => [key, word, severity, from, to])).toEqual([
      ['nod_2', null, 'vanished', time(211), null],
      ['Cache', 'flux', 'unknown', time(300), null],
    ]);
    expect(handover.ended.map(({ key, word, from, to }) => [key, word, from, to])).toEqual([
      ['API', 'major_outage', time(120), time(240)],
    ]);
    const listed = Object.entries(handover.changes).map(([list, entries]) => [
      list,
      entries.map(({ key, at }: { readonly key: string; readonly at: string }) => [key, at]),
    ]);
    expect(Object.fromEntries(listed)).toEqual({
      states: [
        ['API', time(120)],
        ['API', time(240)],
        ['Cache', time(300)],
      ],
      appeared: [],
      vanished: [['nod_2', time(211)]],
      returned: [],
      moved: [['nod_1', time(151)]],
      capacity: [['nod_1', time(181)]],
      words: [['Cache', time(300)]],
      contradictions: [],
    });
    expect(handover.events).toEqual([
      { id: 'evt_1', name: 'login', source: 'api', first: 70, last: 550, falls: 1 },
      { id: 'evt_2', name: 'login', source: 'api', first: 7, last: 7, falls: 0 },
    ]);
    expect(handover).not.toHaveProperty('cut');
    expect(handover).not.toHaveProperty('knownUntil');
  });

  test('has the form that the app reads', async () => {
    const handover = await handoverAt(contextOf(night(), begin + 605_000), 60, 610);
    expect(decodeHandover(handover)).toEqual(handover);
  });

  test('has a hash of everything else', async () => {
    const { hash, ...content } = await handoverAt(contextOf(night(), begin + 605_000), 60, 570);
    expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(hash);
  });

  test('has the same bytes later, whatever happened since', async () => {
    const record = night();
    const first = await handoverAt(contextOf(record, begin + 605_000), 60, 570);
    read(record, 630, status, statusObservation('operational', { API: 'operational', Cache: 'operational' }));
    read(
      record,
      631,
      nodes,
      nodesObservation({ nod_1: ['fra1', 'operational'], nod_2: ['fra1', 'operational'] }),
    );
    read(record, 632, events, eventsObservation({ evt_1: 900 }, 'renamed'));
    const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`evt_new_${index}`, 1]));
    read(record, 640, events, eventsObservation({ evt_1: 900, ...many }, 'renamed'));
    const later = contextOf(record, begin + 90_000_000);
    expect(JSON.stringify(await handoverAt(later, 60, 570))).toBe(JSON.stringify(first));
    record.restart(begin + 100_000_000);
    const restarted = contextOf(record, begin + 100_000_000);
    expect(JSON.stringify(await handoverAt(restarted, 60, 570))).toBe(JSON.stringify(first));
  });

  test('that is not final says until when it is known', async () => {
    const context = contextOf(night(), begin + 605_000);
    expect((await handoverAt(context, 60, 610)).knownUntil).toBe(time(602));
    const nothing = contextOf(new RecordInMemory(), begin);
    const { knownUntil, blind } = await handoverAt(nothing, -60, 0);
    expect(knownUntil).toBe(null);
    expect(blind.find(({ endpoint }) => endpoint === status)).toEqual({
      endpoint: status,
      from: time(-60),
      to: time(0),
      cause: 'not-recorded',
      seconds: 60,
    });
  });

  test('joins gaps of one cause over an isolated poll, and clips them', async () => {
    const { blind } = await handoverAt(contextOf(exampleRecord(), begin + 60_000), 10, 40);
    expect(blind.filter(({ endpoint }) => endpoint === status)).toEqual([
      { endpoint: status, from: time(10), to: time(30.11), cause: 'unreachable', seconds: 20.11 },
      { endpoint: status, from: time(30.11), to: time(40), cause: 'not-recorded', seconds: 9.89 },
    ]);
  });

  test('has no gap of a version of the API that another one replaced', async () => {
    const record = new RecordInMemory();
    const word = { nod_1: ['ams1', 'operational'] as const };
    for (const at of [0, 10, 20]) read(record, at, '/api/v1/nodes', nodesObservation(word));
    for (const at of [80, 90, 100]) read(record, at, nodes, nodesObservation(word));
    const { blind } = await handoverAt(contextOf(record, begin + 105_000), -10, 100);
    expect(
      blind.flatMap(({ endpoint, from, to }) => (endpoint.endsWith('/nodes') ? [[endpoint, from, to]] : [])),
    ).toEqual([
      ['/api/v1/nodes', time(-10), time(0)],
      ['/api/v1/nodes', time(20), time(80)],
    ]);
  });

  test('counts a fall over a boundary in the later range', async () => {
    const context = contextOf(night(), begin + 605_000);
    const falls = async (from: number, to: number) => (await handoverAt(context, from, to)).events[0]?.falls;
    expect([await falls(60, 272), await falls(272, 570), await falls(60, 570)]).toEqual([0, 1, 1]);
  });

  test.each([
    [window(10, 0), 400, 'from'],
    [`${window(0, 10)}&zone=Mars`, 400, 'zone'],
    [`${window(0, 10)}&limit=5`, 400, 'limit'],
    ['from=2024-01-01T00:00:00Z', 400, 'from'],
  ])('with %s is refused', async (search, code, parameter) => {
    const { status: found, body } = await ask(`/edge/handover?${search}`, contextOf(night()));
    expect([found, body.parameter]).toEqual([code, parameter]);
  });

  test('states what the size limits left out', async () => {
    const record = new RecordInMemory();
    const names = Array.from({ length: 300 }, (_, index) => `Part ${index}`);
    for (let poll = 0; poll < 20; poll += 1) {
      const word = poll % 2 === 0 ? 'operational' : 'down';
      read(
        record,
        poll * 30,
        status,
        statusObservation('operational', Object.fromEntries(names.map((name) => [name, word]))),
      );
    }
    const context = contextOf(record, begin + 600_000);
    const handover = await handoverAt(context, 0, 570);
    expect(handover.cut).toMatchObject({ ended: 2_200, changes: { component: time(510) } });
    expect(handover.changes.states).toHaveLength(500);
    expect(handover.ended).toHaveLength(500);
    expect(JSON.stringify(handover).length).toBeLessThan(400_000);
    const { text } = await markdownAt(context, `/edge/handover?${window(0, 570)}`);
    expect(text).toContain(
      'Left out, because there are too many: 2,200 earlier problems that ended and changes of components before 23 Nov 2026 03:08:30.',
    );
  });
});

describe('the handover as Markdown', () => {
  test('reads from what nobody observed to the event volumes', async () => {
    const context = contextOf(night(), begin + 605_000, { name: 'Edge' });
    const { text, headers } = await markdownAt(context, `/edge/handover?${window(60, 570)}&zone=Europe/Berlin`);
    const { hash } = await handoverAt(context, 60, 570);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'accept, accept-encoding',
    });
    const search = 'from=2026-11-23T03:01:00.000Z&to=2026-11-23T03:09:30.000Z&zone=Europe%2FBerlin';
    expect(text).toBe(`# Handover Edge 23 Nov 2026 04:01:00 – 23 Nov 2026 04:09:30 Europe/Berlin

## Not observed

- 23 Nov 2026 04:06:30 to 04:09:00, 3 min: the service did not respond (/api/v2/status)

Not observed in all: 3 min of /api/v2/status.

## Still not good

- **Node nod\\_2**: no longer listed for 6 min, since 23 Nov 2026 04:03:31 (another state at 04:03:00)
- **Cache**: “flux” for 5 min, since 23 Nov 2026 04:05:00 (another state at 04:04:29)

## Happened and ended

- **API**: major outage for 2 min, 23 Nov 2026 04:02:00 to 04:04:00

3 changes of state in all.

## Appeared, vanished, moved

- **Node nod\\_1** moved from ams1 to fra1, 23 Nov 2026 04:02:31
- **Node nod\\_2** no longer listed, 23 Nov 2026 04:03:31

## Capacity

- **Node nod\\_1**: 100G → 200G, 23 Nov 2026 04:03:01

In all +100 G.

## New status words

- **Cache** first sent the status word “flux”, 23 Nov 2026 04:05:00

## Contradictions

None.

## Event volumes

- **Event type login** (evt\\_1, api): 70 to 550 (+480), fell 1 time

1 did not change.

[Page](${base}/edge/handover?${search}), [JSON](${base}/history/edge/handover?${window(60, 570)}), from ${time(60)} to ${time(570)}, SHA-256 ${hash}
`);
  });

  test('has the line of a range that may still change after its title', async () => {
    const { text } = await markdownAt(contextOf(night(), begin + 605_000), `/edge/handover?${window(60, 610)}`);
    expect(text.split('\n')[1]).toBe('Provisional: known until 23 Nov 2026 03:10:02, may still change.');
  });

  test('says that everything was observed', async () => {
    const { text } = await markdownAt(contextOf(night(), begin + 605_000), `/edge/handover?${window(60, 330)}`);
    expect(text.split('\n').slice(1, 5)).toEqual([
      '',
      '## Observed throughout',
      '',
      'Each endpoint was observed in the whole range.',
    ]);
  });

  test('keeps hostile names, ids and words as text of their line', async () => {
    const hostile = [
      'x\n\n# Title\n- item',
      'a | b | c',
      '`code` ```js',
      '<img src=x onerror=alert(1)>',
      '[click](http://evil.test)',
      'https://evil.test @someone ![](x)',
      '\u202eback\u0000',
      'y'.repeat(5_000),
    ];
    const record = new RecordInMemory();
    const components = (word: string) => Object.fromEntries(hostile.map((name) => [name, word]));
    const eventTypes = (count: number) => ({
      ...eventsObservation({ [`evt ${hostile[4]}`]: count }, hostile[3]),
    });
    read(record, 0, status, statusObservation('operational', components('operational')));
    for (const [index, word] of hostile.entries()) {
      read(record, 10 + 10 * index, status, statusObservation(word, components(word)));
      read(record, 11 + 10 * index, events, eventTypes(index));
    }
    const context = contextOf(record, begin + 200_000, { name: '<b>Edge</b>\n# x' });
    const { text } = await markdownAt(context, `/edge/handover?${window(-10, 95)}`);
    expect(text).not.toMatch(
      /<(?!br)[a-z]|(?<!\\)[`|]|\]\((?!http:\/\/127\.0\.0\.1:4600\/ops\/)|(?<!\\):\/\/evil|\u202e|\0/,
    );
    // Each line begins with text of ours.
    const lines = text.split('\n').filter((line) => line !== '');
    const own =
      /^(?:# Handover &lt;b&gt;|## [A-Z][a-z ,]+$|- \*\*|- \d|Not observed in all|Nothing|None|Provisional|\d+ |\[Page\])/;
    expect(lines.filter((line) => !own.test(line))).toEqual([]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_500);
  });
});

describe('the handover of all deployments', () => {
  const [edge, other] = [recordedDeployment(), recordedDeployment({ slug: 'other', name: 'Other' })];
  const off = recordedDeployment({ slug: 'off', observe: 'off' });
  const context = night().context([edge, other, off], begin + 605_000);

  test('has that of each deployment that the viewer may see', async () => {
    const { body } = await ask(`/handover?${window(60, 570)}`, context);
    const all = body as unknown as AllHandovers;
    expect(all).toMatchObject({ from: time(60), to: time(570), unread: ['off'] });
    expect(all.data.map(({ deployment }) => deployment)).toEqual(['edge', 'other']);
    expect(all.data[0]).toEqual(await handoverAt(contextOf(night(), begin + 605_000), 60, 570));
    const { hash, ...content } = all;
    expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(hash);
    const hidden = await ask(`/handover?${window(60, 570)}`, context, { visible: new Set(['other']) });
    expect((hidden.body as unknown as AllHandovers).data.map(({ deployment }) => deployment)).toEqual([
      'other',
    ]);
  });

  test('is one document in Markdown', async () => {
    const { text } = await markdownAt(context, `/handover?${window(60, 570)}`);
    expect(text).toMatch(/^# Handover all deployments 23 Nov 2026 03:01:00 – 23 Nov 2026 03:09:30 UTC\n/);
    expect(text.match(/^##? .*$/gm)?.slice(1)).toEqual(['## Edge', '## Other']);
    expect(text).toContain('Nothing is known of off, because its history is not recorded or cannot be read.');
  });

  test('is unknown below its address', async () => {
    expect((await ask('/handover/more', context)).status).toBe(404);
    expect((await ask('/edge/handover/more', context)).status).toBe(404);
  });
});
