/**
 * The verdict over a window as parts (docs/understand/verdict.md): the worst of the document, its components, the
 * regions, and the nodes as one part. Each list counts only while it has coverage. All changes are processed in order
 * of time.
 */

import type { VerdictSettings } from '#contract/host.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { vanishedFor } from '#domain/roster/roster.ts';
import { classByNodes, classOfDocument, classOfRegion, classOfShare } from '#domain/verdict/part-classes.ts';
import { absentWord } from '../rows.ts';
import {
  assumedClass,
  classCount,
  classOf,
  noClass,
  severityOfClass,
  unknownClass,
  vanishedClass,
} from './classes.ts';
import type { SeenInterval } from './seen-time.ts';
import type { Parts } from './strip.ts';
import type { Track } from './track.ts';

/** A node and its regions by code, in order of time. Each place lasts until the next one's `from`. */
export interface PlacedNode {
  readonly places: readonly { readonly from: number; readonly region: string | null }[];
  readonly track: Track;
}

export interface VerdictSources {
  readonly document: Track;
  readonly components: readonly Track[];
  readonly regions: readonly { readonly code: string; readonly track: Track }[];
  readonly nodes: readonly PlacedNode[];
  readonly regionsSeen: readonly SeenInterval[];
  readonly nodesSeen: readonly SeenInterval[];
}

class Counts {
  readonly of = new Uint32Array(classCount);
  total = 0;

  move(from: number, to: number): void {
    if (from !== noClass) this.of[from] = (this.of[from] ?? 0) - 1;
    if (to !== noClass) this.of[to] = (this.of[to] ?? 0) + 1;
    this.total += Number(to !== noClass) - Number(from !== noClass);
  }

  get worst(): number {
    for (let place = classCount - 1; place > noClass; place -= 1) if ((this.of[place] ?? 0) > 0) return place;
    return noClass;
  }
}

/** The nodes of a region and the region's own entries. The class of a region follows from both. */
interface Site {
  total: number;
  bad: number;
  readonly own: number[];
  readonly counted: number[];
}

type Take = (before: number, after: number) => void;

interface Edge {
  readonly at: number;
  apply(): void;
}

/**
 * All changes of the tracks in a window, as numbers that sort by time, then by track. One sort is several times faster
 * than a merge.
 */
function changesIn(tracks: readonly Track[], { from, to }: Window): Float64Array {
  const begins = tracks.map((track) => track.indexAt(from) + 1);
  const ends = tracks.map((track) => track.indexAt(to - 1) + 1);
  const count = ends.reduce((sum, end, index) => sum + Math.max(0, end - (begins[index] ?? 0)), 0);
  const changes = new Float64Array(count);
  let place = 0;
  for (const [index, track] of tracks.entries())
    for (let span = begins[index] ?? 0; span < (ends[index] ?? 0); span += 1) {
      // Exact: a window is at most 401 days, which is 2^35 ms.
      changes[place] = (track.fromAt(span) - from) * tracks.length + index;
      place += 1;
    }
  return changes.sort();
}

class Sweep {
  readonly components = new Counts();
  readonly nodes = new Counts();
  readonly regions = new Counts();
  readonly sites = new Map<string, Site>();
  readonly settings: VerdictSettings;
  document = noClass;
  areRegionsSeen = false;
  nodesSeen: SeenInterval | null = null;

  constructor(settings: VerdictSettings) {
    this.settings = settings;
  }

  siteOf(code: string): Site {
    const site = this.sites.get(code) ?? { total: 0, bad: 0, own: [], counted: [] };
    this.sites.set(code, site);
    return site;
  }

  judge(site: Site): void {
    const byNodes = this.nodesSeen?.complete && this.settings.nodeShare !== false ? classByNodes(site) : null;
    for (const [index, own] of site.own.entries()) {
      const isGood = own !== noClass && own <= assumedClass;
      const isUnlisted = own === noClass || own === vanishedClass;
      const severity = isGood && byNodes ? byNodes : classOfRegion(severityOfClass(own));
      const next = isUnlisted ? noClass : classOf(severity);
      this.regions.move(site.counted[index] ?? noClass, next);
      site.counted[index] = next;
    }
  }

  judgeAll(): void {
    for (const site of this.sites.values()) if (site.own.length > 0) this.judge(site);
  }

  moveNode(site: Site | null, before: number, after: number): void {
    // An absent node does not count.
    const [from, to] = [before, after].map((each) => (each === vanishedClass ? noClass : each));
    this.nodes.move(from ?? noClass, to ?? noClass);
    if (!site) return;
    const isBad = (place = noClass) => place >= unknownClass;
    site.total += Number(to !== noClass) - Number(from !== noClass);
    site.bad += Number(isBad(to)) - Number(isBad(from));
    if (site.own.length > 0) this.judge(site);
  }

  /** How a node counts in its region, and the times at which it moves. */
  follow({ places }: PlacedNode): { readonly take: Take; readonly moves: readonly Edge[] } {
    const siteOf = (code: string | null) => (code === null ? null : this.siteOf(code));
    const [first, ...later] = places;
    let site = siteOf(first?.region ?? null);
    let held = noClass;
    const take: Take = (before, after) => {
      this.moveNode(site, before, after);
      held = after;
    };
    const moves = later.map(({ from, region }) => ({
      at: from,
      apply: () => {
        const currentClass = held;
        take(currentClass, noClass);
        site = siteOf(region);
        take(noClass, currentClass);
      },
    }));
    return { take, moves };
  }

  get class(): number {
    const listed = this.components.total;
    const leading = Math.max(this.document, this.components.worst);
    const document = leading === noClass ? noClass : classOf(classOfDocument(severityOfClass(leading), listed));
    const { regions, nodeShare } = this.settings;
    const byRegions = regions && this.areRegionsSeen ? this.regions.worst : noClass;
    return Math.max(
      document,
      byRegions,
      nodeShare !== false && this.nodesSeen ? this.#nodeClass(nodeShare) : noClass,
    );
  }

  #nodeClass(share: number): number {
    const { of, total } = this.nodes;
    return total === 0
      ? noClass
      : classOf(classOfShare((severity) => of[classOf(severity)] ?? 0, total, share));
  }
}

/** The classes of a window in order. The word of a part is its class. */
export class ClassParts implements Parts {
  readonly #from: number[] = [];
  readonly #classes: number[] = [];

  get count(): number {
    return this.#from.length;
  }

  add(from: number, place: number): void {
    if (this.#classes.at(-1) === place) return;
    this.#from.push(from);
    this.#classes.push(place);
  }

  fromAt(index: number): number {
    return this.#from[index] ?? Number.POSITIVE_INFINITY;
  }

  wordAt(index: number): number {
    return this.#classes[index] ?? noClass;
  }

  indexAt(time: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.fromAt(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function coverageEdges(
  intervals: readonly SeenInterval[],
  take: (seen: SeenInterval | null) => void,
): readonly Edge[] {
  return intervals.flatMap((interval) => [
    { at: interval.from, apply: () => take(interval) },
    { at: interval.to, apply: () => take(null) },
  ]);
}

/**
 * Times at which a component that is no longer listed stops to count as missing, as on the page
 * (docs/understand/verdict.md).
 */
function forgottenAt(track: Track, { from, to }: Window): readonly number[] {
  const times: number[] = [];
  for (let span = Math.max(0, track.indexAt(from)); span < track.count && track.fromAt(span) < to; span += 1) {
    const at = track.fromAt(span) + vanishedFor;
    if (track.wordAt(span) === absentWord && track.toAt(span) > at) times.push(at);
  }
  return times;
}

export function verdictParts(
  window: Window,
  sources: VerdictSources,
  settings: VerdictSettings,
  classOfWord: (word: number) => number,
): ClassParts {
  const sweep = new Sweep(settings);
  const nodes = sources.nodes.map((node) => ({ track: node.track, ...sweep.follow(node) }));
  const subjects: { readonly track: Track; readonly take: Take }[] = [
    {
      track: sources.document,
      take: (_, after) => {
        sweep.document = after;
      },
    },
    ...sources.components.map((track) => ({
      track,
      take: (before: number, after: number) => sweep.components.move(before, after),
    })),
    ...sources.regions.map(({ code, track }) => {
      const site = sweep.siteOf(code);
      const place = site.own.push(noClass) - 1;
      const take = (_: number, after: number) => {
        site.own[place] = after;
        sweep.judge(site);
      };
      return { track, take };
    }),
    ...nodes.map(({ track, take }) => ({ track, take })),
  ];
  const held = new Uint8Array(subjects.length);
  const places = Int32Array.from(subjects, ({ track }) => track.indexAt(window.from));
  const applyPart = (index: number) => {
    const subject = subjects[index];
    const place = places[index] ?? -1;
    if (!subject) return;
    const [before, after] = [
      held[index] ?? noClass,
      place === -1 ? noClass : classOfWord(subject.track.wordAt(place)),
    ];
    if (before === after) return;
    subject.take(before, after);
    held[index] = after;
  };
  for (let index = 0; index < subjects.length; index += 1) applyPart(index);
  const stopMissing = (index: number) => {
    if (held[index] !== vanishedClass) return;
    subjects[index]?.take(vanishedClass, noClass);
    held[index] = noClass;
  };
  const edges = [
    ...sources.components.flatMap((track, index) =>
      // The first subject is the document.
      forgottenAt(track, window).map((at) => ({ at, apply: () => stopMissing(index + 1) })),
    ),
    ...coverageEdges(sources.regionsSeen, (seen) => {
      sweep.areRegionsSeen = seen !== null;
    }),
    ...coverageEdges(sources.nodesSeen, (seen) => {
      sweep.nodesSeen = seen;
      sweep.judgeAll();
    }),
    ...nodes.flatMap(({ moves }) => moves),
  ].toSorted((a, b) => a.at - b.at);
  const changes = changesIn(
    subjects.map(({ track }) => track),
    window,
  );
  const parts = new ClassParts();
  let [change, edge] = [0, 0];
  const nextChange = () => {
    const packed = changes[change];
    return packed === undefined ? Number.POSITIVE_INFINITY : window.from + Math.floor(packed / subjects.length);
  };
  // Coverage is clipped to the window, so a list with coverage at its start gets an edge there.
  for (
    let at = window.from;
    at < window.to;
    at = Math.min(nextChange(), edges[edge]?.at ?? Number.POSITIVE_INFINITY)
  ) {
    for (; nextChange() <= at; change += 1) {
      const index = (changes[change] ?? 0) % subjects.length;
      places[index] = (places[index] ?? 0) + 1;
      applyPart(index);
    }
    for (; (edges[edge]?.at ?? Number.POSITIVE_INFINITY) <= at; edge += 1) edges[edge]?.apply();
    if (sweep.document !== noClass) parts.add(at, sweep.class);
  }
  return parts;
}
