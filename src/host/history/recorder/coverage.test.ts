import { describe, expect, test } from 'vitest';
import {
  answeredPoll,
  beginning,
  componentsObservation,
  Disk,
  sightOf,
  spansOf,
} from '#testing/history/recorder.ts';

describe('a full disk', () => {
  test('is a gap with its cause, and recording resumes by itself', async () => {
    const disk = new Disk();
    const { recorder, take, present } = await disk.recorder();
    await take(answeredPoll(0, 1, componentsObservation({ API: 'operational' })));
    disk.isFull = true;
    await take(answeredPoll(30, 31, componentsObservation({ API: 'down' })));
    expect(recorder.hindrance).toBe('disk-full');
    await take(answeredPoll(60, 61, null));
    expect(recorder.fullSince).toBe(beginning + 31_000);
    disk.isFull = false;
    await take(answeredPoll(90, 91, null));
    expect([recorder.hindrance, recorder.fullSince]).toEqual([null, null]);
    expect(spansOf(disk, 'API')).toEqual([
      { word: 'operational', from: 1, notBefore: null, to: 91 },
      { word: 'down', from: 91, notBefore: 0, to: null },
    ]);
    expect(sightOf(present, 91).slice(0, 2)).toEqual([
      [1, 1, 'seen', 1],
      [1, 91, 'disk-full', 0],
    ]);
  });
});

describe('coverage', () => {
  const at = (wall: number, boot = wall, steady = boot) => ({
    wall: beginning + wall * 1000,
    boot: boot * 1000,
    steady: steady * 1000,
  });

  test('has a gap while the configuration leaves the deployment out, also across a restart', async () => {
    const disk = new Disk();
    const first = await disk.recorder();
    await first.take(answeredPoll(0, 0.5, componentsObservation({ API: 'operational' })));
    await first.recorder.leave(() => false, beginning + 5_000);
    await first.recorder.leave(() => false, beginning + 6_000);
    expect(disk.of('look')).toHaveLength(2);
    await first.recorder.end(beginning + 20_000);
    const { recorder, take, present } = await disk.recorder(21);
    await recorder.leave(() => false, beginning + 21_000);
    await recorder.leave(() => true, beginning + 3_000_000);
    await take(answeredPoll(3_600, 3_601, componentsObservation({ API: 'down' })));
    expect(sightOf(present, 3_602)[1]).toEqual([0.5, 3_601, 'not-recorded', 2]);
    expect(spansOf(disk, 'API').map(({ word, notBefore, from }) => [word, notBefore, from])).toEqual([
      ['operational', null, 0.5],
      ['down', 0, 3_601],
    ]);
  });

  test('has a gap while the machine sleeps', async () => {
    const disk = new Disk();
    const { recorder, take, present } = await disk.recorder();
    await take(answeredPoll(0, 0.5, componentsObservation({ API: 'operational' })));
    await recorder.tick(at(1));
    await recorder.tick(at(8 * 3600, 8 * 3600, 2));
    await take(answeredPoll(8 * 3600, 8 * 3600 + 1, null));
    expect(sightOf(present, 8 * 3600 + 1)[1]).toEqual([0.5, 8 * 3600 + 1, 'asleep', 0]);
  });

  test('waits until a clock that was set back catches up, so that no time is recorded twice', async () => {
    const disk = new Disk();
    const { recorder, take, present } = await disk.recorder();
    await recorder.tick(at(3599));
    await take(answeredPoll(3599, 3600, componentsObservation({ API: 'operational' })));
    await recorder.tick(at(1, 3601, 3601));
    await take(answeredPoll(2, 3, componentsObservation({ API: 'down' })));
    expect(recorder.hindrance).toBe('clock');
    await take(answeredPoll(3601, 3602, null));
    expect(recorder.hindrance).toBeNull();
    expect(spansOf(disk, 'API').map(({ word, from }) => [word, from])).toEqual([
      ['operational', 3600],
      ['down', 3602],
    ]);
    expect(sightOf(present, 3602)[1]?.[2]).toBe('clock-stepped');
  });

  test('has a gap while the clock is not believed', async () => {
    const disk = new Disk();
    const { recorder, take, present } = await disk.recorder();
    await take(answeredPoll(0, 1, componentsObservation({ API: 'operational' })));
    for (let second = 11; second < 600; second += 10)
      await take(answeredPoll(second - 1, second, null, { ahead: 90_000_000 }));
    expect(recorder.hindrance).toBe('clock');
    await take(answeredPoll(600, 601, null, { ahead: 0 }));
    expect(sightOf(present, 601).slice(0, 2)).toEqual([
      [1, 1, 'seen', 1],
      [1, 601, 'clock-stepped', 0],
    ]);
    expect(sightOf((await disk.recorder(602)).present, 601)[1]?.[2]).toBe('clock-stepped');
  });

  test('is not recorded by a clock that is years behind the service', async () => {
    const disk = new Disk();
    const { recorder, take } = await disk.recorder();
    await take(
      answeredPoll(0, 1, componentsObservation({ API: 'operational' }), { ahead: 56 * 365 * 86_400_000 }),
    );
    expect(recorder.hindrance).toBe('clock');
    expect(disk.of('look')).toEqual([]);
  });
});
