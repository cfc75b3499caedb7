import { expect, test } from 'vitest';
import type { HandoverLine } from '#domain/history/handover/lines.ts';
import type { HandoverSection } from '#domain/history/handover/sections.ts';
import { paperRoom } from './paper-room.ts';

const ids = [
  'blind',
  'open',
  'ended',
  'presence',
  'capacity',
  'words',
  'contradictions',
  'events',
] as const satisfies readonly HandoverSection['id'][];
const line: HandoverLine = { subjects: [], severity: null, clauses: [] };

function roomOf(count: number) {
  const sections = ids.map((id) => ({ id, lines: Array.from({ length: count }, () => line) }));
  return paperRoom(sections);
}

test('a full sheet has lines of every section', () => {
  const room = roomOf(100);
  expect(room.get('ended')).toBe(6);
  expect([...room.values()].reduce((sum, lines) => sum + lines, 0)).toBe(36);
});

test('what the others do not need is for what happened and ended', () => {
  expect(roomOf(1).get('ended')).toBe(29);
  expect(roomOf(0).get('ended')).toBe(29);
});
