import { expect, test } from 'vitest';
import { contextOf, question } from '#testing/history/history-responses.ts';
import { demoAt, start } from '#testing/history/past-tables.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { respond } from '../responses/respond.ts';
import { demoPast } from './demo-past.ts';

const record = new RecordInMemory();
for (const rows of demoPast(demoAt(start))) record.write(rows);

async function past(slug: string, time: string, path: string) {
  const context = contextOf(record, start, { slug });
  await context.settled();
  const { headers, body } = await respond(question(`/${slug}/at/${time}${path}`), context);
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  return { observed: headers['edgewatch-observed'], seen: headers['edgewatch-seen'], text };
}

test.each([
  ['/api/v2/status', 'complete'],
  ['/api/v2/regions', 'complete'],
  ['/api/v2/nodes', 'complete'],
  ['/api/v1/applications', 'complete'],
  // Only the hour of a count is stored, and a thousand buckets are read region by region.
  ['/api/v1/events', 'partial'],
  ['/api/v2/buckets', 'partial'],
])('%s of the demo, two days ago, is %s', async (path, observed) => {
  expect(await past('everything', '2026-11-23T09:50:30.000Z', path)).toMatchObject({ observed });
});

test('the status document of the demo shows the outage of that time, with all its components', async () => {
  const { text, seen } = await past('everything', '2026-11-23T09:50:30.000Z', '/api/v2/status');
  const { version, region, components } = JSON.parse(text) as Record<string, readonly { name: string }[]>;
  expect([version, region, components?.length]).toEqual(['v2', 'Frankfurt', 18]);
  expect(components?.find(({ name }) => name === 'Edge Network')).toMatchObject({ status: 'partial_outage' });
  expect(Date.parse('2026-11-23T09:50:30.000Z') - Date.parse(seen ?? '')).toBeLessThanOrEqual(10_000);
});

test('the time in which the host of the demo was away is not observed', async () => {
  expect(await past('everything', '2026-11-22T03:10:00.000Z', '/api/v2/status')).toMatchObject({
    observed: 'none',
  });
});
