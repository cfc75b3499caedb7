import { describe, expect, test } from 'vitest';
import type { Integer } from '#contract/resources.ts';
import { exact } from './claim.ts';
import { capacityOf, fieldsOf } from './fields.ts';
import { createListing } from './listing.ts';
import { noLookups, placesOf } from './lookups.ts';

const created_at = '2026-03-12T14:00:00Z';
const frankfurt = { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' };
const lookups = { ...noLookups, places: placesOf([frankfurt], {}), words: { flux: 'notice' } };

describe('nodes', () => {
  const nodes = [
    { id: 'nod_1', created_at, pop: 'fra1', status: 'operational', capacity: '100G' },
    { id: 'nod_2', created_at, pop: 'xxx9', status: 'flux', capacity: '2.5T' },
    { id: 'nod_3', created_at, pop: null, status: null, capacity: null },
  ];
  const listing = createListing(nodes, fieldsOf.node, exact, lookups);

  test.each([
    ['their city', { where: { city: ['Frankfurt'] } }, ['nod_1']],
    ['their zone', { where: { zone: ['eu-central'] } }, ['nod_1']],
    ['no city in the region list', { where: { city: [null] } }, ['nod_2', 'nod_3']],
    ['the region under either name', { where: { region: ['xxx9'], pop: ['xxx9'] } }, ['nod_2']],
    ["the deployment's own meaning of a word", { where: { severity: ['notice'] } }, ['nod_2']],
    ['no status', { where: { status: [null] } }, ['nod_3']],
    ['text of a city', { text: 'frankf' }, ['nod_1']],
    ['the worst first', { sort: [{ field: 'rank', descending: true }] }, ['nod_3', 'nod_2', 'nod_1']],
    ['the largest first', { sort: [{ field: 'advertised', descending: true }] }, ['nod_1', 'nod_2', 'nod_3']],
  ] as const)('are found by %s', async (_case, question, ids) => {
    const found = await listing.rows(question);
    expect((await found.slice(0, 3)).map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['100G', 100],
    ['0G', 0],
    [`${2n ** 60n}G`, 2n ** 60n],
    ['100g', null],
    ['100 G', null],
    ['-1G', null],
    ['1.5G', null],
    ['G', null],
    [null, null],
  ] satisfies readonly (readonly [string | null, Integer | null])[])(
    'a capacity of %s counts as %s',
    (capacity, expected) => {
      expect(capacityOf({ capacity })).toBe(expected);
    },
  );
});

describe('applications', () => {
  const now = Date.parse(created_at);
  const application = (id: string, last_used_at: string | null) => ({
    id,
    created_at,
    name: id,
    scopes: ['read'],
    last_used_at,
  });
  const applications = [
    application('future', '2026-03-12T15:00:00Z'),
    application('recent', '2026-03-12T13:00:00Z'),
    application('unreadable', 'yesterday'),
    application('idle', '2025-01-01T00:00:00Z'),
    application('never', null),
  ];
  const listing = createListing(applications, fieldsOf.application, exact, { ...noLookups, asOf: now });

  test.each([
    ['recent first', true, ['recent', 'idle', 'future', 'unreadable', 'never']],
    ['idle first', false, ['idle', 'recent', 'future', 'unreadable', 'never']],
  ])('are sorted %s; future and unreadable times come last', async (_case, descending, names) => {
    const found = await listing.rows({ sort: [{ field: 'last_used_at', descending }] });
    expect((await found.slice(0, 5)).map(({ name }) => name)).toEqual(names);
  });

  test('have a band of last use', async () => {
    const groups = await listing.group({}, ['used']);
    expect(groups.map(({ key: [band], count }) => [band, count])).toEqual([
      [null, 3],
      ['1d', 1],
      ['older', 1],
    ]);
  });

  test('have no band while the present time is unknown', async () => {
    const timeless = createListing(applications, fieldsOf.application, exact);
    expect(await timeless.group({}, ['used'])).toMatchObject([{ key: [null], count: 5 }]);
  });
});

describe('buckets and assets', () => {
  test.each([
    [100, 10, 10],
    [10, 3, 3],
    [10, 0, null],
    [null, 3, null],
    [10, null, null],
  ])('%s bytes in %s objects have a mean of %s', async (bytes, objects, mean) => {
    const bucket = { id: 'b', created_at, name: 'b', region: 'fra1', objects, bytes };
    const [means] = await createListing([bucket], fieldsOf.bucket, exact).numbers({}, ['mean']);
    expect(means?.[0]).toBe(mean ?? Number.NaN);
  });

  test.each([
    ['/media/a/b.png', '/media/'],
    ['/robots.txt', '/robots.txt'],
    ['/', '/'],
    ['no slash', 'no slash'],
    [null, null],
  ])('the path %s begins with %s', async (path, segment) => {
    const asset = { id: 'a', created_at, path, bytes: 1, cache_status: 'HIT' };
    const [group] = await createListing([asset], fieldsOf.asset, exact).group({}, ['segment']);
    expect(group?.key).toEqual([segment]);
  });
});
