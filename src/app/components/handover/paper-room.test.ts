import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HandoverLine } from '#domain/history/handover/lines.ts';
import type { HandoverSection } from '#domain/history/handover/sections.ts';
import { paperRoom, paperRoomOfAll } from './paper-room.ts';

const ids: HandoverSection['id'][] = [
  'blind',
  'open',
  'ended',
  'presence',
  'capacity',
  'words',
  'contradictions',
  'events',
];
const line: HandoverLine = { subjects: [], severity: null, clauses: [] };

function roomOf(counts: Partial<Record<HandoverSection['id'], number>>, otherwise: number) {
  const sections = ids.map((id) => ({
    id,
    lines: Array.from({ length: counts[id] ?? otherwise }, () => line),
  }));
  return paperRoom(sections);
}

test('a full sheet has lines of every section', () => {
  const room = roomOf({}, 100);
  expect(Math.min(...room.values())).toBe(2);
  expect([...room.values()].reduce((sum, lines) => sum + lines, 0)).toBe(36);
});

test('what a section does not need is for the others, first for what is still not good', () => {
  expect(roomOf({ open: 100, ended: 100 }, 1).get('open')).toBe(25);
  expect(roomOf({ open: 2, ended: 100 }, 0).get('ended')).toBe(28);
  expect(roomOf({ open: 2, ended: 12, presence: 20 }, 0).get('presence')).toBe(17);
});

test('few lines are all on the sheet', () => {
  expect([...roomOf({}, 4).values()]).toEqual(Array(8).fill(4));
});

test('a note has two lines on a full sheet', () => {
  const sections = [...ids, 'notes' as const].map((id) => ({
    id,
    lines: Array.from({ length: 100 }, () => line),
  }));
  const room = paperRoom(sections);
  expect([room.get('notes'), room.get('open')]).toEqual([2, 8]);
});

test('a sheet of several deployments has what is still not good of each, and never more than it holds', () => {
  const sectionsOf = (counts: readonly number[]) =>
    ids.map((id, index) => ({ id, lines: Array.from({ length: counts[index] ?? 0 }, () => line) }));
  const countsOf = fc.array(fc.nat(40), { minLength: ids.length, maxLength: ids.length });
  fc.assert(
    fc.property(fc.array(countsOf, { maxLength: 30 }), fc.nat(3), (deployments, unread) => {
      const rooms = paperRoomOfAll(deployments.map(sectionsOf), unread);
      // A quiet deployment has its heading and a line about its empty sections too.
      const headings = 3 * deployments.length + (unread === 0 ? 0 : 3 + unread);
      const lines = rooms.flatMap((room) => [...room.values()].map((each) => each + 3));
      const height = lines.reduce((sum, each) => sum + each, 0);
      expect(headings + height).toBeLessThanOrEqual(Math.max(62, headings + 12));
      rooms.forEach((room, index) => {
        for (const [id, shown] of room)
          expect(shown).toBeLessThanOrEqual(deployments[index]?.[ids.indexOf(id)] ?? 0);
      });
      if (deployments.length <= 5)
        rooms.forEach((room, index) => {
          if (deployments[index]?.[ids.indexOf('open')]) expect(room.get('open')).toBeGreaterThan(0);
        });
    }),
  );
});
