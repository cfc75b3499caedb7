/**
 * Runs the cells of a plan (plans.ts): each page after good data or at its first load, and then the end of
 * the faults. A cell is one page under faults.
 */

import { subjectOf } from '../../servers/documented.ts';
import type { Look, Panel } from '../look.ts';
import { change, type Lane, pollSeconds, type Viewer } from './lane.ts';
import { endpointsPage, type MatrixPage, matrixPages } from './pages.ts';
import { describeFaults, type Faults, type Plan } from './plans.ts';

/** Seconds after which every endpoint is due: the longest documented lifetime plus 5 %. */
const everythingDue = 320;
/** Maximum seconds until a failing endpoint is retried, with the jitter between screens. */
const slowRetry = 32;
const minute = 60;

/**
 * Panels that show a wrong state while faults are on.
 *
 * @param isFirstLoad - whether the page has had no good data. An endpoint that never had another response
 *   than a 404 or the like is not offered (docs/understand/freshness.md). That is a fresh fact.
 */
function wrongPanels(
  at: MatrixPage,
  faults: Faults,
  panels: readonly Panel[],
  isFirstLoad: boolean,
): readonly string[] {
  const isAffected = at.reads.some((subject) => faults.has(subject));
  return panels.flatMap(({ label, freshness, good }) => {
    const subject = at.panels[label];
    const mode = subject === undefined ? undefined : faults.get(subject);
    const isUnaffected = subject === undefined ? !isAffected : mode === undefined;
    if (isUnaffected && at.path !== null && freshness !== 'fresh')
      return [`${label} is ${freshness}, untouched`];
    if (!mode?.unreadable) return [];
    const mayBeFresh = isFirstLoad && mode.rows.includes('A14');
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

  /**
   * Reads the page until it shows no problem or a short real time is over. Reports the problems that remain.
   *
   * @param judge - returns the problems of the panels.
   */
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

function begin(lane: Lane, { faults }: Plan): Promise<void> {
  return change(lane, faults.keys(), () => {
    for (const [subject, mode] of faults) lane.server.put(mode, [subject]);
  });
}

/**
 * Ends the faults, and expects that the open page recovers in the time that docs/understand/freshness.md
 * promises.
 */
async function recover(
  lane: Lane,
  viewer: Viewer,
  cells: Cells,
  at: MatrixPage,
  { faults }: Plan,
): Promise<void> {
  await change(lane, faults.keys(), () => lane.server.heal());
  const modes = [...faults.values()];
  const due = Math.max(0, ...modes.map((mode) => mode.due ?? 0));
  const isUnreadable = modes.every(({ unreadable }) => unreadable);
  if (isUnreadable && due === 0 && faults.has('status')) {
    await viewer.time.jump(pollSeconds + 2);
    const isStatus = ({ label }: Panel) => at.panels[label] === 'status';
    await cells.see(`${at.name}, ${pollSeconds + 2} s after its end`, (panels) =>
      stale(panels.filter(isStatus)),
    );
    await viewer.time.pass(5);
  } else await viewer.time.jump(Math.max(isUnreadable ? slowRetry : everythingDue, due) * 1.05 + 2);
  await cells.see(`${at.name}, after its end`, stale);
}

async function firstLoad(viewer: Viewer, cells: Cells, at: MatrixPage, { faults }: Plan): Promise<void> {
  await viewer.load(at);
  await cells.see(`${at.name} on first load`, (panels) => wrongPanels(at, faults, panels, true));
}

/**
 * Reads the server's log, and expects that no header of a fault made the page request too often or ignore a
 * pause.
 */
async function expectNoStorm({ server }: Lane, viewer: Viewer, cells: Cells, { faults }: Plan): Promise<void> {
  /** Subject → minimum seconds between two equal requests, whatever headers the fault sends. */
  const least = new Map(
    [...faults].flatMap(([subject, { rows, due = 1 }]) => {
      if (rows.includes('A11') || rows.includes('A12')) return [[subject, due] as const];
      // The status is polled at its own interval, whatever headers it has.
      return subject !== 'status' && rows.some((row) => /^A6[2-6]$/.test(row)) ? [[subject, 5] as const] : [];
    }),
  );
  if (least.size === 0) return;
  const before = server.log.length;
  await viewer.time.pass(minute);
  const last = new Map<string, number>();
  for (const { path, query, at } of server.log.slice(before)) {
    const pause = (at - (last.get(path + query) ?? Number.NEGATIVE_INFINITY)) / 1000;
    const shortest = least.get(subjectOf(path)) ?? 0;
    if (pause < shortest - 1)
      cells.report(path, [`asked again after ${pause} s, not before ${shortest} s is allowed`]);
    last.set(path + query, at);
  }
}

async function afterGoodData(lane: Lane, viewer: Viewer, cells: Cells, plan: Plan): Promise<void> {
  const [open, ...others] = plan.afterGood;
  if (!open) return;
  // The page of all endpoints is opened first, so that good data is cached for every page. One page stays
  // open when the fault begins; the others are opened during the fault.
  for (const at of others.length > 0 ? [endpointsPage, open] : [open]) {
    await viewer.go(at);
    await cells.see(`${at.name} before it`, stale);
  }
  await begin(lane, plan);
  await viewer.time.jump(everythingDue);
  for (const at of plan.afterGood) {
    if (at !== open) await viewer.go(at);
    await cells.see(`${at.name} after good data`, (panels) => wrongPanels(at, plan.faults, panels, false));
  }
  await expectNoStorm(lane, viewer, cells, plan);
}

/**
 * Runs all cells of a plan. The open page must have good data.
 *
 * @returns the problems, one sentence each.
 */
export async function walk(lane: Lane, viewer: Viewer, plan: Plan): Promise<readonly string[]> {
  const cells = new Cells(describeFaults(plan.faults), viewer);
  const trapped = lane.server.trapped.length;
  try {
    await afterGoodData(lane, viewer, cells, plan);
    const last = plan.afterGood.at(-1);
    if (last && (plan.recoversTwice || plan.firstLoads.length === 0))
      await recover(lane, viewer, cells, last, plan);
    for (const at of plan.firstLoads) {
      // Begins the faults again, even if they are on, so that the host serves no list from before. Such a list
      // does not prove that the deployment responds, so a page without a status would count as lost.
      await begin(lane, plan);
      await firstLoad(viewer, cells, at, plan);
      await recover(lane, viewer, cells, at, plan);
    }
    cells.report('trap', lane.server.trapped.slice(trapped));
  } catch (cause) {
    cells.report('the walk', [String(cause).slice(0, 400)]);
  } finally {
    lane.server.heal();
  }
  return cells.problems;
}

/** Opens all pages without a fault, and reports panels that are not fresh. */
export async function walkInPeace(viewer: Viewer): Promise<readonly string[]> {
  const cells = new Cells('Nothing wrong', viewer);
  await viewer.load(endpointsPage);
  for (const at of matrixPages) {
    await viewer.go(at);
    await cells.see(at.name, stale);
  }
  return cells.problems;
}
