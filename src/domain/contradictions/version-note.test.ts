import { expect, test } from 'vitest';
import { documentOf } from '#testing/feeds.ts';
import { textOf } from '../text/clause.ts';
import { versionNote } from './version-note.ts';

const noteOn = (version: string | null) =>
  versionNote({ path: '/api/v2/status', value: { ...documentOf('operational', {}), version } });

test('a document that names the version of its path, or none, is not worth a word', () => {
  expect(noteOn('v2')).toBeNull();
  expect(noteOn(null)).toBeNull();
});

test.each(['v1', 'V2', 'NaN', ''])('one that names %j is told of, as it was sent', (version) => {
  const note = noteOn(version) ?? [];
  expect(textOf(note)).toBe(`What /api/v2/status answers calls itself version ${version}.`);
  expect(note.filter((clause) => clause.sent).map(({ text }) => text)).toEqual([version]);
});
