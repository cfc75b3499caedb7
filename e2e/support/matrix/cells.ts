/**
 * The cells of one mode: each page of a plan, on first load or after good data, then the end of the fault.
 */

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

/** Seconds: the longest documented lifetime plus 5 %. After that every endpoint is due. */
const everythingDue = 320;
/** Seconds until a failing endpoint is retried, with the jitter between screens. */
const slowRetry = 32;
const minute = 60;
type Faulty = Pick<Plan, 'mode' | 'on'>;

/**
 * An endpoint that never answered and returns 404 or the like is not offered (docs/understand/freshness.md).
 * That is a fresh fact.
 */
function isNotOffered({ mode }: Faulty): boolean {
  return mode.rows.includes('A14');
}

/**
 * Panels in a wrong state while a mode is on.
 *
 * @param mayBeFresh - whether a panel may be fresh although its response is unusable.
 */
function wrongPanels(
  at: MatrixPage,
  { mode, on }: Faulty,
  panels: readonly Panel[],
  mayBeFresh = false,
): readonly string[] {
  const isAffected = at.reads.some((subject) => on.includes(subject));
  return panels.flatMap(({ label, freshness, good }) => {
    const subject = at.panels[label];
    const isUnaffected = subject === undefined ? !isAffected : !on.includes(subject);
    if (isUnaffected && at.path !== null && freshness !== 'fresh')
      return [`${label} is ${freshness}, untouched`];
    if (subject === undefined || isUnaffected || !mode.unreadable) return [];
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
  #reportedFaults: number;

  constructor(name: string, viewer: Viewer) {
    this.#name = name;
    this.#viewer = viewer;
    this.#reportedFaults = viewer.faults.length;
  }

  report(where: string, problems: readonly string[]): void {
    for (const problem of problems) {
      const sentence = `${this.#name}, ${where}: ${problem}`;
      this.problems.push(sentence);
      process.stdout.write(`   ${sentence}\n`);
    }
  }

  /** Reads a page. `judge` returns the faults of its panels. */
  async see(where: string, judge: (panels: readonly Panel[]) => readonly string[]): Promise<Look> {
    const seen = await this.#viewer.see(({ panels }) => judge(panels).length === 0);
    this.report(where, [
      ...seen.violations,
      ...judge(seen.panels),
      ...(seen.blank ? ['the page is blank'] : []),
    ]);
    this.report(where, this.#viewer.faults.slice(this.#reportedFaults));
    this.#reportedFaults = this.#viewer.faults.length;
    return seen;
  }
}

/** Ends the fault. The open page must recover as soon as docs/understand/freshness.md promises. */
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
  await cells.see(`${at.name} on first load`, (panels) => wrongPanels(at, plan, panels, isNotOffered(plan)));
  await recover(lane, viewer, cells, at, plan);
}

/** Least seconds between two equal requests, whatever headers a mode sends. */
function leastPause({ mode }: Plan): number {
  if (mode.rows.some((row) => row === 'A11' || row === 'A12')) return mode.due ?? 1;
  return mode.on.includes('status') ? 0 : 5;
}

/** Detects headers that cause a storm of requests or are ignored, in the server's log. */
async function expectNoStorm({ server }: Lane, viewer: Viewer, cells: Cells, plan: Plan): Promise<void> {
  if (!plan.mode.rows.some((row) => /^A(?:1[12]|6[2-7])$/.test(row))) return;
  const before = server.log.length;
  await viewer.time.pass(minute);
  const least = leastPause(plan);
  const last = new Map<string, number>();
  for (const { path, query, at } of server.log.slice(before)) {
    const pause = (at - (last.get(path + query) ?? Number.NEGATIVE_INFINITY)) / 1000;
    if (plan.on.includes(subjectOf(path)) && pause < least - 1)
      cells.report(path, [`asked again after ${pause} s, not before ${least} s is allowed`]);
    last.set(path + query, at);
  }
}

async function afterGoodData(lane: Lane, viewer: Viewer, cells: Cells, plan: Plan): Promise<void> {
  const { server } = lane;
  const [open, ...others] = plan.afterGood;
  if (!open) return;
  // The page that reads every endpoint caches good data for all pages. The open page meets the fault, the
  // others load during it.
  for (const at of others.length > 0 ? [endpointsPage, open] : [open]) {
    await viewer.go(at);
    await cells.see(`${at.name} before it`, stale);
  }
  await change(lane, plan.on, () => server.put(plan.mode, plan.on));
  await viewer.time.jump(everythingDue);
  const judge = (at: MatrixPage) =>
    cells.see(`${at.name} after good data`, (panels) => wrongPanels(at, plan, panels));
  await judge(open);
  for (const at of others) {
    await viewer.go(at);
    await judge(at);
  }
  await expectNoStorm(lane, viewer, cells, plan);
  await recover(lane, viewer, cells, others.at(-1) ?? open, plan);
}

/**
 * Walks all cells of a plan.
 *
 * @returns the problems, one sentence each.
 */
export async function walk(lane: Lane, viewer: Viewer, plan: Plan): Promise<readonly string[]> {
  const cells = new Cells(describe(plan.mode, plan.on), viewer);
  const trapped = lane.server.trapped.length;
  try {
    for (const at of plan.firstLoads) await firstLoad(lane, viewer, cells, at, plan);
    await afterGoodData(lane, viewer, cells, plan);
    cells.report('trap', lane.server.trapped.slice(trapped));
  } catch (cause) {
    cells.report('the walk', [String(cause).slice(0, 400)]);
  } finally {
    lane.server.heal();
  }
  return cells.problems;
}

/** Visits all pages without a fault, to find panels that are never fresh. */
export async function walkInPeace(viewer: Viewer): Promise<readonly string[]> {
  const cells = new Cells('Nothing wrong', viewer);
  await viewer.load(endpointsPage);
  for (const at of matrixPages) {
    await viewer.go(at);
    await cells.see(at.name, stale);
  }
  return cells.problems;
}
