/** The cells of one scene: each page of a plan, after good data or on first load, then the end of the faults. */

import { subjectOf } from '../../servers/documented.ts';
import type { Look, Panel } from '../look.ts';
import { change, type Lane, pollSeconds, type Viewer } from './lane.ts';
import { endpointsPage, type MatrixPage, matrixPages } from './pages.ts';
import { describeFaults, type Faults, type Plan } from './plans.ts';

/** Seconds: the longest documented lifetime plus 5 %. After that every endpoint is due. */
const everythingDue = 320;
/** Seconds until a failing endpoint is retried, with the jitter between screens. */
const slowRetry = 32;
const minute = 60;

/**
 * Panels in a wrong state while faults are on.
 *
 * @param isFirstLoad - whether the page has had no good data. An endpoint that never answered and returns 404 or
 * the like is then not offered (docs/understand/freshness.md). That is a fresh fact.
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

function begin(lane: Lane, { faults }: Plan): Promise<void> {
  return change(lane, faults.keys(), () => {
    for (const [subject, mode] of faults) lane.server.put(mode, [subject]);
  });
}

/** Ends the faults. The open page must recover as soon as docs/understand/freshness.md promises. */
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

/** Detects headers that cause a storm of requests or are ignored, in the server's log. */
async function expectNoStorm({ server }: Lane, viewer: Viewer, cells: Cells, { faults }: Plan): Promise<void> {
  /** Subject → least seconds between two equal requests, whatever headers its mode sends. */
  const least = new Map(
    [...faults].flatMap(([subject, { rows, due = 1 }]) => {
      if (rows.includes('A11') || rows.includes('A12')) return [[subject, due] as const];
      // The status is polled at its own interval, whatever its headers.
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
  // The page that reads every endpoint caches good data for all pages. The open page meets the fault, the
  // others load during it.
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
 * Walks all cells of a plan. The page must have good data.
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
      // Again, even if they are on: a list that the host still holds from before does not show that the deployment
      // responds, so the page would count as lost without a status.
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
