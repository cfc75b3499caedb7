/**
 * Keeps the state of all webhook targets: reported states of parts, and pending messages. A restart continues
 * with it (queue-file.ts stores it). Pure.
 */

import { randomUUID } from 'node:crypto';
import { isGood, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { DebouncedPart, PartsReading } from '../observe/messages.ts';
import { type Message, mostListed, type PartChange } from './message.ts';

export interface Reported {
  readonly severity: Severity;
  /**
   * Severity of each part that is not operational, by kind and key of the part. `null` for a state that an
   * older version stored, until the first status reading.
   */
  readonly parts: ReadonlyMap<string, Severity> | null;
}

export interface Queue {
  /** Last reported states, by slug of the deployment. */
  readonly reported: ReadonlyMap<string, Reported>;
  /** Pending messages by id of the target, oldest first. */
  readonly pending: ReadonlyMap<string, readonly Message[]>;
}

export const emptyQueue: Queue = { reported: new Map(), pending: new Map() };

/** Maximum number of pending messages of one target. The oldest are dropped. */
export const mostPending = 1_000;

/** Maximum number of parts of one deployment whose state is remembered. */
const mostRemembered = 4_000;

/** Filter of the messages that a target receives. */
export interface TargetFilter {
  readonly id: string;
  /** Slugs of the deployments that the target receives messages about; `null` for all. */
  readonly deployments: ReadonlySet<string> | null;
  /** Minimum severity before or after a change; `null` for every change. */
  readonly minimumSeverity: Severity | null;
}

export interface StatusReading {
  readonly slug: string;
  readonly name: string;
  readonly reading: PartsReading;
  readonly headline: string;
  /** Time of the reading in epoch milliseconds. */
  readonly at: number;
  readonly url: string | null;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function keyOf({ kind, key }: Pick<DebouncedPart, 'kind' | 'key'>): string {
  return `${kind} ${key}`;
}

function changeOf(part: DebouncedPart, before: Severity, { slug, name }: StatusReading): PartChange {
  const { kind, key, word, severity, since, notBefore, detail } = part;
  const isDeployment = kind === 'deployment';
  return {
    kind,
    key: isDeployment ? slug : key,
    name: isDeployment ? name : part.name,
    word,
    severity,
    before,
    since: isoOf(since),
    notBefore: notBefore === null ? null : isoOf(notBefore),
    detail,
  };
}

interface Difference {
  readonly parts: ReadonlyMap<string, Severity>;
  readonly changes: readonly PartChange[];
}

/**
 * Compares the parts of a status reading with the states that were last reported. A part that is missing,
 * although its kind is complete, is no longer listed.
 */
function difference(before: ReadonlyMap<string, Severity>, statusReading: StatusReading): Difference {
  const { parts: given, listed } = statusReading.reading;
  const parts = new Map(before);
  const changes: PartChange[] = [];
  const present = new Set<string>();
  for (const part of given) {
    if (part.kind === 'deployment') continue;
    const key = keyOf(part);
    present.add(key);
    const known = before.get(key) ?? 'ok';
    if (known === part.severity) continue;
    parts.delete(key);
    // A change that is not remembered would be reported at every reading.
    if (part.severity !== 'ok' && parts.size >= mostRemembered) continue;
    if (part.severity !== 'ok') parts.set(key, part.severity);
    if (!isGood(known) || !isGood(part.severity)) changes.push(changeOf(part, known, statusReading));
  }
  for (const [key, severity] of before) {
    const [kind, name] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    const listedKind = listed.find((each) => each === kind);
    if (!listedKind || present.has(key)) continue;
    parts.delete(key);
    if (severity === 'vanished') continue;
    parts.set(key, 'vanished');
    const vanishedPart = {
      kind: listedKind,
      key: name,
      name,
      word: null,
      since: null,
      notBefore: null,
      detail: '',
    };
    changes.push({ ...vanishedPart, severity: 'vanished', before: severity });
  }
  return { parts, changes };
}

/** Returns whether a change is severe enough for a target. Lost contact always is: it may hide anything. */
function passes(minimum: Severity | null, { severity, before }: PartChange): boolean {
  if (minimum === null || severity === 'unvouched' || before === 'unvouched') return true;
  const least = severityRank[minimum];
  return severityRank[severity] >= least || severityRank[before] >= least;
}

function worstFirst(changes: readonly PartChange[]): readonly PartChange[] {
  const rank = ({ severity, before }: PartChange) => severityRank[severity] * 10 + severityRank[before];
  return changes.toSorted((a, b) => rank(b) - rank(a));
}

function withMessages(
  pending: Queue['pending'],
  changes: readonly PartChange[],
  statusReading: StatusReading,
  [before, severity]: readonly [Severity, Severity],
  targets: readonly TargetFilter[],
  id: () => string,
): Queue['pending'] {
  const next = new Map(pending);
  const { slug: deployment, name, headline, url } = statusReading;
  for (const target of targets) {
    if (target.deployments && !target.deployments.has(deployment)) continue;
    const own = worstFirst(changes.filter((change) => passes(target.minimumSeverity, change)));
    if (own.length === 0) continue;
    const message: Message = {
      id: id(),
      deployment,
      name,
      severity,
      before,
      headline,
      at: isoOf(statusReading.at),
      url,
      changes: own.slice(0, mostListed),
      more: Math.max(0, own.length - mostListed),
    };
    next.set(target.id, [...(next.get(target.id) ?? []), message].slice(-mostPending));
  }
  return next;
}

/**
 * Returns the queue after a status reading. The first reading of a deployment is only remembered: changes
 * count from it.
 */
export function noted(
  queue: Queue,
  statusReading: StatusReading,
  targets: readonly TargetFilter[],
  id: () => string = randomUUID,
): Queue {
  const own = statusReading.reading.parts.find(({ kind }) => kind === 'deployment');
  if (!own) return queue;
  const known = queue.reported.get(statusReading.slug);
  const { parts, changes } = difference(known?.parts ?? new Map(), statusReading);
  const isVerdictSame = known?.severity === own.severity;
  if (isVerdictSame && known?.parts && changes.length === 0 && isEqual(known.parts, parts)) return queue;
  const reported = new Map(queue.reported).set(statusReading.slug, { severity: own.severity, parts });
  if (!known) return { ...queue, reported };
  const isVerdictChange = !isVerdictSame && (!isGood(own.severity) || !isGood(known.severity));
  const verdictChange = isVerdictChange ? [changeOf(own, known.severity, statusReading)] : [];
  const all = [...verdictChange, ...(known.parts ? changes : [])];
  const { pending } = queue;
  return all.length === 0
    ? { pending, reported }
    : {
        reported,
        pending: withMessages(pending, all, statusReading, [known.severity, own.severity], targets, id),
      };
}

function isEqual(a: ReadonlyMap<string, Severity>, b: ReadonlyMap<string, Severity>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

export function delivered(queue: Queue, target: string, id: string): Queue {
  const pending = new Map(queue.pending);
  const rest = (pending.get(target) ?? []).filter((message) => message.id !== id);
  if (rest.length > 0) pending.set(target, rest);
  else pending.delete(target);
  return { ...queue, pending };
}

export function retained(queue: Queue, slugs: ReadonlySet<string>, targets: readonly TargetFilter[]): Queue {
  const reported = new Map([...queue.reported].filter(([slug]) => slugs.has(slug)));
  const pending = new Map<string, readonly Message[]>();
  for (const { id, deployments } of targets) {
    const known = queue.pending.get(id) ?? [];
    const isMeant = ({ deployment }: Message) =>
      slugs.has(deployment) && (deployments === null || deployments.has(deployment));
    const own = known.filter(isMeant);
    if (own.length > 0) pending.set(id, own.length === known.length ? known : own);
  }
  const isSame =
    reported.size === queue.reported.size &&
    pending.size === queue.pending.size &&
    [...pending].every(([id, own]) => queue.pending.get(id) === own);
  return isSame ? queue : { reported, pending };
}
