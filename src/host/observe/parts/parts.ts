/** Lists the parts of a deployment that alerts name, with the severities that its verdict gives them. */

import type { Answer, Feed } from '#domain/answer/answer.ts';
import { frozenSince } from '#domain/answer/source-clock.ts';
import { severityRank } from '#domain/severity/severity.ts';
import { componentKey } from '#domain/verdict/component-key.ts';
import { type InventoryPart, isUnproven, type Member, severityOf } from '#domain/verdict/inventory-part.ts';
import { type ComponentState, markOf, type Verdict } from '#domain/verdict/verdict.ts';
import type { Source, SourceRead } from '#host/history/reading.ts';
import type { DebouncedPart, PartKind } from '../messages.ts';
import { longestAge } from '../readings.ts';

export interface Part extends Omit<DebouncedPart, 'since' | 'notBefore'> {
  readonly sources: readonly Source[];
}

export interface SeenParts {
  readonly parts: readonly Part[];
  /** Kinds of parts that are complete in `parts`. */
  readonly complete: ReadonlySet<PartKind>;
  readonly reads: Readonly<Partial<Record<Source, SourceRead>>>;
}

function readOf(answer: Answer<unknown> | null): SourceRead | undefined {
  if (!answer) return undefined;
  const { receivedAt, latencyMilliseconds } = answer;
  return { at: receivedAt, sentAt: receivedAt - (latencyMilliseconds ?? 0) - longestAge(answer) };
}

export function readsOf(feeds: Readonly<Record<Source, Feed<unknown> | null>>): SeenParts['reads'] {
  const read = (source: Source) => {
    const of = readOf(feeds[source]?.answer ?? null);
    return of && { [source]: of };
  };
  return { ...read('status'), ...read('region'), ...read('node') };
}

/**
 * Converts a component of the status document to a part. Its key separates components of the same name
 * (`identify` in domain/verdict/verdict.ts).
 */
function componentPart(component: ComponentState): Part {
  const { id, name, state, evidence } = component;
  return {
    kind: 'component',
    key: componentKey(id),
    name,
    word: state.word,
    severity: markOf(component),
    detail: evidence ? evidence.reason.map(({ text }) => text).join('') : '',
    sources: evidence ? ['status', 'node'] : ['status'],
  };
}

function regionPart(code: string, member: Member): Part {
  const { name, state, byNodes } = member;
  return {
    kind: 'region',
    key: code,
    name: name ?? code,
    word: state.word,
    severity: severityOf(member),
    detail: byNodes ? `all ${byNodes.nodes} nodes not operational` : '',
    sources: byNodes ? ['region', 'node'] : ['region'],
  };
}

/** Converts regions to parts. The worst row of a code counts. Regions with old node data are left out. */
function regionParts({ members }: InventoryPart): readonly Part[] {
  const worst = new Map<string, Part>();
  for (const member of members) {
    if (member.code === null || isUnproven(member)) continue;
    const part = regionPart(member.code, member);
    const known = worst.get(part.key);
    if (!known || severityRank[part.severity] > severityRank[known.severity]) worst.set(part.key, part);
  }
  return [...worst.values()];
}

function nodesPart({ severity, notGood, total }: InventoryPart): Part {
  const detail = notGood > 0 ? `${notGood} of ${total} not operational` : '';
  return { kind: 'nodes', key: 'nodes', name: 'Nodes', word: null, severity, detail, sources: ['node'] };
}

function current(part: InventoryPart | null): InventoryPart | null {
  return part?.counted && part.freshness === 'fresh' ? part : null;
}

function isComplete({ claim, members }: InventoryPart): boolean {
  return claim?.kind !== 'at-least' && !members.some((member) => member.code === null || isUnproven(member));
}

/**
 * Returns the parts with their present states. Parts of a response that is no longer fresh, or of a frozen
 * source, are absent: their state is unknown.
 */
export function partsOf(
  slug: string,
  verdict: Verdict,
  status: Pick<Answer<unknown>, 'source' | 'receivedAt'> | null,
  reads: SeenParts['reads'],
): SeenParts {
  const { severity, claim, leads, freshness, inventory } = verdict;
  const deployment: Part = {
    kind: 'deployment',
    key: slug,
    name: slug,
    word: severity === 'unvouched' ? null : (claim?.word ?? null),
    severity,
    detail: '',
    sources: [leads === 'document' ? 'status' : leads],
  };
  const complete = new Set<PartKind>(['deployment']);
  const isCurrent = freshness === 'fresh' && status !== null && frozenSince(status) === null;
  if (isCurrent) complete.add('component');
  const [regions, nodes] = [current(inventory.regions), current(inventory.nodes)];
  if (regions && isComplete(regions)) complete.add('region');
  if (nodes) complete.add('nodes');
  return {
    parts: [
      deployment,
      ...(isCurrent ? verdict.components.map(componentPart) : []),
      ...(regions ? regionParts(regions) : []),
      ...(nodes ? [nodesPart(nodes)] : []),
    ],
    complete,
    reads,
  };
}
