import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('at most the limit is open at once, the others follow in their order', async () => {
  const requestLimit = new Semaphore(2);
  const begun: string[] = [];
  const take = async (name: string) => {
    const end = await requestLimit.take(never);
    begun.push(name);
    return end;
  };
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(take);
  const endA = await a;
  const endB = await b;
  expect(begun).toEqual(['a', 'b']);
  endB?.();
  await c;
  expect(begun).toEqual(['a', 'b', 'c']);
  endA?.();
  await d;
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a waiter that cancels gets no slot', async () => {
  const requestLimit = new Semaphore(1);
  const end = await requestLimit.take(never);
  const leaving = new AbortController();
  const left = requestLimit.take(leaving.signal);
  const next = requestLimit.take(never);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(requestLimit.take(leaving.signal)).rejects.toThrow('left');
  end();
  await expect(next).resolves.toBeTypeOf('function');
});
