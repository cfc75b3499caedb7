/** Changes as people tell them: what happened together is one entry, the worst of a minute first. */

import { parseCapacity } from '#contract/forms.ts';
import type { Integer } from '#contract/resources.ts';
import { narrow } from '../figures/arithmetic.ts';
import { type Claim, exact } from '../lists/claim.ts';
import { classify, type WordOverrides } from '../severity/classify.ts';
import { isGood, isProblem, type Severity, severityRank } from '../severity/severity.ts';
import { type Change, type ChangedSubject, type ChangeRoom, isOfState, roomOf } from './changes.ts';
import { checkOf } from './contradictions.ts';

/** What happened together. */
export interface ChangeGroup {
  /** The same for as long as it grows. */
  readonly key: string;
  /** When the first of it was seen, epoch milliseconds. */
  readonly at: number;
  /** When the last of its subjects changed again; `null` while one is still so. */
  readonly until: number | null;
  /** The region where that is one of them, else the first. */
  readonly lead: Change;
  /** Each subject once, the lead first. */
  readonly members: readonly Change[];
  /** Of the state that it led to; `null` where it tells of none. */
  readonly severity: Severity | null;
  /** Whether that state is a word that nobody knows and that was not seen before. */
  readonly isNewWord: boolean;
  readonly isRecovery: boolean;
  /** Of a time in which nobody looked: that, epoch milliseconds, and whether it was of all that is looked at. */
  readonly gap?: { readonly from: number; readonly to: number | null; readonly isOfAll: boolean };
}

/** Longest time between the first and the last of what happened together, milliseconds. */
const together = 60_000;
const minute = 60_000;

interface Growing {
  readonly key: string;
  readonly at: number;
  readonly members: Change[];
  readonly subjects: Set<string>;
  /** How many of them are still so. */
  open: number;
  lastEnd: number;
}

/** What must be the same for changes to be told together; a region stands with its own nodes. */
function sameness({ kind, subject, region, from, to, contradiction }: Change): string {
  if (contradiction) return JSON.stringify([kind, checkOf(contradiction)]);
  if (kind === 'moved' && subject === 'node') return JSON.stringify([kind, from, to]);
  const who = subject === 'region' || subject === 'node' ? ['place', region] : [subject];
  return JSON.stringify([kind, who, kind === 'gone' ? null : from, to]);
}

/** What has a state word; the rest comes and goes without harm. */
const stateful: ReadonlySet<ChangedSubject> = new Set(['status', 'component', 'region', 'node', 'endpoint']);

function severityOf(change: Change, words: WordOverrides): Severity | null {
  if (!stateful.has(change.subject)) return null;
  switch (change.kind) {
    case 'gone':
      return 'vanished';
    // Of our own sight, not of the service.
    case 'contact-lost':
    case 'contact-restored':
    case 'unobserved':
      return 'unvouched';
    case 'moved':
    case 'capacity':
    case 'renamed':
    case 'scopes':
    case 'contradiction-ended':
      return null;
    case 'contradicted':
      return change.contradiction?.severity ?? null;
    case 'state':
    case 'appeared':
    case 'word':
      return classify(change.to, words).severity;
  }
}

function isRecovery({ kind, from, to }: Change, words: WordOverrides): boolean {
  if (kind === 'contact-restored' || kind === 'contradiction-ended') return true;
  return kind === 'state' && isGood(classify(to, words).severity) && isProblem(classify(from, words).severity);
}

function finished({ key, at, members, open, lastEnd }: Growing, words: WordOverrides): ChangeGroup | null {
  const lead = members.find(({ subject }) => subject === 'region') ?? members[0];
  if (!lead) return null;
  const severity = severityOf(lead, words);
  return {
    key,
    at,
    until: open > 0 ? null : lastEnd,
    lead,
    members: [lead, ...members.filter((member) => member !== lead)],
    severity,
    isNewWord: severity === 'unknown' && members.some(({ isNewWord }) => isNewWord),
    isRecovery: isRecovery(lead, words),
  };
}

/** What tells of no state stands with what is good. */
export function rankOf({ severity }: ChangeGroup): number {
  return severity === null ? severityRank.ok : severityRank[severity];
}

/** Newest minute first; within a minute the worst first, what it contradicts behind it, and recoveries last. */
function compareGroups(a: ChangeGroup, b: ChangeGroup): number {
  return (
    Math.floor(b.at / minute) - Math.floor(a.at / minute) ||
    Number(a.isRecovery) - Number(b.isRecovery) ||
    rankOf(b) - rankOf(a) ||
    Number(a.lead.contradiction !== undefined) - Number(b.lead.contradiction !== undefined) ||
    b.at - a.at
  );
}

/** Of what a subject has one at a time: what changes it again ends what it was. */
function aspectOf(change: Change): string {
  const { kind, contradiction } = change;
  if (contradiction) return 'contradiction';
  const isOther = kind === 'renamed' || kind === 'scopes' || kind === 'word';
  return isOfState(change) && !isOther ? 'state' : kind;
}

/**
 * Tells together what is of one kind, had the same words before and after, lies in the same region, and was seen within
 * a minute.
 *
 * @param changes - newest first.
 */
export function groupChanges(changes: readonly Change[], words: WordOverrides): readonly ChangeGroup[] {
  const groups: Growing[] = [];
  const growing = new Map<string, Growing>();
  /** Subject → the last that it changed in. */
  const last = new Map<string, { readonly same: string; readonly group: Growing }>();
  for (const change of changes.toReversed()) {
    const same = sameness(change);
    const subject = `${aspectOf(change)} ${change.subject} ${change.id}`;
    const before = last.get(subject);
    // An endpoint is lost to each question that it is asked.
    if (before?.same === same) continue;
    if (before) {
      before.group.open -= 1;
      before.group.lastEnd = change.at;
    }
    const known = growing.get(same);
    // One subject that changed to and fro within the minute did so in two entries.
    const fits = known && change.at - known.at <= together && !known.subjects.has(subject);
    const group = fits
      ? known
      : {
          key: `${change.at} ${same} ${subject}`,
          at: change.at,
          members: [],
          subjects: new Set<string>(),
          open: 0,
          lastEnd: change.at,
        };
    if (!fits) groups.push(group);
    growing.set(same, group);
    group.subjects.add(subject);
    group.members.push(change);
    group.open += 1;
    last.set(subject, { same, group });
  }
  return groups
    .toReversed()
    .flatMap((group) => finished(group, words) ?? [])
    .toSorted(compareGroups);
}

/** By how much what is advertised changed, all together; `null` where not all of it is a capacity that can be counted. */
export function gainOf({ members }: ChangeGroup): Integer | null {
  let gain = 0n;
  for (const { from, to } of members) {
    const [before, after] = [parseCapacity(from ?? ''), parseCapacity(to ?? '')];
    if (before === null || after === null) return null;
    gain += after - before;
  }
  return narrow(gain);
}

/**
 * How many changed together: where older changes of their kind were let go, some of an entry may have been among them.
 *
 * @param forgotten - when the newest was that was let go, by room.
 */
export function claimOfGroup({ at, members }: ChangeGroup, forgotten: ReadonlyMap<ChangeRoom, number>): Claim {
  const isWhole = members.every(
    (member) => at - (forgotten.get(roomOf(member)) ?? Number.NEGATIVE_INFINITY) > together,
  );
  return isWhole ? exact : { kind: 'at-least', reasons: ['older changes are not kept'] };
}
