import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { type FirstScreen, nothingDrawn } from '#domain/first-screen/first-screen.ts';
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
  lists: [{ list: { path: '/api/v2/regions', headers: {}, body: null }, heldMilliseconds: 0 }],
  isPhone: false,
  withPage: true,
};

function counted() {
  let pages = 0;
  const screens = new FirstScreenCache(async ({ path, lists }) => {
    if (lists.length > 0) pages += 1;
    return { markup: lists.length > 0 ? `${path} ${pages}` : `${path} plain`, styles: '' };
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
const [list] = screen.lists;

test.each<[string, Partial<FirstScreen>]>([
  ['another body', { answers: answer ? [{ ...answer, body: '[]' }] : [] }],
  ['another age', { answers: answer ? [{ ...answer, headers: { age: '3' } }] : [] }],
  ['no answer', { answers: [] }],
  ['another tally', { tallies: reported ? [{ ...reported, tally: { ...tally } }] : [] }],
  ['no tally', { tallies: [] }],
  ['another list', { lists: list ? [{ ...list, list: { ...list.list } }] : [] }],
  ['a phone', { isPhone: true }],
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

test('a page whose lists fail or take too long is rendered without them', async () => {
  const plain = { markup: 'plain', styles: '' };
  const never = new Promise<typeof plain>(() => undefined);
  const drawn = [Promise.resolve(nothingDrawn), never].map((page) => {
    const screens = new FirstScreenCache(({ lists }) => (lists.length > 0 ? page : Promise.resolve(plain)));
    return screens.of(screen);
  });
  expect(await Promise.all(drawn)).toEqual([plain, plain]);
});

test('a page without lists is rendered without them', async () => {
  expect(await counted()({ ...screen, lists: [] }, 1_000)).toBe('/edge plain');
});

test('a replaced list is released although a page was rendered from it', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const screens = new FirstScreenCache(async () => nothingDrawn);
  const of = (path: string, body: Uint8Array<ArrayBuffer>, now: number) =>
    screens.of(
      { ...screen, path, lists: [{ list: { path: '/api/v2/nodes', headers: {}, body }, heldMilliseconds: 0 }] },
      now,
    );
  const drawn = async () => {
    const body = new Uint8Array(1_000);
    await of('/edge', body, 1_000);
    return new WeakRef(body);
  };
  const replaced = await drawn();
  await of('/core', new Uint8Array(1_000), 2_000);
  await expect
    .poll(() => {
      collect();
      return replaced.deref() === undefined;
    })
    .toBe(true);
});
