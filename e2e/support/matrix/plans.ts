/** Plans of the fault matrix: which faults are on at the same time, and which pages show them. */

import { lists, type Mode, type Subject } from '../../servers/faults/mode.ts';
import { modes } from '../../servers/faults/modes.ts';
import { deskPages, type MatrixPage, matrixPages, pagesReading, walls } from './pages.ts';

export type Faults = ReadonlyMap<Subject, Mode>;

export interface Plan {
  readonly faults: Faults;
  /** Pages that have good data when the faults begin. The first of them is open at that moment. */
  readonly afterGood: readonly MatrixPage[];
  readonly firstLoads: readonly MatrixPage[];
  /** Whether the faults also end before the first loads, and begin again for them. */
  readonly recoversTwice: boolean;
}

export function describeFaults(faults: Faults): string {
  return [...new Set(faults.values())]
    .map((mode) => {
      const on = [...faults.keys()].filter((subject) => faults.get(subject) === mode);
      return `${mode.rows.join(' ')} ${mode.name} on ${on.join(' and ')}`;
    })
    .join('; ');
}

/** Plans of `npm run matrix`: each mode by itself, on all endpoints that can have it, with all pages. */
export const fullPlans: readonly Plan[] = modes.map((mode) => ({
  faults: new Map(mode.on.map((subject) => [subject, mode])),
  afterGood: matrixPages,
  firstLoads: matrixPages,
  recoversTwice: true,
}));

/** Maximum number of faults at once. Three endpoints stay healthy, and their panels must not change. */
const mostFaults = 4;
/** Of this many plans one includes a wall. */
const plansPerWall = 4;

/**
 * Class of modes that recover alike. Only such modes are on together, because a plan checks the time of its
 * recovery.
 */
function classOf({ unreadable, due }: Mode): string {
  return `${unreadable} ${due}`;
}

/**
 * Distributes the modes so that each is on one endpoint. At most four modes of a class are on at once: one on
 * the status, the others on lists.
 */
function faultsTogether(): readonly Faults[] {
  return [...new Set(modes.map(classOf))].flatMap((name) => {
    const all: Map<Subject, Mode>[] = [];
    for (const [index, mode] of modes.filter((each) => classOf(each) === name).entries()) {
      const turn = index % lists.length;
      const inTurn: readonly Subject[] = ['status', ...lists.slice(turn), ...lists.slice(0, turn)];
      const free = (faults: Faults) =>
        inTurn.find((subject) => mode.on.includes(subject) && !faults.has(subject));
      const faults = all.find((each) => each.size < mostFaults && free(each)) ?? new Map<Subject, Mode>();
      if (faults.size === 0) all.push(faults);
      const subject = free(faults);
      if (subject) faults.set(subject, mode);
    }
    return all;
  });
}

/**
 * Plans of `npm test`: one page per faulty endpoint, in rotation, and one of the pages also at its first
 * load.
 */
export const briefPlans: readonly Plan[] = faultsTogether().map((faults, index) => {
  const afterGood = [...faults.keys()].flatMap((subject, place) => {
    const pages = pagesReading([subject], deskPages);
    return pages[(index + place) % pages.length] ?? [];
  });
  const wall = index % plansPerWall === 0 ? walls[(index / plansPerWall) % walls.length] : undefined;
  const loadable = pagesReading([...faults.keys()], deskPages);
  return {
    faults,
    afterGood: [...new Set([...afterGood, ...(wall ? [wall] : [])])],
    firstLoads: loadable.slice(index % loadable.length).slice(0, 1),
    // A page that is loaded after minutes of Retry-After needs more than one pause to recover. So these
    // faults end before it is loaded.
    recoversTwice: [...faults.values()].some(({ due }) => due !== undefined),
  };
});
