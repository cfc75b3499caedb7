import { expect, test } from 'vitest';
import type { ChangeEntry } from '#contract/history.ts';
import { placedChanges } from './placed-changes.ts';

const begin = Date.parse('2026-11-20T00:00:00Z');
const hour = 3_600_000;

function changed(key: string, hours: number, after: string | null): ChangeEntry {
  return {
    id: `${key}${hours}`,
    at: new Date(begin + hours * hour).toISOString(),
    notBefore: null,
    type: after === null ? 'vanished' : 'state',
    kind: 'component',
    key,
    occurrence: 1,
    before: 'operational',
    after,
    blind: false,
  };
}

const place = (time: number) => ((time - begin) / hour) * 20;
const placed = (...entries: readonly ChangeEntry[]) => placedChanges(entries, {}, place, begin + 20 * hour);

test('each change is at its time with its severity, in any order of the record', () => {
  const marks = placed(changed('Cache', 5, 'operational'), changed('API', 2, 'degraded'));
  expect(marks.map(({ x, severity }) => [x, severity])).toEqual([
    [40, 'degraded'],
    [100, 'ok'],
  ]);
  expect(marks[0]?.sentences).toEqual(['API degraded, 02:00']);
});

test('overlapping changes are one mark with the worst severity and all texts', () => {
  const [mark, ...others] = placed(
    changed('API', 2, 'degraded'),
    changed('Cache', 2.2, 'major outage'),
    changed('Edge', 2.4, null),
  );
  expect(others).toEqual([]);
  expect(mark?.severity).toBe('critical');
  expect(mark?.sentences).toHaveLength(3);
  expect(mark?.sentences.join('; ')).toContain('Edge no longer listed');
});
