import { expect, test } from 'vitest';
import { CostEstimates, WorkQueue } from './work-queue.ts';

/** An abort signal that never fires: its viewer stays. Each job gets its own. */
const stays = () => new AbortController().signal;

function job(name: string, started: string[]) {
  let end: () => void = () => undefined;
  const promise = new Promise<string>((resolve) => {
    end = () => resolve(name);
  });
  return {
    run: () => {
      started.push(name);
      return promise;
    },
    end,
  };
}

test('admits further work by cost, not by count', async () => {
  const queue = new WorkQueue(1_000, 1);
  const started: string[] = [];
  const large = job('large', started);
  const done = queue.run(5_000, large.run, stays());
  expect(await queue.run(1, async () => 'small', stays())).toBeNull();
  large.end();
  expect(await done).toBe('large');
  const many = Array.from({ length: 200 }, (_, index) => job(String(index), started));
  const results = many.map(({ run }) => queue.run(5, run, stays()));
  expect(queue.work).toBe(1_000);
  expect(await queue.run(5, async () => 'one more', stays())).toBeNull();
  for (const { end } of many) end();
  expect(await Promise.all(results)).toEqual(many.map((_, index) => String(index)));
  expect(queue.work).toBe(0);
});

test('admits the first jobs whatever they cost, so that no single page is refused', async () => {
  const queue = new WorkQueue(1_000, 5);
  const started: string[] = [];
  const jobs = ['1', '2', '3', '4', '5'].map((name) => job(name, started));
  const results = jobs.map(({ run }) => queue.run(800, run, stays()));
  expect(await queue.run(1, async () => 'one more', stays())).toBeNull();
  for (const { end } of jobs) end();
  expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5']);
});

test('drops waiting work whose viewer has left before it runs, and makes room at once', async () => {
  const queue = new WorkQueue(1_000, 1);
  const started: string[] = [];
  const first = job('1', started);
  const second = job('2', started);
  const third = job('3', started);
  const fourth = job('4', started);
  const leaving = new AbortController();
  void queue.run(250, first.run, stays());
  void queue.run(250, second.run, stays());
  const abandoned = queue.run(500, third.run, leaving.signal);
  expect(await queue.run(500, fourth.run, stays())).toBeNull();
  leaving.abort();
  expect(await abandoned).toBeNull();
  const admitted = queue.run(500, fourth.run, stays());
  first.end();
  fourth.end();
  expect(await admitted).toBe('4');
  expect(started).toEqual(['1', '2', '4']);
});

test('a running job whose viewer has left keeps its place until it ends', async () => {
  const queue = new WorkQueue(100, 1);
  const started: string[] = [];
  const running = job('running', started);
  const leaving = new AbortController();
  const abandoned = queue.run(100, running.run, leaving.signal);
  leaving.abort();
  expect(await abandoned).toBeNull();
  expect(await queue.run(1, async () => 'next', stays())).toBeNull();
  running.end();
  await Promise.resolve();
  await expect.poll(() => queue.work).toBe(0);
  expect(await queue.run(1, async () => 'next', stays())).toBe('next');
});

test('a job that fails frees its place', async () => {
  const queue = new WorkQueue(100, 1);
  await expect(queue.run(100, () => Promise.reject(new Error('broken')), stays())).rejects.toThrow('broken');
  expect(await queue.run(100, async () => 'next', stays())).toBe('next');
});

test('a cost estimate rises at once and falls little by little', () => {
  const costs = new CostEstimates();
  expect(costs.of('/edge/changes')).toBe(50);
  costs.learn('/edge/changes', 800);
  expect(costs.of('/edge/changes')).toBe(800);
  costs.learn('/edge/changes', 0);
  expect(costs.of('/edge/changes')).toBe(600);
  expect(costs.of('/edge/spans')).toBe(50);
});
