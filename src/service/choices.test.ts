import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as choices from './choices.ts';

const page = readFileSync(new URL('../../docs/develop/reference-service.md', import.meta.url), 'utf8');

test.each(Object.entries(choices))(
  'docs/develop/reference-service.md lists %s with its value',
  (name, value) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toBeDefined();
    const leaves = typeof value === 'function' || value instanceof RegExp ? [] : Object.values(Object(value));
    const shown = leaves.length > 0 ? leaves : [value].filter((leaf) => /string|number/.test(typeof leaf));
    for (const leaf of new Set(shown))
      expect(row).toContain(typeof leaf === 'number' ? leaf.toLocaleString('en') : String(leaf));
  },
);

test.each([
  [[], 'unknown'],
  [['operational', 'operational'], 'operational'],
  [['operational', 'under_maintenance'], 'under_maintenance'],
  [['under_maintenance', 'recalibrating'], 'recalibrating'],
  [['degraded_performance', 'recalibrating'], 'degraded_performance'],
  [['partial_outage', 'major_outage', 'operational'], 'major_outage'],
])('the overall status of %j is %s', (words, worst) => {
  expect(choices.worstStatus(words)).toBe(worst);
});
