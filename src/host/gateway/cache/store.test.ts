import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Store } from './store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const room = 1_000;
const minute = 60_000;

function storeOf(...entries: readonly (readonly [key: string, owner: string, bytes: number])[]) {
  const store = new Store<string>(room);
  for (const [key, owner, bytes] of entries) store.put(key, key, { owner, bytes, milliseconds: minute });
  const cached = () => entries.map(([key]) => key).filter((key) => store.get(key) !== undefined);
  return { store, held: cached };
}

describe('the memory for responses', () => {
  it('is taken from the owner that uses most', () => {
    const { held: cached } = storeOf(['a1', 'a', 100], ['b1', 'b', 400], ['b2', 'b', 400], ['a2', 'a', 200]);
    expect(cached()).toEqual(['a1', 'b2', 'a2']);
  });

  it('keeps an equal share for each owner', () => {
    const { store, held: stored } = storeOf(['a', 'a', 300], ['b', 'b', 300]);
    for (let index = 0; index < 100; index += 1)
      store.put(`c${index}`, '', { owner: 'c', bytes: 90, milliseconds: minute });
    expect(stored()).toEqual(['a', 'b']);
    expect(store.bytes).toBeLessThanOrEqual(room);
  });

  it('drops the least recently used entry', () => {
    const { store, held } = storeOf(['1', 'a', 400], ['2', 'a', 400]);
    expect(store.use('1')).toBe('1');
    store.put('3', '3', { owner: 'a', bytes: 400, milliseconds: minute });
    expect(held()).toEqual(['1']);
  });

  it('stores nothing that takes more than half of it', () => {
    expect(storeOf(['a', 'a', 501]).held()).toEqual([]);
    expect(storeOf(['a', 'a', 500]).held()).toEqual(['a']);
  });

  it('counts bytes added to the current value only', () => {
    const { store, held } = storeOf(['1', 'a', 400], ['2', 'a', 400]);
    store.addBytes('2', 'another', 500);
    expect(held()).toEqual(['1', '2']);
    store.addBytes('2', '2', 500);
    expect([store.bytes, held()]).toEqual([900, ['2']]);
  });

  it('is free again when its owner is dropped', () => {
    const { store, held } = storeOf(['1', 'a', 400], ['2', 'b', 400], ['3', 'a', 100]);
    store.dropAll('a');
    expect([held(), store.bytes]).toEqual([['2'], 400]);
  });

  it('is free again when the entry expires', () => {
    const { store } = storeOf(['1', 'a', 400], ['2', 'b', 400]);
    vi.advanceTimersByTime(minute);
    expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
