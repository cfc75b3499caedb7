import { expect, test } from 'vitest';
import { makeEvents } from '#service/demo/fleet.ts';
import { demoPlans } from '#service/demo/plans.ts';
import { countAt } from '#service/demo/rhythm.ts';
import { createDemo } from '#service/demo.ts';
import { demoAt, grouped, start, Tables } from '#testing/history/past-tables.ts';
import { absentWord } from '../rows.ts';
import { demoPast } from './demo-past.ts';
import { inLastNight } from './story.ts';

const hour = 3_600_000;

const past = new Tables(demoPast(demoAt(start)));

function wordsOf(deployment: string, kind: string): readonly string[] {
  return [...past.spans(deployment, kind).values()].flat().map((span) => past.wordOf(span) ?? 'absent');
}

test.each(demoPlans.map(({ slug }) => slug))('%s had at least two ended problems and a maintenance', (slug) => {
  const ended = [...past.spans(slug, 'component').values()].flat().filter(({ to }) => to !== null);
  const words = ended.map((span) => past.wordOf(span));
  const problems = words.filter((word) => word?.includes('degraded') || word?.includes('outage'));
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(words).toContain('under_maintenance');
  expect(wordsOf(slug, 'deployment').length).toBeGreaterThan(5);
});

test.each([
  ['everything', 'ok'],
  ['storage', 'ok'],
  ['edge', 'notice'],
  ['platform', 'degraded'],
])('the verdict of %s was critical while a cable was cut, and %s at the end', (slug, last) => {
  const [spans = []] = past.spans(slug, 'verdict').values();
  const day = (hours: number) => Date.parse('2026-11-23T00:00:00Z') + hours * hour;
  const during = spans.filter(({ from, to }) => from < day(10) && (to ?? start) > day(9.6));
  const verdicts = during.map((span) => past.wordOf(span));
  expect(verdicts.includes('critical')).toBe(slug !== 'platform');
  expect(spans.at(-1) && past.wordOf(spans.at(-1) as (typeof spans)[number])).toBe(last);
});

test.each(demoPlans.map(({ slug }) => slug))('%s has two notes, each about a time with a change', (slug) => {
  const notes = past.of('note').filter(({ deployment }) => deployment === slug);
  expect(notes.map(({ id }) => id)).toEqual([...new Set(notes.map(({ id }) => id))]);
  expect(notes).toHaveLength(2);
  const spans = [...past.spans(slug, 'component').values()].flat();
  for (const { from, to, at } of notes) {
    expect(spans.some((span) => span.from >= from - 60_000 && span.from <= to)).toBe(true);
    expect(at).toBeGreaterThan(to);
    expect(at).toBeLessThan(start);
  }
});

test.each([
  ['2026-11-25T14:37:21.345Z', '2026-11-25T01:18:00.000Z'],
  ['2026-11-25T06:00:00.000Z', '2026-11-25T01:18:00.000Z'],
  ['2026-11-25T05:59:59.999Z', '2026-11-24T01:18:00.000Z'],
])('a demo that starts at %s had its night at %s', (end, night) => {
  expect(new Date(inLastNight(Date.parse(end), 1, 18)).toISOString()).toBe(night);
});

test('every deployment saw an unknown status word, once in its log', () => {
  expect(wordsOf('everything', 'component')).toContain('recalibrating');
  expect(past.of('change').filter(({ deployment }) => deployment === 'everything')).toMatchObject([
    { type: 'word', after: 'recalibrating', key: 'Cache' },
  ]);
});

test.each([
  ['everything', '/api/v2/nodes', '/api/v2/regions'],
  ['edge', '/api/v1/nodes', '/api/v1/regions'],
])(
  'in %s a node vanished, one came back, one moved, two grew, and a region was added with its nodes',
  (slug, path, regions) => {
    const nodes = past.spans(slug, 'node');
    const gone = [...nodes.values()].filter((spans) => spans.at(-1)?.word === absentWord);
    expect(gone).toHaveLength(1);
    expect(gone[0]?.at(-1)?.to).toBeNull();
    const returned = [...nodes.values()].filter((spans) => spans.at(-2)?.word === absentWord);
    expect(returned.map((spans) => past.wordOf(spans.at(-1) as (typeof spans)[number]))).toEqual([
      'operational',
    ]);

    const bodies = new Map(past.of('content').map(({ id, body }) => [id, body]));
    const read = (content: number | null): Record<string, string> | null =>
      content === null ? null : JSON.parse(bodies.get(content) ?? 'null');
    const { id } = past.endpoint(slug, path);
    const changed = past
      .of('log')
      .filter((each) => each.endpoint === id && each.before !== null && each.after !== null)
      .map(({ before, after }) => [read(before), read(after)]);
    expect(changed.filter(([before, after]) => before?.['pop'] !== after?.['pop'])).toHaveLength(1);
    expect(changed.filter(([before, after]) => before?.['capacity'] !== after?.['capacity'])).toHaveLength(2);

    const regionList = past.endpoint(slug, regions).id;
    const added = past.of('log').filter((each) => each.endpoint === regionList && each.notBefore !== null);
    expect(added.map(({ after }) => read(after)?.['code'])).toEqual(['doh1']);
    const inRegion = past
      .of('log')
      .filter((each) => each.endpoint === id && read(each.after)?.['pop'] === 'doh1');
    expect(inRegion.length).toBeGreaterThan(0);
    for (const { notBefore } of inRegion) expect(notBefore).not.toBeNull();
  },
);

test('there are fewer events at night and on weekends, and some counters restart', () => {
  const { id: series } = past
    .of('series')
    .find(({ deployment, name }) => deployment === 'platform' && name === 'events-by-source/api') ?? { id: 0 };
  const hours = past.of('hour').filter((each) => each.series === series);
  const events = (from: string, to: string) => {
    const within = hours.filter((each) => each.hour >= Date.parse(from) && each.hour < Date.parse(to));
    return within.reduce((sum, { first, last }) => sum + Number(last) - Number(first), 0);
  };
  const saturday = events('2026-11-21T08:00:00Z', '2026-11-21T18:00:00Z');
  const friday = events('2026-11-20T08:00:00Z', '2026-11-20T18:00:00Z');
  expect(saturday).toBeGreaterThan(0.2 * friday);
  expect(saturday).toBeLessThan(0.6 * friday);
  expect(events('2026-11-24T01:00:00Z', '2026-11-24T04:00:00Z')).toBeLessThan(
    0.4 * events('2026-11-24T12:00:00Z', '2026-11-24T15:00:00Z'),
  );
  const fallen = grouped(past.of('hour'), (each) => each.series).map((each) =>
    each.reduce((sum, { falls }) => sum + falls, 0),
  );
  expect(fallen.filter((falls) => falls === 1).length).toBeGreaterThan(0);
  expect(fallen.filter((falls) => falls === 7).length).toBeGreaterThan(0);
});

test('buckets grow every day, also in total', () => {
  const hours = past.hours('storage', 'totals/bytes');
  for (const [index, { first }] of hours.entries())
    expect(first).toBeGreaterThanOrEqual(hours[index - 1]?.last ?? 0);
  const growth = Number(hours.at(-1)?.last) / Number(hours[0]?.first);
  expect(growth).toBeGreaterThan(1.005);
  expect(growth).toBeLessThan(1.2);
  const days = grouped(past.of('bucket_day'), ({ item }) => item);
  for (const of of days)
    for (const [index, { day: begin, bytes }] of of.entries()) {
      if (index === 0) continue;
      expect(bytes).toBeGreaterThan(Number(of[index - 1]?.bytes));
      expect(begin).toBeGreaterThan(of[index - 1]?.day ?? begin);
    }
  expect(days.filter((each) => each.length === 8).length).toBeGreaterThan(1_000);
});

test('the past ends with the state that the service shows at its start', async () => {
  const demo = createDemo({ now: () => start });
  const ask = async (slug: string, path: string) => {
    const deployment = demo.deployments.find((each) => each.slug === slug);
    const response = await deployment?.fetch(new Request(`http://demo.test${path}`));
    // The tests of the service check that the response has this type.
    return (await response?.json()) as {
      status: string;
      components: { name: string; status: string }[];
      data: Record<string, string>[];
    };
  };
  const open = (slug: string, kind: string) =>
    Object.fromEntries(
      [...past.spans(slug, kind)].flatMap(([key, spans]) => {
        const last = spans.at(-1);
        return last && last.word !== absentWord ? [[key, past.wordOf(last)]] : [];
      }),
    );
  for (const { slug, offered } of demoPlans) {
    const path = offered.includes('/api/v2/status') ? '/api/v2/status' : '/api/v1/status';
    const { status, components } = await ask(slug, path);
    expect(open(slug, 'deployment')).toEqual({ [slug]: status });
    expect(Object.entries(open(slug, 'component'))).toEqual(components.map((each) => [each.name, each.status]));
  }
  const held = (path: string) => {
    const { id } = past.endpoint('everything', path);
    const bodies = new Map(past.of('content').map((each) => [each.id, each.body]));
    return past
      .of('item')
      .flatMap(({ endpoint, content }) => (endpoint === id && content !== null ? [bodies.get(content)] : []));
  };
  const quick = new Set(['status', 'objects', 'bytes', 'count', 'last_used_at']);
  const slow = (row: Record<string, unknown>) =>
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !quick.has(name))));
  for (const path of [
    '/api/v2/regions',
    '/api/v2/nodes?limit=1000',
    '/api/v1/applications',
    '/api/v1/events',
  ]) {
    const { data } = await ask('everything', path);
    expect(held(path.replace(/\?.*/, '')), path).toEqual(data.map(slow));
  }
  const { data: nodes } = await ask('everything', '/api/v2/nodes?limit=1000');
  expect(Object.entries(open('everything', 'node'))).toEqual(nodes.map((node) => [node['id'], node['status']]));
  const { data: regions } = await ask('everything', '/api/v2/regions');
  expect(Object.entries(open('everything', 'region'))).toEqual(
    regions.map(({ code, status }) => [code, status]),
  );

  const newest = past.newest('everything');
  expect(newest.get('totals/nodes')).toBe(nodes.length);
  expect(newest.get('totals/nodes-ok')).toBe(nodes.length);
  expect(newest.get('totals/nodes/doh1')).toBe(nodes.filter(({ pop }) => pop === 'doh1').length);
  expect(newest.get('totals/capacity')).toBe(
    nodes.reduce((sum, { capacity }) => sum + Number.parseInt(capacity ?? '', 10), 0),
  );
  expect(newest.get('totals/regions')).toBe(regions.length);
  expect(newest.get('totals/buckets')).toBe(4_000);
  expect(newest.get('totals/assets')).toBe(6_000);
  const { data: events } = await ask('everything', '/api/v1/events');
  for (const event of events) {
    const before = newest.get(`events/${event['id']}`) ?? -1;
    const ofAMinute = Math.max(5, before * 0.01);
    expect(Number(event['count']) - before).toBeGreaterThanOrEqual(0);
    expect(Number(event['count']) - before).toBeLessThanOrEqual(ofAMinute);
  }
  const { data: applications } = await ask('everything', '/api/v1/applications');
  for (const application of applications)
    expect(newest.get(`last-used/${application['id']}`)).toBeLessThanOrEqual(
      Date.parse(application['last_used_at'] ?? ''),
    );
  const { data: buckets } = await ask('everything', '/api/v2/buckets?limit=1000&region=fra1');
  const bytes = buckets.reduce((sum, each) => sum + Number(each['bytes']), 0);
  expect(newest.get('totals/bytes/fra1')).toBeLessThanOrEqual(bytes);
  expect(newest.get('totals/bytes/fra1')).toBeGreaterThan(0.999 * bytes);
  demo.close();
});

test('event counts continue after the past without a jump', () => {
  const [event] = makeEvents(demoAt(start).fleet);
  if (!event) throw new Error('The demo has no event types.');
  const { rhythm } = event;
  const perHour = [-2, -1, 0, 1].map((from) => {
    const at = start + from * hour;
    return countAt(rhythm, at + hour) - countAt(rhythm, at);
  });
  expect(Math.max(...perHour)).toBeLessThan(2 * Math.min(...perHour));
});
