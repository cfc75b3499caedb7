/** The cells of one mode: each page of a plan on a first load, or after good data; then the end of the fault. */

import { subjectOf } from '../../servers/documented.ts';
import type { Mode, Subject } from '../../servers/faults/mode.ts';
import type { Look, Panel } from '../look.ts';
import { change, describe, type Lane, pollSeconds, type Viewer } from './lane.ts';
import { endpointsPage, type MatrixPage, matrixPages } from './pages.ts';

export interface Plan {
  readonly mode: Mode;
  readonly on: readonly Subject[];
  readonly firstLoads: readonly MatrixPage[];
  readonly afterGood: readonly MatrixPage[];
}

/** The longest of the document's lifetimes and 5 % more: then everything is due. */
const everythingDue = 320;
/** Seconds after which what failed for a while is asked again, with the delay that spreads screens. */
const slowRetry = 32;
const minute = 60;
type Faulty = Pick<Plan, 'mode' | 'on'>;

/** What never answered and says 404 and the like is not offered (docs/understand/freshness.md): that is a fresh fact. */
function isNotOffered({ mode }: Faulty): boolean {
  return mode.rows.includes('A14');
}

/**
 * Panels that are not as they must be while a mode is on.
 *
 * @param mayBeFresh - whether what the panels say of an answer that is none can itself be fresh.
 */
function misled(
  at: MatrixPage,
  { mode, on }: Faulty,
  panels: readonly Panel[],
  mayBeFresh = false,
): readonly string[] {
  const touched = at.reads.some((subject) => on.includes(subject));
  return panels.flatMap(({ label, freshness, good }) => {
    const rests = at.panels[label];
    const isOthers = rests === undefined ? !touched : !on.includes(rests);
    if (isOthers && at.path !== null && freshness !== 'fresh') return [`${label} is ${freshness}, untouched`];
    if (rests === undefined || isOthers || !mode.unreadable) return [];
    if (freshness === 'fresh' && !mayBeFresh) return [`${label} is fresh though its answer is none`];
    return good > 0 ? [`${label} is green though its answer is none`] : [];
  });
}

function stale(panels: readonly Panel[]): readonly string[] {
  return panels
    .filter(({ freshness }) => freshness !== 'fresh')
    .map(({ label, freshness }) => `${label} is ${freshness}, though nothing is wrong`);
}

class Cells {
  readonly problems: string[] = [];
  readonly #name: string;
  readonly #viewer: Viewer;
  #told: number;

  constructor(name: string, viewer: Viewer) {
    this.#name = name;
    this.#viewer = viewer;
    this.#told = viewer.faults.length;
  }

  tell(where: string, problems: readonly string[]): void {
    for (const problem of problems) {
      const sentence = `${this.#name}, ${where}: ${problem}`;
      this.problems.push(sentence);
      process.stdout.write(`   ${sentence}\n`);
    }
  }

  /** Looks at a page; `judge` says what is wrong with its panels. */
  async see(where: string, judge: (panels: readonly Panel[]) => readonly string[]): Promise<Look> {
    const seen = await this.#viewer.see(({ panels }) => judge(panels).length === 0);
    this.tell(where, [...seen.sins, ...judge(seen.panels), ...(seen.blank ? ['the page is blank'] : [])]);
    this.tell(where, this.#viewer.faults.slice(this.#told));
    this.#told = this.#viewer.faults.length;
    return seen;
  }
}

/** The fault ends: what it hid is back as soon as docs/understand/freshness.md promises, on the page that is open. */
async function recover(
  lane: Lane,
  viewer: Viewer,
  cells: Cells,
  at: MatrixPage,
  faulty: Faulty,
): Promise<void> {
  const { mode, on } = faulty;
  await change(lane, on, () => lane.server.heal());
  if (mode.unreadable && mode.due === undefined && on.includes('status')) {
    await viewer.time.jump(pollSeconds + 2);
    const isStatus = ({ label }: Panel) => at.panels[label] === 'status';
    await cells.see(`${at.name}, ${pollSeconds + 2} s after its end`, (panels) =>
      stale(panels.filter(isStatus)),
    );
    await viewer.time.pass(5);
  } else if (mode.unreadable) await viewer.time.jump(Math.max(slowRetry, mode.due ?? 0) * 1.05 + 2);
  else await viewer.time.jump(Math.max(everythingDue, (mode.due ?? 0) * 1.05));
  await cells.see(`${at.name}, after its end`, stale);
}

async function firstLoad(lane: Lane, viewer: Viewer, cells: Cells, at: MatrixPage, plan: Plan): Promise<void> {
  const { server } = lane;
  await change(lane, plan.on, () => server.put(plan.mode, plan.on));
  await viewer.load(at);
  await cells.see(`${at.name} on first load`, (panels) => misled(at, plan, panels, isNotOffered(plan)));
  await recover(lane, viewer, cells, at, plan);
}

/** Seconds that must lie between two requests for the same, whatever the headers of a mode say. */
function leastPause({ mode }: Plan): number {
  if (mode.rows.some((row) => row === 'A11' || row === 'A12')) return mode.due ?? 1;
  return mode.on.includes('status') ? 0 : 5;
}

/** Headers that set off a storm of requests, or are not waited for, show in the server's log. */
async function expectNoStorm({ server }: Lane, viewer: Viewer, cells: Cells, plan: Plan): Promise<void> {
  if (!plan.mode.rows.some((row) => /^A(?:1[12]|6[2-7])$/.test(row))) return;
  const before = server.log.length;
  await viewer.time.pass(minute);
  const least = leastPause(plan);
  const last = new Map<string, number>();
  for (const { path, query, at } of server.log.slice(before)) {
    const pause = (at - (last.get(path + query) ?? Number.NEGATIVE_INFINITY)) / 1000;
    if (plan.on.includes(subjectOf(path)) && pause < least - 1)
      cells.tell(path, [`asked again after ${pause} s, not before ${least} s is allowed`]);
    last.set(path + query, at);
  }
}

async function afterGoodData(lane: Lane, viewer: Viewer, cells: Cells, plan: Plan): Promise<void> {
  const { server } = lane;
  const [open, ...others] = plan.afterGood;
  if (!open) return;
  // The page that reads everything gives good data to all; the one that is open meets the fault, the others find it.
  for (const at of others.length > 0 ? [endpointsPage, open] : [open]) {
    await viewer.go(at);
    await cells.see(`${at.name} before it`, stale);
  }
  await change(lane, plan.on, () => server.put(plan.mode, plan.on));
  await viewer.time.jump(everythingDue);
  const judge = (at: MatrixPage) =>
    cells.see(`${at.name} after good data`, (panels) => misled(at, plan, panels));
  await judge(open);
  for (const at of others) {
    await viewer.go(at);
    await judge(at);
  }
  await expectNoStorm(lane, viewer, cells, plan);
  await recover(lane, viewer, cells, others.at(-1) ?? open, plan);
}

/** Walks all cells of a plan; returns what was wrong, in sentences. */
export async function walk(lane: Lane, viewer: Viewer, plan: Plan): Promise<readonly string[]> {
  const cells = new Cells(describe(plan.mode, plan.on), viewer);
  const trapped = lane.server.trapped.length;
  try {
    for (const at of plan.firstLoads) await firstLoad(lane, viewer, cells, at, plan);
    await afterGoodData(lane, viewer, cells, plan);
    cells.tell('trap', lane.server.trapped.slice(trapped));
  } catch (cause) {
    cells.tell('the walk', [String(cause).slice(0, 400)]);
  } finally {
    lane.server.heal();
  }
  return cells.problems;
}

/** Goes through all pages while nothing is wrong, so that a panel that is never fresh shows as such. */
export async function walkInPeace(viewer: Viewer): Promise<readonly string[]> {
  const cells = new Cells('Nothing wrong', viewer);
  await viewer.load(endpointsPage);
  for (const at of matrixPages) {
    await viewer.go(at);
    await cells.see(at.name, stale);
  }
  return cells.problems;
}
