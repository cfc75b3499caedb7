import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { createQueryClient } from '../queries/client.ts';
import { watchRecovery } from './recovery.ts';

const lists: readonly EndpointPath[] = ['/api/v1/nodes', '/api/v1/events', '/api/v1/assets'];
const status: EndpointPath = '/api/v1/status';

/** A screen of endpoints, each of which answers or fails as it is told, and counts how often it is asked. */
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

test('the first good answer asks the others that fail, each once', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down.clear();
  asked.length = 0;
  await ask(status);
  expect(asked.toSorted()).toEqual([status, ...lists].toSorted());
});

test('failures from before anybody watched count as well', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  await settled();
  watch();
  world.down.clear();
  asked.length = 0;
  await ask(status);
  expect(asked).toHaveLength(4);
});

test('what fails on is asked once, not once for each that comes back', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down = new Set(lists.slice(0, 1));
  asked.length = 0;
  await ask(status);
  expect(asked.filter((path) => path === lists[0])).toHaveLength(1);
  expect(asked).toHaveLength(4);
});

test('a hidden tab asks no list', async () => {
  const { world, asked, ask, watch } = screen([status, ...lists]);
  watch();
  await settled();
  world.down.clear();
  world.hidden = true;
  asked.length = 0;
  await ask(status);
  expect(asked).toEqual([status]);
});

test('an answer of what never failed asks nobody, nor does one of a query that was removed and made anew', async () => {
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
