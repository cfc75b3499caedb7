import type { HandoverSection } from '#domain/history/handover/sections.ts';

type Section = Pick<HandoverSection, 'id' | 'lines'>;
type Room = ReadonlyMap<HandoverSection['id'], number>;

/** Maximum number of lines of all sections on one A4 sheet. */
const mostOnPaper = 36;

/** Maximum numbers of lines on paper. What happened and ended gets the remaining lines. */
const most: Readonly<Record<Exclude<HandoverSection['id'], 'ended'>, number>> = {
  blind: 5,
  open: 9,
  presence: 5,
  capacity: 3,
  words: 2,
  contradictions: 2,
  events: 4,
};

/** Divides the lines of a sheet of paper among the sections. */
export function paperRoom(sections: readonly Section[]): Room {
  const room = new Map<HandoverSection['id'], number>();
  let left = mostOnPaper;
  for (const { id, lines } of sections) {
    if (id === 'ended') continue;
    const own = Math.min(lines.length, most[id]);
    room.set(id, own);
    // A section without lines has a sentence instead.
    left -= Math.max(1, own);
  }
  return room.set('ended', left);
}
