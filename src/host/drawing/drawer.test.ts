import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { type CachedList, type FirstScreen, nothingDrawn } from '#domain/first-screen/first-screen.ts';
import { threadScript } from '#testing/thread-script.ts';
import { Drawer } from './drawer.ts';

function screenOf(cached: readonly CachedList[]): FirstScreen {
  const lists = cached.map((list) => ({ list, heldMilliseconds: 7 }));
  const config = { deployments: [], pollSeconds: 10, limits: defaultLimits };
  return {
    config,
    basePath: '',
    path: '/edge',
    answers: [],
    tallies: [],
    lists,
    isPhone: false,
    withPage: true,
  };
}

function listOf(text: string): CachedList {
  return { path: '/api/v2/nodes', headers: {}, body: new TextEncoder().encode(text) };
}

function drawerWith(script: URL) {
  const reported: string[] = [];
  const drawer = new Drawer(script, (line) => reported.push(line));
  onTestFinished(() => drawer.close());
  return { drawer, told: reported };
}

const echo = threadScript(`{
  draw: ({ updates, lists }) => ({
    markup: JSON.stringify([updates.map(([, list]) => list?.body.length), lists]),
    styles: '',
  }),
}`);

test('a list is sent to the thread once, before or with a screen that needs it', async () => {
  const { drawer } = drawerWith(echo);
  const [ahead, later] = [listOf('ahead'), listOf('later on')];
  const drawn = async (list: CachedList) => JSON.parse((await drawer.draw(screenOf([list]))).markup || 'null');
  await expect.poll(() => drawn(ahead)).not.toBeNull();
  expect(await drawn(ahead)).toEqual([[], [['edge /api/v2/nodes', 7]]]);
  expect(await drawn(later)).toEqual([[8], [['edge /api/v2/nodes', 7]]]);
  drawer.take('edge', ahead);
  expect(await drawn(ahead)).toEqual([[], [['edge /api/v2/nodes', 7]]]);
});

test('a list of a deployment without viewers is not parsed ahead', async () => {
  const { drawer } = drawerWith(echo);
  const ahead = listOf('ahead');
  drawer.start();
  drawer.take('edge', ahead);
  const drawn = async () => JSON.parse((await drawer.draw(screenOf([ahead]))).markup || 'null');
  await expect.poll(drawn).toEqual([[5], [['edge /api/v2/nodes', 7]]]);
  expect(await drawn()).toEqual([[], [['edge /api/v2/nodes', 7]]]);
});

test('a failure of rendering is reported', async () => {
  const { drawer, told: reported } = drawerWith(
    threadScript(`{ draw: () => Promise.reject(new Error('no')) }`),
  );
  await expect.poll(async () => (await drawer.draw(screenOf([]))) && reported.length).toBeGreaterThan(0);
  expect(new Set(reported)).toEqual(new Set(['/edge could not be rendered: no']));
});

test('after a crash of the thread the app renders pages, and the thread is not restarted at once', async () => {
  const { drawer, told: reported } = drawerWith(threadScript('{}', `throw new Error('broken');`));
  expect(await drawer.draw(screenOf([]))).toBe(nothingDrawn);
  await expect.poll(() => reported).toEqual(['The thread that renders pages failed: broken']);
  expect(await drawer.draw(screenOf([]))).toBe(nothingDrawn);
  expect(reported).toHaveLength(1);
});
