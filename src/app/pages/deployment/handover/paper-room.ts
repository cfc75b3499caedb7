import type { HandoverSection } from '#domain/history/handover/sections.ts';

type Section = Pick<HandoverSection, 'id' | 'lines'>;
type Room = ReadonlyMap<HandoverSection['id'], number>;

/** Maximum number of lines of all sections on one A4 sheet. */
const mostOnPaper = 36;

/** Lines that a section has on paper if it needs them, the most important section first. Together they fit. */
const own: Readonly<Record<HandoverSection['id'], number>> = {
  open: 8,
  ended: 5,
  blind: 4,
  presence: 4,
  capacity: 3,
  words: 2,
  contradictions: 2,
  events: 3,
  notes: 2,
};

/**
 * Computes the lines of a section on paper. A section without lines has a sentence instead. A note has two: who and
 * when, and its words. Only notes may be missing, so their heading counts too.
 */
function linesOnPaper(id: HandoverSection['id'], lines: number): number {
  return id === 'notes' ? lines * 2 + 1 : Math.max(1, lines);
}

/** Divides the lines of a sheet of paper among the sections. What one does not need is for the others but notes. */
export function paperRoom(sections: readonly Section[]): Room {
  const order = Object.keys(own);
  const byImportance = sections.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const room = new Map(sections.map(({ id, lines }) => [id, Math.min(lines.length, own[id])]));
  let left = mostOnPaper - [...room].reduce((sum, [id, lines]) => sum + linesOnPaper(id, lines), 0);
  for (const { id, lines } of byImportance) {
    if (id === 'notes') continue;
    const known = room.get(id) ?? 0;
    const more = Math.min(left, lines.length - known);
    room.set(id, known + more);
    left -= more;
  }
  return room;
}
