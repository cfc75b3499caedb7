import { parseCapacity } from '#contract/forms.ts';
import type { Integer } from '#contract/resources.ts';
import { checkOf } from '../contradictions/checks.ts';
import { type Claim, exact } from '../lists/claim.ts';
import { narrow } from '../numbers/arithmetic.ts';
import { classify, type WordOverrides } from '../severity/classify.ts';
import { isGood, isProblem, type Severity, severityRank } from '../severity/severity.ts';
import { type Change, type ChangedSubject, type ChangeRoom, isOfState, roomOf } from './changes.ts';

export interface ChangeGroup {
  /** Key of the group, which stays the same while the group grows. */
  readonly key: string;
  /** Time of the group's first change, in epoch milliseconds. */
  readonly at: number;
  /**
   * When the last of the group's subjects changed again, in epoch milliseconds; `null` while one still has
   * the state.
   */
  readonly until: number | null;
  /** Change that stands for the group: that of the region if there is one, otherwise the first change. */
  readonly lead: Change;
  /** One change for each subject, `lead` first. */
  readonly members: readonly Change[];
  /** Severity of the new state; `null` if the change sets no state. */
  readonly severity: Severity | null;
  /** Whether the new state is an unknown status word that the deployment never sent before. */
  readonly isNewWord: boolean;
  readonly isRecovery: boolean;
  /**
   * Present if the group is a gap in coverage: its times in epoch milliseconds, and whether it concerns all
   * endpoints. `to` is `null` while it lasts.
   */
  readonly gap?: { readonly from: number; readonly to: number | null; readonly isOfAll: boolean };
}

/** Maximum milliseconds between the first and the last change of a group. */
const together = 60_000;
const minute = 60_000;

interface Growing {
  readonly key: string;
  readonly at: number;
  readonly members: Change[];
  readonly subjects: Set<string>;
  /** Number of subjects that still have the new state. */
  open: number;
  lastEnd: number;
}

/** Returns the key that changes of one group share. A region is grouped with its own nodes. */
function groupKey({ kind, subject, region, from, to, contradiction }: Change): string {
  if (contradiction) return JSON.stringify([kind, checkOf(contradiction)]);
  if (kind === 'moved' && subject === 'node') return JSON.stringify([kind, from, to]);
  const who = subject === 'region' || subject === 'node' ? ['place', region] : [subject];
  return JSON.stringify([kind, who, kind === 'gone' ? null : from, to]);
}

const stateful: ReadonlySet<ChangedSubject> = new Set(['status', 'component', 'region', 'node', 'endpoint']);

function severityOf(change: Change, words: WordOverrides): Severity | null {
  if (!stateful.has(change.subject)) return null;
  switch (change.kind) {
    case 'gone':
      return 'vanished';
    // These changes concern our own coverage, not the state of the service.
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

/** Returns the severity rank of a group. Changes without a state rank as good. */
export function rankOf({ severity }: ChangeGroup): number {
  return severity === null ? severityRank.ok : severityRank[severity];
}

/**
 * Compares groups of changes for the log, newest minute first. Within a minute: worst first, contradictions
 * after states, recoveries last.
 */
function compareGroups(a: ChangeGroup, b: ChangeGroup): number {
  return (
    Math.floor(b.at / minute) - Math.floor(a.at / minute) ||
    Number(a.isRecovery) - Number(b.isRecovery) ||
    rankOf(b) - rankOf(a) ||
    Number(a.lead.contradiction !== undefined) - Number(b.lead.contradiction !== undefined) ||
    b.at - a.at
  );
}

/** Returns which property of the subject changed. The next change of the same property ends this one. */
function aspectOf(change: Change): string {
  const { kind, contradiction } = change;
  if (contradiction) return 'contradiction';
  const isOther = kind === 'renamed' || kind === 'scopes' || kind === 'word';
  return isOfState(change) && !isOther ? 'state' : kind;
}

/**
 * Groups changes of one kind that have the same values before and after, are in the same region and lie
 * within a minute.
 * @param changes - newest first
 */
export function groupChanges(changes: readonly Change[], words: WordOverrides): readonly ChangeGroup[] {
  const groups: Growing[] = [];
  const growing = new Map<string, Growing>();
  const last = new Map<string, { readonly same: string; readonly group: Growing }>();
  for (const change of changes.toReversed()) {
    const same = groupKey(change);
    const subject = `${aspectOf(change)} ${change.subject} ${change.id}`;
    const before = last.get(subject);
    // A lost endpoint is reported once for each request to it, so repetitions are skipped.
    if (before?.same === same) continue;
    if (before) {
      before.group.open -= 1;
      before.group.lastEnd = change.at;
    }
    const known = growing.get(same);
    // A subject that changed back and forth within the minute needs two entries.
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

/** Adds up the capacity changes of a group; `null` if one of the capacities cannot be read. */
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
 * Returns the completeness claim of a group's number of changes. If older changes of these kinds were
 * deleted, some of the group may be missing.
 * @param forgotten - time of the newest deleted change, by storage group
 */
export function claimOfGroup({ at, members }: ChangeGroup, forgotten: ReadonlyMap<ChangeRoom, number>): Claim {
  const isComplete = members.every(
    (member) => at - (forgotten.get(roomOf(member)) ?? Number.NEGATIVE_INFINITY) > together,
  );
  return isComplete ? exact : { kind: 'at-least', reasons: ['older changes are not stored'] };
}
