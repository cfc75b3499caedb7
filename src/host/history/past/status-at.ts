/** Writes the status document of a past time. */

import type { HistoryRequest } from '../responses/windowed.ts';
import { readStatusHead, type StatusHead } from './heads.ts';
import { headAt } from './items-at.ts';
import type { SeenState } from './seen-state.ts';
import { hasWordAt, type PastJson, wordAt } from './word-at.ts';

/**
 * Returns the components that were listed at a time, by name. Their order is not recorded: an earlier version
 * of the host recorded the document, or it changed too often.
 */
function listedComponents({ context, deployment }: HistoryRequest, time: number): readonly string[] {
  const { slug } = deployment;
  return context.known
    .subjects(slug, 'component')
    .filter((subject) => hasWordAt(context, { slug, ...subject }, time))
    .map(({ key }) => key)
    .toSorted();
}

function updatedAt({ poll }: SeenState): string | null {
  if (!poll) return null;
  return poll.detail ?? (poll.statedAt === null ? null : new Date(poll.statedAt).toISOString());
}

/** Writes the status document as it was at a poll. @param endpoint - id of the endpoint. */
export async function statusAt(request: HistoryRequest, endpoint: number, seen: SeenState): Promise<PastJson> {
  const { context, deployment } = request;
  const { slug } = deployment;
  const head = readStatusHead(await headAt(context, endpoint, seen.at));
  const { version, region, components }: StatusHead = head ?? {
    version: null,
    region: null,
    components: listedComponents(request, seen.at),
  };
  const counts = new Map<string | null, number>();
  const states = components.map((name): PastJson => {
    if (name === null) return { json: '{"name":null,"status":null}', isKnown: false };
    const occurrence = (counts.get(name) ?? 0) + 1;
    counts.set(name, occurrence);
    const { json, isKnown } = wordAt(context, { slug, kind: 'component', key: name, occurrence }, seen.at);
    return { json: `{"name":${JSON.stringify(name)},"status":${json}}`, isKnown };
  });
  const whole = wordAt(context, { slug, kind: 'deployment', key: slug, occurrence: 1 }, seen.at);
  const json = [
    `{"status":${whole.json}`,
    `"version":${JSON.stringify(version)}`,
    `"region":${JSON.stringify(region)}`,
    `"components":[${states.map((state) => state.json).join(',')}]`,
    `"updated_at":${JSON.stringify(updatedAt(seen))}}`,
  ].join(',');
  return { json, isKnown: head !== null && whole.isKnown && states.every(({ isKnown }) => isKnown) };
}
