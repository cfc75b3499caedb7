import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from '#app/queries/client.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { watchRecovery } from './recovery.ts';

const lists: readonly EndpointPath[] = ['/api/v1/nodes', '/api/v1/events', '/api/v1/assets'];
const status: EndpointPath = '/api/v1/status';

/** A screen whose endpoints respond or fail as the test sets them. It counts the requests. */
function screen(paths: readonly EndpointPath[], down = paths) {
  const slug = 'edge';
  const client = createQueryClient();
  const world = { now: 1_000_000, hidden: false, down: new Set(down) };
  const asked: EndpointPath[] = [];
  const queryOf = (path: EndpointPath) => ({
    queryKey: [slug, path, {}],
    queryFn: (): Promise<Feed<unknown>> => {
      asked.push(path);
      const earlier = client.getQueryData<Feed<unknown>>([slug, path, {}]);
      const failure = failureAt(world.now, { path, run: (earlier?.failure?.run ?? 0) + 1 });
      const answer = answerAt(world.now, null, { path, latencyMilliseconds: 1 });
      return Promise.resolve(
        world.down.has(path) ? { answer: earlier?.answer ?? null, failure } : { answer, failure: null },
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  for (const path of paths) onTestFinished(new QueryObserver(client, queryOf(path)).subscribe(() => undefined));
  const tabEnvironment = { now: () => world.now, isHidden: () => world.hidden };
  return {
    world,
    asked,
    client,
    ask: async (path: EndpointPath) => {
      world.now += 1_000;
      await client
        .getQueryCache()
        .find({ queryKey: [slug, path, {}] })
        ?.fetch();
      await settled();
    },
    watch: () => onTestFinished(watchRecovery(client, tabEnvironment)),
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}

test('the first good response retries each failing endpoint once', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down.clear();
  asked.length = 0;
  await ask(status);
  expect(asked.toSorted()).toEqual([status, ...lists].toSorted());
});

test('failures from before the watch count as well', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  await settled();
  watch();
  world.down.clear();
  asked.length = 0;
  await ask(status);
  expect(asked).toHaveLength(4);
});

test('an endpoint that keeps failing is retried once, not once per recovery', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down = new Set(lists.slice(0, 1));
  asked.length = 0;
  await ask(status);
  expect(asked.filter((path) => path === lists[0])).toHaveLength(1);
  expect(asked).toHaveLength(4);
});

test('a hidden tab requests no list', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down.clear();
  world.hidden = true;
  asked.length = 0;
  await ask(status);
  expect(asked).toEqual([status]);
});

test('a response without an earlier failure, or of a recreated query, retries nothing', async () => {
  const { world, asked, ask, watch, client } = screen([status, ...lists], lists);
  watch();
  await settled();
  asked.length = 0;
  await ask(status);
  expect(asked).toEqual([status]);

  const [first = status] = lists;
  const query = client.getQueryCache().find({ queryKey: ['edge', first, {}] });
  if (query) client.getQueryCache().remove(query);
  world.down.delete(first);
  asked.length = 0;
  await client.fetchQuery({
    queryKey: ['edge', first, {}],
    queryFn: () => ({ answer: answerAt(world.now, null, { path: first }), failure: null }),
  });
  await settled();
  expect(asked).toEqual([]);
});
