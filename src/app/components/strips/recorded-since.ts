/** Since when what is said now has been so: as this page saw it, or as the record knows of it, whichever goes back further. */

import { useMemo } from 'react';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { SessionRecord } from '#app/observe/session/record.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { useRecentSpans } from '#app/queries/history-recent.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { SubjectKind } from '#contract/history.ts';
import { type Deployment, defaultVerdictSettings } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { chosenSince, openSpan, type Since } from '#domain/history/chosen-since.ts';
import { type Bracket, type RegionOfNode, verdictSince } from '#domain/history/since.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { isGood, type Severity } from '#domain/severity/severity.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import { componentKey, useRecord } from './record.ts';
import { sinceOf } from './since.ts';

const ofDocument: readonly SubjectKind[] = ['deployment', 'component'];
const withRegions: readonly SubjectKind[] = [...ofDocument, 'region'];
const withNodes: readonly SubjectKind[] = [...withRegions, 'node'];

/** Whether what nodes say leads: by their share, or for their region. */
function areNodesAsked({ leads, inventory }: Verdict): boolean {
  const [first] = leads === 'region' ? (inventory.regions?.members ?? []) : [];
  return leads === 'node' || (first !== undefined && first.byNodes !== null);
}

/** Of nodes there may be very many: they are asked for only where they lead. */
function kindsFor(deployment: Deployment, verdict: Verdict): readonly SubjectKind[] {
  if (!keepsListsOf(deployment)) return ofDocument;
  return areNodesAsked(verdict) ? withNodes : withRegions;
}

async function regionsOfNodes(listing: Listing<Node>): Promise<RegionOfNode> {
  const rows = await listing.rows({});
  const all = await rows.slice(0, rows.count);
  return new Map(all.flatMap(({ id, pop }) => (id === null || pop === null ? [] : [[id, pop] as const])));
}

/** Where the document is read before the lists, milliseconds: what they add was not seen to begin. */
const firstReadings = 30_000;

/** What this page saw of a verdict. */
function verdictSeen({ overall }: Pick<SessionRecord, 'overall'>, severity: Severity): Since | null {
  const since = sinceOf(overall);
  const [first] = overall;
  if (!since || !first || overall.at(-1)?.value !== severity) return null;
  return overall.length > 1 && since.from - first.from < firstReadings ? { ...since, before: true } : since;
}

function withKnown(bracket: Bracket | null | undefined, knownUntil: number | undefined) {
  return bracket && knownUntil !== undefined ? { ...bracket, knownUntil } : null;
}

export interface VerdictTimes {
  /** Since when the verdict is what it is. */
  readonly present: Since | null;
  /** Since when it was not good, where the record knows it and that is earlier. */
  readonly notGood: Since | null;
}

/** Nothing of a verdict that is good is asked of the record: what this page saw itself is all that vouches for it. */
export function useVerdictSince(deployment: Deployment, verdict: Verdict): VerdictTimes {
  const { severity, freshness } = verdict;
  const session = useSession(deployment.slug);
  const { isThere } = useRecord(deployment.slug);
  const isWanted = isThere && freshness === 'fresh' && !isGood(severity);
  const recent = useRecentSpans(deployment.slug, kindsFor(deployment, verdict), isWanted);
  const { answer } = useNodes(deployment, undefined, false).feed;
  const regionOf = useAnswered(
    isWanted && areNodesAsked(verdict) ? (answer?.value ?? null) : null,
    'regions of nodes',
    regionsOfNodes,
  );
  const recorded = useMemo(
    () =>
      recent && verdictSince(recent.spans, recent.from, deployment.verdict ?? defaultVerdictSettings, regionOf),
    [recent, regionOf, deployment.verdict],
  );
  const seen = verdictSeen(session, severity);
  if (!isWanted || recorded?.severity !== severity) return { present: seen, notGood: null };
  const present = chosenSince(seen, withKnown(recorded.present, recent?.knownUntil));
  const { from, notBefore } = recorded.notGood;
  const isOfRecord = present?.notBefore !== undefined && from < present.from;
  return { present, notGood: isOfRecord ? { from, notBefore, before: notBefore === null } : null };
}

/** Of components that are not good; of others what this page saw. */
export function useComponentsSince(
  slug: string,
  isWanted: boolean,
): (component: ComponentState) => Since | null {
  const { components } = useSession(slug);
  const { isThere } = useRecord(slug);
  const recent = useRecentSpans(slug, ofDocument, isThere && isWanted);
  return ({ id, state }) => {
    // What is no longer listed was last seen in another state.
    const seen = state.severity === 'vanished' ? null : sinceOf(components.get(id)?.runs ?? []);
    if (!recent || isGood(state.severity)) return seen;
    const bracket = openSpan(recent.spans, { kind: 'component', ...componentKey(id) }, state.word);
    return chosenSince(seen, withKnown(bracket, recent.knownUntil));
  };
}
