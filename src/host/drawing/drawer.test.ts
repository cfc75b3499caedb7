import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { type FirstScreen, nothingDrawn } from '#domain/first-screen/first-screen.ts';
import { threadScript } from '#testing/thread-script.ts';
import { Drawer } from './drawer.ts';

const screen: FirstScreen = {
  config: { deployments: [], pollSeconds: 10, limits: defaultLimits },
  basePath: '',
  path: '/edge',
  answers: [],
  tallies: [],
};

function drawerWith(script: URL) {
  const reported: string[] = [];
  const drawer = new Drawer(script, (line) => reported.push(line));
  onTestFinished(() => drawer.close());
  return { drawer, told: reported };
}

test('the thread renders a screen', async () => {
  const { drawer } = drawerWith(threadScript(`{ draw: ({ path }) => ({ markup: path, styles: '' }) }`));
  await expect.poll(async () => (await drawer.draw(screen)).markup).toBe('/edge');
});

test('a failure of rendering is reported', async () => {
  const { drawer, told: reported } = drawerWith(
    threadScript(`{ draw: () => Promise.reject(new Error('no')) }`),
  );
  await expect.poll(async () => (await drawer.draw(screen)) && reported.length).toBeGreaterThan(0);
  expect(new Set(reported)).toEqual(new Set(['/edge could not be rendered: no']));
});

test('after a crash of the thread the app renders pages, and the thread is not restarted at once', async () => {
  const { drawer, told: reported } = drawerWith(threadScript('{}', `throw new Error('broken');`));
  expect(await drawer.draw(screen)).toBe(nothingDrawn);
  await expect.poll(() => reported).toEqual(['The thread that renders pages failed: broken']);
  expect(await drawer.draw(screen)).toBe(nothingDrawn);
  expect(reported).toHaveLength(1);
});
