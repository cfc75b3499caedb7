import { expect, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import type { FirstScreen } from '#domain/answer/first-screen.ts';
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
      tally,
    },
  ],
};

/** Screens that are told from each other by how many were drawn before. */
function counted(): FirstScreenCache {
  let drawn = 0;
  return new FirstScreenCache(
    () => undefined,
    ({ path }) => {
      drawn += 1;
      return `${path} ${drawn}`;
    },
  );
}

test('one is drawn once a second, whoever asks', () => {
  const screens = counted();
  const copy = { ...screen, answers: screen.answers.map((answer) => ({ ...answer })) };
  expect([screens.of(screen, 1_000), screens.of(copy, 1_999)]).toEqual(['/edge 1', '/edge 1']);
  expect(screens.of(screen, 2_000)).toBe('/edge 2');
});

const [answer] = screen.answers;
const [list] = screen.tallies;

test.each<[string, Partial<FirstScreen>]>([
  ['another body', { answers: answer ? [{ ...answer, body: '[]' }] : [] }],
  ['another age', { answers: answer ? [{ ...answer, headers: { age: '3' } }] : [] }],
  ['no answer', { answers: [] }],
  ['another list', { tallies: list ? [{ ...list, tally: { ...tally } }] : [] }],
  ['no list', { tallies: [] }],
])('one is drawn anew for %s', (_case, change) => {
  const screens = counted();
  screens.of(screen, 1_000);
  expect(screens.of({ ...screen, ...change }, 1_000)).toBe('/edge 2');
});

test('no address has what was drawn for another', () => {
  const screens = counted();
  const paths = Array.from({ length: 200 }, (_, index) => `/edge/nodes/${index}`);
  for (const path of paths) expect(screens.of({ ...screen, path }, 1_000).split(' ')[0]).toBe(path);
});

test('what cannot be drawn is told and left to the app', () => {
  const told: string[] = [];
  const screens = new FirstScreenCache(
    (line) => told.push(line),
    () => {
      throw new Error('broken');
    },
  );
  expect(screens.of(screen)).toBe('');
  expect(told).toEqual(['/edge could not be drawn: broken']);
});
