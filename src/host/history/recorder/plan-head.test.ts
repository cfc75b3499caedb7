import { expect, test } from 'vitest';
import { answeredPoll, componentsObservation, Disk, seconds } from '#testing/history/recorder.ts';
import { writeStatusHead } from '../past/heads.ts';
import { usualBounds } from './allowances.ts';

function headOf(...components: readonly string[]): string {
  return writeStatusHead({ version: 'v2', region: 'Oslo', components });
}

function poll(second: number, head: string | null) {
  return answeredPoll(second, second, { ...componentsObservation({ API: 'operational' }), head });
}

function headsIn(disk: Disk) {
  const bodies = new Map(disk.of('content').map(({ id, body }) => [id, body]));
  return {
    items: disk.of('item').map(({ content }) => bodies.get(content ?? 0) ?? null),
    log: disk
      .of('log')
      .map(({ at, before, after }) => [
        seconds(at),
        bodies.get(before ?? 0) ?? null,
        bodies.get(after ?? 0) ?? null,
      ]),
  };
}

test('a head is written when it changes, and its log leads back to earlier ones, also after a restart', async () => {
  const disk = new Disk();
  const { take } = await disk.recorder();
  const [first, second] = [headOf('API', 'Cache'), headOf('Cache', 'API')];
  await take(poll(0, first));
  await take(poll(2, first));
  const { take: takeAgain } = await disk.recorder(3);
  await takeAgain(poll(4, first));
  await takeAgain(poll(6, second));
  expect(headsIn(disk)).toEqual({ items: [first, second], log: [[6, first, second]] });
});

test('a head that is longer than the longest text is not known, and the response is recorded', async () => {
  const disk = new Disk();
  const { take } = await disk.recorder();
  const short = headOf('API');
  await take(poll(0, short));
  await take(poll(2, headOf('x'.repeat(usualBounds.characters))));
  await take(poll(4, short));
  expect(headsIn(disk)).toEqual({
    items: [short, null, short],
    log: [
      [2, short, null],
      [4, null, short],
    ],
  });
  expect(disk.of('look').every(({ cause }) => cause === null)).toBe(true);
});

test('heads that differ in each response use at most half of the allowance', async () => {
  const disk = new Disk();
  const most = 400;
  const { take } = await disk.recorder(0, { ...usualBounds, most, aDay: 0, short: 50 });
  const names = Array.from({ length: 60 }, (_, index) => `Component ${index}`);
  for (let second = 0; second < 200; second += 2)
    await take(poll(second, headOf(...names.slice(second % 7), ...names.slice(0, second % 7))));
  const written = disk.of('content').reduce((sum, { body }) => sum + 1 + body.length / 100, 0);
  expect(written).toBeGreaterThan(most / 4);
  expect(written).toBeLessThan(most / 2 + 20);
  // Afterwards the order is not known. Polls and status words are still recorded.
  expect(headsIn(disk).items.at(-1)).toBeNull();
  expect(disk.of('look').filter(({ cause }) => cause === null)).toHaveLength(100);
});
