/**
 * Debounces the state of each part of a deployment (component, region, nodes). A state counts once two status
 * readings in a row agree on it, by the rule of the verdict (debounced-severity.ts). Times are epoch
 * milliseconds of the observer's clock.
 */

import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { type DebouncedSeverity, debounceSeverity } from '#domain/verdict/debounced-severity.ts';
import type { Source, SourceRead } from '#host/history/reading.ts';
import type { DebouncedPart, PartKind, PartsReading } from '../messages.ts';
import type { Part, SeenParts } from './parts.ts';
import type { ObserverPast, PastState } from './past.ts';

/**
 * Number of status readings after which all parts are given again: a receiver that missed the last complete
 * list catches up.
 */
const relistAfter = 60;

/** Maximum number of followed parts of one deployment. A part that was always operational needs no entry. */
const mostFollowed = 2_000;

interface Followed {
  readonly part: Part;
  readonly debounced: DebouncedSeverity;
  readonly run: Pick<DebouncedPart, 'since' | 'notBefore'>;
  /** The debounced state; `null` until two status readings agree. */
  readonly current: DebouncedPart | null;
}

function keyOf({ kind, key }: Pick<Part, 'kind' | 'key'>): string {
  return `${kind} ${key}`;
}

/**
 * Computes the time range in which the state of a part changed: from the previous response about the part to
 * the newest one.
 */
function changeWindow(
  { sources }: Part,
  before: SeenParts['reads'],
  reads: SeenParts['reads'],
  now: number,
): Followed['run'] {
  const isNew = (source: Source) => reads[source] !== undefined && reads[source].at !== before[source]?.at;
  const own = sources.filter(isNew);
  const all: readonly Source[] = ['status', 'region', 'node'];
  const changed = own.length > 0 ? own : all.filter(isNew);
  const of = (from: SeenParts['reads']) =>
    changed.flatMap((source): readonly SourceRead[] => [from[source] ?? []].flat());
  // Without a new response the state changed because a response became too old.
  const earlier = changed.length > 0 ? of(before) : [before.status ?? []].flat();
  return {
    since: changed.length > 0 ? Math.max(...of(reads).map(({ at }) => at)) : now,
    notBefore: earlier.length > 0 ? Math.min(...earlier.map(({ sentAt }) => sentAt)) : null,
  };
}

function runIn({ since, notBefore }: PastState): Followed['run'] {
  return { since, notBefore };
}

function debouncedPartOf(
  { kind, key, name, word, severity, detail }: Part,
  run: Followed['run'],
): DebouncedPart {
  return { kind, key, name, word, severity, detail, ...run };
}

export class DebouncedParts {
  readonly #followed = new Map<string, Followed>();
  #reads: SeenParts['reads'] = {};
  #readingAt = Number.NEGATIVE_INFINITY;
  readonly #readings = new Map<PartKind, number>();
  /**
   * For each kind of part: the count of readings (see {@link #readings}) when {@link take} last returned
   * every part of the kind.
   */
  readonly #listed = new Map<PartKind, number>();
  #seen: SeenParts | null = null;
  /** By key, states of the history record. Each counts until the part is followed. */
  readonly #past = new Map<string, PastState>();
  #early: { readonly seen: SeenParts; readonly now: number } | null = null;

  remember({ parts, reads }: ObserverPast): void {
    this.#past.clear();
    for (const part of parts) this.#past.set(keyOf(part), part);
    if (this.#readings.size > 0) return;
    this.#reads = reads;
    if (this.#early) this.noteEarly(this.#early.seen, this.#early.now);
  }

  /**
   * Takes note of a status reading that came before the lists are known. It dates changes of components since
   * the history record, but does not count as a reading to debounce.
   */
  noteEarly(seen: SeenParts, now: number): void {
    this.#early = { seen, now };
    for (const part of seen.parts) {
      const key = keyOf(part);
      const isOfStatus = part.kind === 'component' && part.sources.every((source) => source === 'status');
      if (!isOfStatus || this.#past.get(key)?.severity === part.severity) continue;
      this.#past.set(key, { ...part, ...changeWindow(part, this.#reads, seen.reads, now) });
    }
    this.#reads = { ...this.#reads, ...seen.reads };
  }

  /**
   * Updates the debounced state of each part from a status reading.
   * @param readingAt - time of the reading, later than that of the call before.
   */
  follow(seen: SeenParts, readingAt: number, now: number): void {
    const present = new Set<string>();
    this.#early = null;
    for (const part of seen.parts) {
      present.add(keyOf(part));
      this.#followPart(part, seen, readingAt, now);
    }
    const followed = [...this.#followed].map(([key, { part }]) => [key, part] as const);
    for (const [key, part] of new Map<string, Part>([...this.#past, ...followed]))
      if (seen.complete.has(part.kind) && !present.has(key))
        this.#followPart({ ...part, severity: 'vanished', word: null, detail: '' }, seen, readingAt, now);
    for (const kind of new Set(seen.parts.map((part) => part.kind)))
      this.#readings.set(kind, (this.#readings.get(kind) ?? 0) + 1);
    this.#reads = { ...this.#reads, ...seen.reads };
    this.#readingAt = readingAt;
    this.#seen = seen;
  }

  get deployment(): DebouncedPart | null {
    return [...this.#followed.values()].find(({ part }) => part.kind === 'deployment')?.current ?? null;
  }

  /** Returns the debounced parts of the last status reading; `null` if none came since the last call. */
  take(): PartsReading | null {
    const seen = this.#seen;
    this.#seen = null;
    if (!seen) return null;
    const pending = new Set<PartKind>();
    const parts: DebouncedPart[] = [];
    for (const { part, current: held } of this.#followed.values()) {
      if (held) parts.push(held);
      else pending.add(part.kind);
    }
    const listed = [...seen.complete].filter((kind) => {
      const readings = this.#readings.get(kind) ?? 0;
      const isDue = readings - (this.#listed.get(kind) ?? Number.NEGATIVE_INFINITY) >= relistAfter;
      return isDue && readings > 1 && !pending.has(kind);
    });
    for (const kind of listed) this.#listed.set(kind, this.#readings.get(kind) ?? 0);
    // Parts without an entry were operational at every reading.
    const run = { since: this.#readingAt, notBefore: null };
    const good = seen.parts.filter((part) => listed.includes(part.kind) && !this.#followed.has(keyOf(part)));
    const runOf = (part: Part) => {
      const past = this.#past.get(keyOf(part));
      return past?.severity === 'ok' ? runIn(past) : run;
    };
    return { parts: [...parts, ...good.map((part) => debouncedPartOf(part, runOf(part)))], listed };
  }

  #followPart(part: Part, { reads }: SeenParts, readingAt: number, now: number): void {
    const key = keyOf(part);
    const before = this.#followed.get(key);
    const isFirst = (this.#readings.get(part.kind) ?? 0) === 0;
    const past = before ? undefined : this.#past.get(key);
    const wasGood = (past?.severity ?? 'ok') === 'ok';
    if (!before && wasGood && part.severity === 'ok' && part.kind !== 'deployment') return;
    if (!before && !this.#hasRoom(part.severity)) return;
    const good = { severity: 'ok', latest: 'ok', at: this.#readingAt } as const;
    const debounced = debounceSeverity(
      before?.debounced ?? (isFirst ? undefined : good),
      part.severity,
      readingAt,
    );
    const known = before ?? (past && { part: past, run: runIn(past) });
    const run =
      known?.part.severity === part.severity ? known.run : changeWindow(part, this.#reads, reads, now);
    // There is no reading before the first one: its state counts once the second reading agrees.
    const isDebounced = debounced.severity === part.severity && (before !== undefined || !isFirst);
    const held = isDebounced ? debouncedPartOf(part, run) : (before?.current ?? null);
    this.#followed.set(key, { part, debounced, run, current: held });
  }

  #hasRoom(severity: Severity): boolean {
    if (this.#followed.size < mostFollowed) return true;
    for (const [key, { part, current: held }] of this.#followed) {
      const isGoodAgain = held?.severity === 'ok' && part.severity === 'ok' && part.kind !== 'deployment';
      if (severityRank[severity] > 0 && isGoodAgain) return this.#followed.delete(key);
    }
    return false;
  }
}
