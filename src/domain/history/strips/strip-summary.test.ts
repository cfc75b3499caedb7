import { expect, test } from 'vitest';
import { marksOf } from '#domain/memory/observation.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { summaryOf } from './strip-summary.ts';

const minute = 60_000;
const seen = (...values: readonly Severity[]) =>
  summaryOf(
    marksOf(
      values.map((value, index) => ({ value, from: index * minute, to: (index + 1) * minute })),
      0,
      values.length * minute,
      values.length,
    ),
    minute,
  );

test('only a strip that is always operational is called operational throughout', () => {
  expect(seen('ok', 'ok')).toContain('Operational throughout.');
  expect(seen('assumed', 'assumed')).toContain('Assumed good throughout.');
  expect(seen('assumed', 'assumed')).not.toContain('Operational');
  expect(seen('ok', 'assumed')).toContain('Assumed good for about');
  expect(seen('ok', 'assumed')).not.toContain('throughout');
});
