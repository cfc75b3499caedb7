import type { HandoverSection } from '#domain/history/handover/sections.ts';

type Section = Pick<HandoverSection, 'id' | 'lines'>;
type Room = ReadonlyMap<HandoverSection['id'], number>;

/** Maximum number of lines of all sections on one A4 sheet. */
const mostOnPaper = 36;

/** Lines that a section has on paper if it needs them, the most important section first. Together they fit. */
const own: Readonly<Record<HandoverSection['id'], number>> = {
  open: 9,
  ended: 6,
  blind: 5,
  presence: 5,
  capacity: 3,
  words: 2,
  contradictions: 2,
  events: 4,
};

/** Divides the lines of a sheet of paper among the sections. What one does not need is for the others. */
export function paperRoom(sections: readonly Section[]): Room {
  const order = Object.keys(own);
  const byImportance = sections.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const room = new Map(sections.map(({ id, lines }) => [id, Math.min(lines.length, own[id])]));
  // A section without lines has a sentence instead.
  let left = mostOnPaper - [...room.values()].reduce((sum, lines) => sum + Math.max(1, lines), 0);
  for (const { id, lines } of byImportance) {
    const known = room.get(id) ?? 0;
    const more = Math.min(left, lines.length - known);
    room.set(id, known + more);
    left -= more;
  }
  return room;
}
