import { expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { StripMark } from './recorded-strip.ts';
import { seenInWords } from './strip-summary.ts';

const minute = 60_000;
const markOf = (severity: Severity, index: number, observed = severity === 'unvouched' ? 0 : 1): StripMark => ({
  from: index * minute,
  to: (index + 1) * minute,
  severity,
  observed,
});
const seen = (...values: readonly Severity[]) =>
  seenInWords(
    values.map((value, index) => markOf(value, index)),
    [],
  );

test('only a strip that is always operational is called operational throughout', () => {
  expect(seen('ok', 'ok')).toContain('Operational throughout.');
  expect(seen('assumed', 'assumed')).toContain('Assumed good throughout.');
  expect(seen('assumed', 'assumed')).not.toContain('Operational');
  expect(seen('ok', 'assumed')).toContain('Assumed good for about');
  expect(seen('ok', 'assumed')).not.toContain('throughout');
});

test('a gap is named, time before the first poll is not, and a good mark needs half of its time', () => {
  const marks = [markOf('unvouched', 0), markOf('ok', 1), markOf('ok', 2, 0.4), markOf('unvouched', 3)];
  expect(seenInWords(marks, [{ from: 2.4 * minute, to: 4 * minute }]).replaceAll('\u00a0', ' ')).toBe(
    'Observed for about 1 min. Operational throughout. Not observed for about 2 min.',
  );
  expect(seen('unvouched')).toBe('Nothing observed yet.');
});
