/** From what is known of the deployments to what the rotation decides by. */

import { compareSeverities } from '#domain/severity/rollup.ts';
import { isProblem, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { Scene, SceneName, Situation } from '#domain/wall/rotation.ts';
import type { Standing } from './state.ts';

/** @param names - in the order of their turns. */
export function situationOf(
  standings: readonly Standing[],
  names: readonly SceneName[],
  hasContent: (slug: string, name: SceneName) => boolean,
): Situation {
  const several = standings.length > 1;
  const all = standings.flatMap(({ slug }): Scene[] =>
    names
      .filter((name) => name !== 'overview' && (name === 'status' || hasContent(slug, name)))
      .map((name) => ({ slug, name })),
  );
  const overview: Scene = { slug: null, name: 'overview' };
  // It shows them all: before those of each, or after them.
  const scenes =
    !several || !names.includes('overview')
      ? all
      : names[0] === 'overview'
        ? [overview, ...all]
        : [...all, overview];
  // A wall that was told to show overviews only shows problems there; any other shows them by name.
  const showsInOverview = several && names.includes('overview') && !names.includes('status');
  const problems = standings
    .filter(({ severity, waiting }) => isProblem(severity) && !waiting)
    .toSorted((a, b) => compareSeverities(a.severity, b.severity))
    .map(({ slug }): Scene => ({ slug, name: 'status' }));
  const shownProblems = showsInOverview && problems.length > 0 ? [overview] : problems;
  const blind = standings.length > 0 && standings.every(({ lost }) => lost);
  const [only] = standings;
  return {
    scenes: scenes.length > 0 ? scenes : [{ slug: only?.slug ?? null, name: 'status' }],
    problems: shownProblems,
    blind: blind ? (several ? overview : { slug: only?.slug ?? null, name: 'status' }) : null,
  };
}

/** Deployments that are worse than they were, the worst first: news that breaks into the rotation. */
export function worsened(
  before: ReadonlyMap<string, Severity>,
  standings: readonly Standing[],
): readonly string[] {
  return standings
    .filter(({ slug, severity, waiting }) => {
      const known = before.get(slug);
      return (
        !waiting && isProblem(severity) && known !== undefined && severityRank[severity] > severityRank[known]
      );
    })
    .toSorted((a, b) => compareSeverities(a.severity, b.severity))
    .map(({ slug }) => slug);
}
