import { expect, test } from 'vitest';
import { KeptAnswers, makeAnswer } from './kept-answers.ts';

const answer = makeAnswer('{"a":1}', 'public, max-age=60');

test('an answer is kept for its revision and no other', () => {
  const kept = new KeptAnswers(100_000);
  kept.set('/a', 3, answer);
  expect([kept.get('/a', 3), kept.get('/a', 4), kept.get('/b', 3)]).toEqual([answer, undefined, undefined]);
});

test('memory stays bounded under a flood of different questions', () => {
  const kept = new KeptAnswers(100_000);
  for (let index = 0; index < 10_000; index += 1) kept.set(`/a?region=${index}`, 0, answer);
  expect(kept.bytes).toBeLessThanOrEqual(100_000);
  expect(kept.get('/a?region=9999', 0)).toBe(answer);
  expect(kept.get('/a?region=0', 0)).toBeUndefined();
});

test('remaking an answer does not count it twice', () => {
  const kept = new KeptAnswers(100_000);
  kept.set('/a', 0, answer);
  const once = kept.bytes;
  for (let revision = 1; revision < 50; revision += 1) kept.set('/a', revision, answer);
  expect(kept.bytes).toBe(once);
});

test('one that is larger than all room is not kept', () => {
  const kept = new KeptAnswers(10);
  kept.set('/a', 0, answer);
  expect([kept.get('/a', 0), kept.bytes]).toEqual([undefined, 0]);
});
