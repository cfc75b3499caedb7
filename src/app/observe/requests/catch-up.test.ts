import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from '#app/queries/client.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { answerAt, failureAt, listAnswerAt } from '#testing/feeds.ts';
import { createCatchUp } from './catch-up.ts';

const hour = 3_600_000;
const status: EndpointPath = '/api/v1/status';
const lists: readonly EndpointPath[] = [
  '/api/v1/nodes',
  '/api/v1/events',
  '/api/v1/assets',
  '/api/v1/regions',
  '/api/v1/applications',
];

/** A screen whose endpoints were read at `world.now` and respond at once. */
function screen(feedOf: (path: EndpointPath, at: number) => Feed<unknown> = answered) {
  const client = createQueryClient();
  const world = { now: 1_000_000, hidden: false };
  const asked: EndpointPath[] = [];
  for (const path of [...lists, status]) {
    const query = {
      queryKey: ['edge', path, {}],
      initialData: feedOf(path, world.now),
      queryFn: () => {
        asked.push(path);
        return Promise.resolve(feedOf(path, world.now));
      },
      staleTime: Number.POSITIVE_INFINITY,
    };
    onTestFinished(new QueryObserver(client, query).subscribe(() => undefined));
  }
  const catchUp = createCatchUp(client, () => 10_000, { now: () => world.now, isHidden: () => world.hidden });
  return {
    world,
    asked,
    catchUp,
    seconds: async (count: number) => {
      for (let second = 0; second < count; second += 1) {
        world.now += 1_000;
        catchUp.everySecond();
        // A second begins only after the responses of the second before.
        await Promise.resolve().then(() => new Promise((resolve) => setTimeout(resolve, 1)));
      }
    },
  };
}

function answered(path: EndpointPath, at: number): Feed<unknown> {
  const answer = path === status ? answerAt(at, null) : listAnswerAt(at, 300_000, { path });
  return { answer, failure: null };
}

test('after eight hours of sleep each endpoint is requested once within five seconds, status in the first', async () => {
  const { world, asked, seconds } = screen();
  world.now += 8 * hour;
  await seconds(1);
  expect(asked[0]).toBe(status);
  await seconds(4);
  expect(asked.toSorted()).toEqual([...lists, status].toSorted());
});

test('nothing is requested while timers are on time', async () => {
  const { asked, seconds } = screen();
  await seconds(9);
  expect(asked).toEqual([]);
});

test('a hidden tab catches up with its status only', async () => {
  const { world, asked, seconds } = screen();
  world.hidden = true;
  world.now += 8 * hour;
  await seconds(5);
  expect(asked).toEqual([status]);
});

test('when the network is back, failing endpoints are retried once, except those that asked for a pause', async () => {
  const paused = lists[0];
  const { asked, catchUp, seconds } = screen((path, at) => ({
    answer: null,
    failure: failureAt(at, { path, run: 9, retryAt: path === paused ? at + 60_000 : null }),
  }));
  catchUp.retryFailing();
  await seconds(5);
  expect(asked.toSorted()).toEqual([...lists.slice(1), status].toSorted());
});
