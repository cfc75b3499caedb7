import { expect, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import type { FirstScreen } from '#domain/first-screen/first-screen.ts';
import { FirstScreenCache } from './first-screen-cache.ts';

const tally = { groups: [], claim: { kind: 'exact' as const } };
const screen: FirstScreen = {
  config: { deployments: [], pollSeconds: 10, limits: defaultLimits },
  basePath: '',
  path: '/edge',
  answers: [{ url: 'deployments/edge/api/v2/status', status: 200, headers: {}, body: '{}' }],
  tallies: [
    {
      slug: 'edge',
      path: '/api/v2/regions',
      heldMilliseconds: 5,
      ageSeconds: 0,
      lifetimeMilliseconds: 60_000,
      leftMilliseconds: 60_000,
      tally,
    },
  ],
};

function counted() {
  let pages = 0;
  const screens = new FirstScreenCache(async ({ path }) => {
    pages += 1;
    return { markup: `${path} ${pages}`, styles: '' };
  });
  return async (asked: FirstScreen, now: number) => (await screens.of(asked, now)).markup;
}

test('a screen is rendered once a second for all viewers', async () => {
  const of = counted();
  const copy = { ...screen, answers: screen.answers.map((answer) => ({ ...answer })) };
  expect(await Promise.all([of(screen, 1_000), of(copy, 1_999)])).toEqual(['/edge 1', '/edge 1']);
  expect(await of(screen, 2_000)).toBe('/edge 2');
});

const [answer] = screen.answers;
const [reported] = screen.tallies;

test.each<[string, Partial<FirstScreen>]>([
  ['another body', { answers: answer ? [{ ...answer, body: '[]' }] : [] }],
  ['another age', { answers: answer ? [{ ...answer, headers: { age: '3' } }] : [] }],
  ['no answer', { answers: [] }],
  ['another tally', { tallies: reported ? [{ ...reported, tally: { ...tally } }] : [] }],
  ['no tally', { tallies: [] }],
])('a screen is rendered again for %s', async (_case, change) => {
  const of = counted();
  await of(screen, 1_000);
  expect(await of({ ...screen, ...change }, 1_000)).toBe('/edge 2');
});

test('an address never gets the screen of another', async () => {
  const of = counted();
  const paths = Array.from({ length: 200 }, (_, index) => `/edge/nodes/${index}`);
  const drawn = await Promise.all(paths.map((path) => of({ ...screen, path }, 1_000)));
  expect(drawn.map((markup) => markup.split(' ')[0])).toEqual(paths);
});
