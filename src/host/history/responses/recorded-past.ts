/**
 * Reads the last recorded states of a deployment for its observer, which continues with them after a restart.
 */

import { isEndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { PastPart, RecordedPast, Source, SourceRead } from '../reading.ts';
import { entryOf } from './spans.ts';
import { verdictSince } from './verdict.ts';
import type { HistoryRequest } from './windowed.ts';

const sources: readonly Source[] = ['status', 'region', 'node'];

const mostParts = 10_000;

function lastRead({ context: { known }, deployment }: HistoryRequest, resource: Source) {
  const paths: readonly string[] = pathsOf(resource);
  return known
    .endpoints(deployment.slug)
    .filter(({ path }) => paths.includes(path))
    .flatMap(({ id }) => known.completePoll(id) ?? [])
    .reduce<SourceRead | undefined>(
      (newest, each) => (newest && newest.at > each.at ? newest : each),
      undefined,
    );
}

function partsOf(request: HistoryRequest, kind: 'component' | 'region'): readonly PastPart[] {
  const { known, spans } = request.context;
  return known
    .subjects(request.deployment.slug, kind)
    .slice(0, mostParts)
    .flatMap((subject): readonly PastPart[] => {
      const track = spans.of(subject.id);
      if (!track || track.count === 0) return [];
      // A span has one status word. The state may have begun with an earlier span, whose word has the same
      // severity.
      let index = track.count - 1;
      const { key, occurrence, word, severity, endpoint } = entryOf(request, subject, track, index);
      while (index > 0 && entryOf(request, subject, track, index - 1).severity === severity) index -= 1;
      const { from: since, notBefore } = track.at(index);
      const path = isEndpointPath(endpoint) ? endpoint : null;
      return [{ kind, key, occurrence, path, word, severity, since, notBefore }];
    });
}

export function recordedPast(request: HistoryRequest): RecordedPast {
  const reads = sources.flatMap((source) => {
    const read = lastRead(request, source);
    return read ? [[source, read] as const] : [];
  });
  const { slug } = request.deployment;
  const verdict = verdictSince(request);
  return {
    slug,
    verdict: verdict && {
      severity: verdict.severity,
      since: verdict.from,
      notBefore: verdict.notBefore,
    },
    parts: [...partsOf(request, 'component'), ...partsOf(request, 'region')],
    reads: Object.fromEntries(reads),
  };
}
