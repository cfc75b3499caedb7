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

/** Maximum number of lines of a sheet with several deployments, in which headings count too. */
const mostOfAll = 62;
/** Lines for the sections of any number of deployments. Many deployments take more than one sheet. */
const leastOfAll = 12;
/** Lines that each deployment takes: its heading and the line about its empty sections. */
const headingOfDeployment = 3;
/** Lines that the heading of a section takes, with the sentence below it. */
const headingOfSection = 3;

/**
 * Divides the lines of a sheet of paper among the sections of several deployments: first the lines of `own`, the most
 * important section first, one line of each deployment after the other.
 * @param unread - number of deployments without a handover. Each has one line.
 * @returns in the order of `deployments`. A section without room is missing.
 */
export function paperRoomOfAll(deployments: readonly (readonly Section[])[], unread: number): readonly Room[] {
  const order = Object.keys(own);
  const rooms = deployments.map(() => new Map<HandoverSection['id'], number>());
  const lines = deployments
    .flatMap((sections, index) =>
      sections.flatMap(({ id, lines: { length } }) =>
        Array.from({ length }, (_line, number) => ({ index, id, number, isOwn: number < own[id] })),
      ),
    )
    .toSorted(
      (a, b) =>
        Number(b.isOwn) - Number(a.isOwn) ||
        order.indexOf(a.id) - order.indexOf(b.id) ||
        a.number - b.number ||
        a.index - b.index,
    );
  const taken = headingOfDeployment * deployments.length + (unread === 0 ? 0 : headingOfSection + unread);
  let left = Math.max(leastOfAll, mostOfAll - taken);
  for (const { index, id, number } of lines) {
    const room = rooms[index];
    const known = room?.get(id) ?? 0;
    if (!room || known !== number) continue;
    const cost = (known === 0 ? headingOfSection : 0) + (id === 'notes' ? 2 : 1);
    if (cost > left) continue;
    room.set(id, known + 1);
    left -= cost;
  }
  return rooms;
}
