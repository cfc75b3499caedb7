/** Since when a verdict has been what it is, from the spans of all that it rests on (docs/verdict.md). Pure. */

import type { SpanEntry, SubjectKind } from '#contract/history.ts';
import type { VerdictSettings } from '#contract/host.ts';
import { isGood, isProblem, type Severity, worst } from '../severity/severity.ts';
import { classByNodes, classOfDocument, classOfRegion, classOfShare } from '../verdict/part-classes.ts';

/** Epoch milliseconds. */
export interface Bracket {
  readonly from: number;
  /** When it was last asked for otherwise; `null` where that is not known. */
  readonly notBefore: number | null;
}

export interface VerdictSince {
  readonly severity: Severity;
  /** Since when nothing worse and nothing better was the worst. */
  readonly present: Bracket;
  /** Since when any was not good. */
  readonly notGood: Bracket;
}

type Counts = Map<Severity, number>;

function move(counts: Counts, before: Severity | undefined, after: Severity | null): void {
  if (before !== undefined) counts.set(before, (counts.get(before) ?? 0) - 1);
  if (after !== null) counts.set(after, (counts.get(after) ?? 0) + 1);
}

function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function present(counts: Counts): readonly Severity[] {
  return [...counts].flatMap(([severity, count]) => (count > 0 ? [severity] : []));
}

/** Id of a node → code of the region in which it stands now: where it stood then is not looked up. */
export type RegionOfNode = ReadonlyMap<string, string>;

/** What is so at a moment, of all subjects. */
class State {
  readonly #held = new Map<string, Severity>();
  /** Code → nodes that are listed there, and those of them that are not good. */
  readonly #sites = new Map<string, { total: number; bad: number }>();
  readonly #regionOf: RegionOfNode;
  readonly #counts: Readonly<Record<SubjectKind, Counts>> = {
    deployment: new Map(),
    component: new Map(),
    region: new Map(),
    node: new Map(),
  };
  readonly #settings: VerdictSettings;

  constructor(settings: VerdictSettings, regionOf: RegionOfNode) {
    this.#settings = settings;
    this.#regionOf = regionOf;
  }

  take({ kind, key, occurrence, word, severity }: SpanEntry): void {
    const id = `${kind} ${occurrence} ${key}`;
    // A list says nothing of those that are not in it; a component that is missing counts.
    const after = word === null && kind !== 'component' ? null : severity;
    const region = kind === 'node' ? this.#regionOf.get(key) : undefined;
    if (region !== undefined) this.#takeNode(region, this.#held.get(id), after);
    move(this.#counts[kind], this.#held.get(id), after);
    if (after === null) this.#held.delete(id);
    else this.#held.set(id, after);
  }

  #takeNode(region: string, before: Severity | undefined, after: Severity | null): void {
    const site = this.#sites.get(region) ?? { total: 0, bad: 0 };
    this.#sites.set(region, site);
    site.total += Number(after !== null) - Number(before !== undefined);
    site.bad += Number(after !== null && isProblem(after)) - Number(before !== undefined && isProblem(before));
  }

  /** What nodes make of regions whose own word is good. */
  #byNodes(): readonly Severity[] {
    return [...this.#sites].flatMap(([code, site]) => {
      const own = this.#held.get(`region 1 ${code}`);
      const severity = own !== undefined && isGood(own) ? classByNodes(site) : null;
      return severity ?? [];
    });
  }

  get class(): Severity {
    const { deployment, component, region, node } = this.#counts;
    const { regions, nodeShare } = this.#settings;
    const said = [...present(deployment), ...present(component)];
    const ofNodes =
      nodeShare === false ? 'ok' : classOfShare((severity) => node.get(severity) ?? 0, sumOf(node), nodeShare);
    return worst([
      ...(said.length === 0 ? [] : [classOfDocument(worst(said), sumOf(component))]),
      ...(regions
        ? [...present(region).map(classOfRegion), ...(nodeShare === false ? [] : this.#byNodes())]
        : []),
      ofNodes,
    ]);
  }
}

/** The moment of several spans that began together: each was still otherwise at the earliest of theirs. */
function bracketOf(from: number, spans: readonly SpanEntry[]): Bracket {
  const times = spans.map(({ notBefore }) => (notBefore === null ? null : Date.parse(notBefore)));
  const known = times.filter((time) => time !== null);
  return { from, notBefore: known.length === times.length ? Math.min(...known) : null };
}

/**
 * What was so before the window is known of those alone that still were: who was not good then without a break tells for
 * how long at least.
 */
function before(window: number, spans: readonly SpanEntry[], isSame: (severity: Severity) => boolean): Bracket {
  const alone = spans.filter(({ kind, word, severity }) => {
    if (kind === 'node' || (kind !== 'component' && word === null)) return false;
    return isSame(kind === 'region' ? classOfRegion(severity) : severity);
  });
  return { from: Math.min(window, ...alone.map(({ from }) => Date.parse(from))), notBefore: null };
}

/**
 * @param entries - of a window, of the document, its components, the regions and the nodes, as far as they count; all of
 *   each.
 * @param windowFrom - epoch milliseconds.
 * @param regionOf - empty where nobody asks what nodes make of their region.
 */
export function verdictSince(
  entries: readonly SpanEntry[],
  windowFrom: number,
  settings: VerdictSettings,
  regionOf: RegionOfNode = new Map(),
): VerdictSince | null {
  const state = new State(settings, regionOf);
  const begun = entries.filter(({ from }) => Date.parse(from) <= windowFrom);
  for (const entry of begun) state.take(entry);
  let severity = state.class;
  let [since, notGood]: (Bracket | null)[] = [
    before(windowFrom, begun, (each) => each === severity),
    isGood(severity) ? null : before(windowFrom, begun, (each) => !isGood(each)),
  ];
  const later = entries
    .filter(({ from }) => Date.parse(from) > windowFrom)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  for (let index = 0; index < later.length; ) {
    const from = Date.parse(later[index]?.from ?? '');
    const together: SpanEntry[] = [];
    for (let entry = later[index]; entry && Date.parse(entry.from) === from; entry = later[index]) {
      state.take(entry);
      together.push(entry);
      index += 1;
    }
    const next = state.class;
    if (next === severity) continue;
    since = bracketOf(from, together);
    if (isGood(next)) notGood = null;
    else if (isGood(severity)) notGood = since;
    severity = next;
  }
  return since && notGood && !isGood(severity) ? { severity, present: since, notGood } : null;
}
