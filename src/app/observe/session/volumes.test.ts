import { describe, expect, test } from 'vitest';
import type { EventType, Integer } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { listAnswerAt } from '#testing/feeds.ts';
import { emptyLog } from './seen.ts';
import { logVolumes } from './session-log.ts';

const empty = emptyLog(1_000_000);

describe('event volumes of a session', () => {
  function event(id: string | null, count: Integer | null, source: string | null): EventType {
    return { id, created_at: null, name: id, count, source };
  }

  function volumes(rows: readonly EventType[], record = empty, at = 0) {
    return logVolumes(record, listAnswerAt(at, 60_000), rows);
  }

  test('are exact by source and by type, for any name of a source', () => {
    const huge = 2n ** 60n;
    const {
      volumes: [reading],
    } = volumes([
      event('a', huge, 'api'),
      event('b', 1, 'api'),
      event('c', 2, '__proto__'),
      event('d', 3, null),
      event('e', null, 'server'),
      event(null, 4, 'server'),
    ]);
    expect([...(reading?.bySource ?? [])]).toEqual([
      ['api', huge + 1n],
      ['__proto__', 2],
      [null, 3],
      ['server', 4],
    ]);
    expect([...(reading?.byType ?? [])]).toEqual([
      ['a', huge],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ]);
  });

  test('are confirmed for their lifetime plus the grace period', () => {
    expect(volumes([], empty, 5_000).volumes[0]).toMatchObject({ at: 5_000, until: 75_000 });
  });

  test.each([
    ['complete', [event('a', 1, 'api')], exact, false],
    ['truncated', [event('a', 1, 'api')], { kind: 'at-least', reasons: ['first page only'] }, true],
    ['with an unreadable volume', [event('a', 1, 'api'), event('b', null, 'api')], exact, true],
  ] as const)('of a list that is %s have its claim', (_case, rows, claim, isAtLeast) => {
    const { volumes: readings } = logVolumes(empty, listAnswerAt(0, 60_000), rows, claim);
    expect(readings.map((each) => each.isAtLeast)).toEqual([isAtLeast]);
  });

  test('of a list that grew after its first response begin with the complete list', () => {
    const [first, second] = [event('a', 2_000, 'api'), event('b', 2_100, 'server')];
    const grown = volumes([first, second], volumes([first]), 1_000);
    expect(grown.volumes).toMatchObject([{ at: 1_000, othersListed: false }]);
    expect(volumes([second, first], grown, 60_000).volumes).toMatchObject([
      { at: 1_000 },
      { at: 60_000, othersListed: false },
    ]);
  });

  test.each([
    ['one more', [event('a', 1, 'api'), event('b', 1, 'api')]],
    ['another in its place', [event('b', 1, 'api')]],
    ['none', []],
    ['one whose volume became unreadable', [event('a', null, 'api')]],
  ])('report when the set of summed types changed: %s', (_case, rows) => {
    let record = volumes([event('a', 1, 'api')], volumes([event('a', 1, 'api')]), 60_000);
    record = volumes(rows, record, 120_000);
    expect(record.volumes.map(({ othersListed }) => othersListed)).toEqual([false, false, true]);
    expect(volumes(rows, record, 180_000).volumes.at(-1)?.othersListed).toBe(false);
  });

  test('stay within the memory limit: the largest types of a long list, the last hours of weeks', () => {
    const rows = Array.from({ length: 700 }, (_, index) => event(`t${index}`, index, 'api'));
    let record = empty;
    for (let index = 0; index < 400; index += 1) record = volumes(rows, record, index);
    expect(record.volumes).toHaveLength(360);
    const last = record.volumes.at(-1);
    expect(last?.byType.size).toBe(500);
    expect(last?.byType.has('t699')).toBe(true);
    expect(last?.byType.has('t0')).toBe(false);
    expect(last?.bySource.get('api')).toBe((699 * 700) / 2);
  });

  test('of a service with one source per type keep the largest sources', () => {
    const rows = Array.from({ length: 700 }, (_, index) => event(`t${index}`, index, `s${index}`));
    const [reading] = volumes(rows).volumes;
    expect(reading?.bySource.size).toBe(50);
    expect(reading?.bySource.get('s699')).toBe(699);
    expect(reading?.bySource.has('s649')).toBe(false);
  });
});
