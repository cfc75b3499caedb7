import { expect, test } from 'vitest';
import type { Question, ResponseContexts } from '#host/history/responses/context.ts';
import { respond } from '#host/history/responses/respond.ts';
import { begin, contextOf, question, regions, status, time } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  recordedDeployment,
  regionsObservation,
  statusObservation,
} from '#testing/observer/polls.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly summary: string;
  readonly link: string;
  readonly term: string;
}

function inside(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? '';
}

/** Reads an entry or the head of a feed. */
function membersOf(text: string) {
  return {
    id: inside(text, /<id>(.*?)<\/id>/),
    title: inside(text, /<title>(.*?)<\/title>/),
    updated: inside(text, /<updated>(.*?)<\/updated>/),
    self: inside(text, /<link rel="self"[^>]*href="([^"]*)"/),
    link: inside(text, /<link rel="alternate"[^>]*href="([^"]*)"/),
    summary: inside(text, /<summary>(.*?)<\/summary>/),
    term: inside(text, /<category term="([^"]*)"/),
  };
}

async function feedAt(
  path: string,
  contexts: ResponseContexts & { readonly settled?: () => Promise<unknown> },
  publicUrl: string | null = null,
  what: Partial<Question> = {},
) {
  await contexts.settled?.();
  const answer = await respond(question(path, { feed: { publicUrl }, ...what }), contexts);
  const text = answer.body === null ? '' : new TextDecoder().decode(answer.body);
  const entries: readonly Entry[] = [...text.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) =>
    membersOf(entry),
  );
  return { ...answer, text, entries, ...membersOf(text.split('<entry>', 1)[0] ?? '') };
}

function outage(): RecordInMemory {
  const record = new RecordInMemory();
  const good = statusObservation('operational', { API: 'operational' });
  const bad = statusObservation('operational', { API: 'major_outage' });
  for (const [index, [observation, verdict]] of (
    [
      [good, 'ok'],
      [bad, 'critical'],
      [good, 'ok'],
    ] as const
  ).entries())
    record.read(answeredAt(begin + 2_000 * index, status, observation, { verdict }));
  return record;
}

test('a feed has each state change and recovery of verdict, components and regions, newest first', async () => {
  const record = outage();
  for (const [index, word] of ['operational', 'flux'].entries())
    record.read(answeredAt(begin + 5_000 + 2_000 * index, regions, regionsObservation({ fra1: word })));
  const feed = await feedAt('/edge', contextOf(record));
  expect(feed.entries.map(({ title, updated, term }) => [updated, title, term])).toEqual([
    [time(7), 'Edge: region fra1 “flux”, was operational', 'unknown'],
    [time(4), 'Edge: operational, was major outage', 'ok'],
    [time(4), 'Edge: API operational, was major outage', 'ok'],
    [time(2), 'Edge: major outage, was operational', 'critical'],
    [time(2), 'Edge: API major outage, was operational', 'critical'],
  ]);
  expect(feed.entries[4]?.summary).toBe(`Changed between ${time(-0.01)} and ${time(2)}.`);
  expect([feed.title, feed.updated]).toEqual(['Edge: state changes', time(7)]);
  expect(feed.headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'public, max-age=2',
  });
});

test('a component that vanishes and returns is in the feed', async () => {
  const record = new RecordInMemory();
  for (const [index, names] of [['API', 'DNS'], ['API'], ['API', 'DNS']].entries()) {
    const components = Object.fromEntries(names.map((name) => [name, 'operational']));
    record.read(answeredAt(begin + 2_000 * index, status, statusObservation('operational', components)));
  }
  const { entries } = await feedAt('/edge', contextOf(record));
  expect(entries.map(({ title, term }) => [title, term])).toEqual([
    ['Edge: DNS operational, was no longer listed', 'ok'],
    ['Edge: DNS no longer listed, was operational', 'vanished'],
  ]);
});

test('ids are tag URIs that stay after a restart, and are the same in the feed of all', async () => {
  const record = outage();
  const own = await feedAt('/edge', contextOf(record), 'https://status.example.com/ops');
  record.restart(begin + 10_000);
  const again = await feedAt('/edge', contextOf(record), 'https://status.example.com/ops');
  const all = await feedAt('', contextOf(record), 'https://status.example.com/ops');
  const idsOf = ({ entries }: { readonly entries: readonly Entry[] }) => entries.map(({ id }) => id);
  expect(own.id).toBe('tag:status.example.com,2026:edge');
  expect(all.id).toBe('tag:status.example.com,2026:deployments');
  expect(idsOf(own)[0]).toMatch(/^tag:status\.example\.com,2026:edge\/\d{13}-s\d{10}$/);
  expect(new Set(idsOf(own)).size).toBe(4);
  expect(idsOf(again)).toEqual(idsOf(own));
  expect(idsOf(all)).toEqual(idsOf(own));
});

test('links start with the public address, else they are relative to the feed', async () => {
  const context = contextOf(outage());
  const told = await feedAt('/edge', context, 'https://status.example.com/ops');
  expect([told.self, told.link, told.entries[0]?.link]).toEqual([
    'https://status.example.com/ops/deployments/edge/feed.atom',
    'https://status.example.com/ops/edge',
    'https://status.example.com/ops/edge/changes',
  ]);
  const own = await feedAt('/edge', context);
  const resolved = [own.self, own.link, own.entries[0]?.link ?? ''].map(
    (link) => new URL(link, 'http://h/ops/deployments/edge/feed.atom').href,
  );
  expect(resolved).toEqual([
    'http://h/ops/deployments/edge/feed.atom',
    'http://h/ops/edge',
    'http://h/ops/edge/changes',
  ]);
  const all = await feedAt('', context);
  expect(
    [all.self, all.link, all.entries[0]?.link].map(
      (link) => new URL(link ?? '', 'http://h/ops/feed.atom').pathname,
    ),
  ).toEqual(['/ops/feed.atom', '/ops/', '/ops/edge/changes']);
  expect(own.id).toBe('tag:edgewatch.invalid,2026:edge');
});

test('hostile names and words stay text within their entry', async () => {
  const names = [
    '</title><script>alert(1)</script>',
    ']]>&amp;"\'',
    '\u0000\u001b[31m\u202e',
    '\ud800',
    '',
    'x'.repeat(10_000),
  ];
  const record = new RecordInMemory();
  for (const [index, word] of ['operational', '<b>&\u0007\ud800'].entries()) {
    const components = Object.fromEntries(names.map((name) => [name, word]));
    record.read(answeredAt(begin + 2_000 * index, status, statusObservation('operational', components)));
  }
  const { text, entries } = await feedAt('/edge', contextOf(record, undefined, { name: '<Edge> & "co"' }));
  expect(entries).toHaveLength(names.length);
  expect(entries.every(({ title }) => title.startsWith('&lt;Edge&gt; &amp; &quot;co&quot;: '))).toBe(true);
  expect(Math.max(...entries.map(({ title }) => title.length))).toBeLessThan(400);
  expect(text).not.toMatch(/<script|<b>|[^\t\n\u0020-\ud7ff\ue000-\ufffd]|\u202e/);
  const elements = [...text.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name);
  expect(new Set(elements)).toEqual(
    new Set(['feed', 'id', 'title', 'updated', 'author', 'name', 'link', 'entry', 'category', 'summary']),
  );
});

test('an empty record is a feed without entries, as old as the record', async () => {
  const nothing = await feedAt('/edge', contextOf(new RecordInMemory()));
  expect([nothing.status, nothing.entries, nothing.updated]).toEqual([200, [], '1970-01-01T00:00:00.000Z']);
  const record = new RecordInMemory();
  record.read(answeredAt(begin, status, statusObservation('operational'), { verdict: 'ok' }));
  const baseline = await feedAt('/edge', contextOf(record));
  expect([baseline.entries, baseline.updated]).toEqual([[], time(0)]);
});

test('a feed has the 100 newest changes', async () => {
  const record = new RecordInMemory();
  const names = Array.from({ length: 150 }, (_, index) => `Component ${index}`);
  for (const [index, word] of ['operational', 'degraded'].entries()) {
    const components = Object.fromEntries(names.map((name) => [name, word]));
    record.read(answeredAt(begin + 2_000 * index, status, statusObservation('operational', components)));
  }
  expect((await feedAt('/edge', contextOf(record))).entries).toHaveLength(100);
});

test('the feed of all has what the viewer may see, and each deployment by its name', async () => {
  const [edge, other] = [recordedDeployment(), recordedDeployment({ slug: 'other', name: 'Edge' })];
  const off = recordedDeployment({ slug: 'off', observe: 'off' });
  const contexts = outage().context([edge, other, off], begin + 60_000);
  const all = await feedAt('', contexts);
  expect(all.title).toBe('Edgewatch: state changes');
  // Two deployments have this name.
  expect(all.entries[0]?.title).toMatch(/^Edge \(edge\): /);
  const hidden = await feedAt('', contexts, null, { visible: new Set(['other']) });
  expect([hidden.status, hidden.entries]).toEqual([200, []]);
});

test('a feed of an unknown, hidden or unobserved deployment is 404, and of a closed record 503', async () => {
  const record = outage();
  const problem = async (...given: Parameters<typeof feedAt>) => {
    const { status: code, headers, text } = await feedAt(...given);
    expect(headers['content-type']).toBe('application/problem+json');
    const { code: reason }: { readonly code?: string } = JSON.parse(text);
    return [code, reason];
  };
  expect(await problem('/absent', contextOf(record))).toEqual([404, undefined]);
  expect(await problem('/edge', contextOf(record), null, { visible: new Set(['other']) })).toEqual([
    404,
    undefined,
  ]);
  expect(await problem('/edge', contextOf(record, undefined, { observe: 'off' }))).toEqual([
    404,
    'not-observed',
  ]);
  const locked = contextOf(record, undefined, {}, { recording: false, reason: 'locked' });
  for (const path of ['/edge', '']) expect(await problem(path, locked)).toEqual([503, 'locked']);
});

test('an unchanged feed gets 304', async () => {
  const context = contextOf(outage());
  const { headers } = await feedAt('/edge', context);
  const again = await feedAt('/edge', context, null, { ifNoneMatch: headers['etag'] ?? null });
  expect([again.status, again.text]).toEqual([304, '']);
});
