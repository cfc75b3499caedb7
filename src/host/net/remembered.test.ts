import { expect, it, vi } from 'vitest';
import { remembered } from './remembered.ts';

it('computes a value once, and remembers a bounded number of texts', () => {
  const compute = vi.fn((text: string) => text.length);
  const lengthOf = remembered(2, compute);
  expect(['a', 'bb', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(compute).toHaveBeenCalledTimes(2);
  expect(['ccc', 'ccc', 'a'].map(lengthOf)).toEqual([3, 3, 1]);
  expect(compute).toHaveBeenCalledTimes(4);
});

it('remembers null and false', () => {
  const compute = vi.fn((text: string) => (text === '' ? null : false));
  const valueOf = remembered(5, compute);
  expect(['', '', 'a', 'a'].map(valueOf)).toEqual([null, null, false, false]);
  expect(compute).toHaveBeenCalledTimes(2);
});

it('does not remember a long text', () => {
  const compute = vi.fn((text: string) => text.length);
  const lengthOf = remembered(5, compute);
  const long = 'x'.repeat(201);
  expect([long, long].map(lengthOf)).toEqual([201, 201]);
  expect(compute).toHaveBeenCalledTimes(2);
});
