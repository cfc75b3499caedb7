import { expect, test } from 'vitest';
import { plain } from '#domain/sentences/clause.ts';
import { type HandoverLine, mergedLines, namedSubjects } from './lines.ts';

function lineOf(kind: 'node' | 'region', key: string, text: string): HandoverLine {
  return { subjects: [{ kind, key, occurrence: 1 }], severity: 'critical', clauses: [plain(text)] };
}

test('lines of one kind that say the same are one line, in the place of the first', () => {
  const lines = [
    lineOf('node', 'a', ': down'),
    lineOf('region', 'fra1', ': down'),
    lineOf('node', 'b', ': degraded'),
    lineOf('node', 'c', ': down'),
  ];
  expect(mergedLines(lines).map(({ subjects }) => subjects.map(({ key }) => key))).toEqual([
    ['a', 'c'],
    ['fra1'],
    ['b'],
  ]);
});

test('a line names four subjects and counts the rest', () => {
  const subjects = Array.from({ length: 1_012 }, (_, index) => ({
    kind: 'node' as const,
    key: `nod_${index}`,
    occurrence: 1,
  }));
  const { named, more } = namedSubjects({ subjects, severity: null, clauses: [] });
  expect([named.length, more]).toEqual([4, ' and 1,008 more']);
  expect(namedSubjects({ subjects: subjects.slice(0, 4), severity: null, clauses: [] }).more).toBe('');
});
