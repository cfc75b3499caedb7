import { expect, test } from 'vitest';
import { documentOf } from '#testing/feeds.ts';
import { textOf } from '../sentences/clause.ts';
import { versionNote } from './version-note.ts';

const noteOn = (version: string | null) =>
  versionNote({ path: '/api/v2/status', value: { ...documentOf('operational', {}), version } });

test('a status document with the version of its path, or without one, has no note', () => {
  expect(noteOn('v2')).toBeNull();
  expect(noteOn(null)).toBeNull();
});

test.each(['v1', 'V2', 'NaN', ''])('the version %j is noted, as sent', (version) => {
  const note = noteOn(version) ?? [];
  expect(textOf(note)).toBe(`The response of /api/v2/status states version ${version}.`);
  expect(note.filter((clause) => clause.sent).map(({ text }) => text)).toEqual([version]);
});
