/** Derives what the rotation of a wall can show from the states of its deployments. */

import { compareSeverities } from '#domain/figures/severity-counts.ts';
import { isProblem, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { Scene, SceneName, Situation } from '#domain/wall/rotation.ts';
import type { DeploymentState } from './state.ts';

/**
 * Returns the scenes of the rotation, the scenes with problems, and the scene to hold if all deployments are
 * lost.
 * @param names - chosen scenes in the order of rotation.
 */
export function situationOf(
  states: readonly DeploymentState[],
  names: readonly SceneName[],
  hasContent: (slug: string, name: SceneName) => boolean,
): Situation {
  const several = states.length > 1;
  const all = states.flatMap(({ slug }): Scene[] =>
    names
      .filter((name) => name !== 'overview' && (name === 'status' || hasContent(slug, name)))
      .map((name) => ({ slug, name })),
  );
  const overview: Scene = { slug: null, name: 'overview' };
  // The overview comes before the scenes of the single deployments, or after them.
  const scenes =
    !several || !names.includes('overview')
      ? all
      : names[0] === 'overview'
        ? [overview, ...all]
        : [...all, overview];
  // A wall with overviews but without status scenes shows problems in the overview; any other shows them by
  // name.
  const showsInOverview = several && names.includes('overview') && !names.includes('status');
  const problems = states
    .filter(({ severity, waiting }) => isProblem(severity) && !waiting)
    .toSorted((a, b) => compareSeverities(a.severity, b.severity))
    .map(({ slug }): Scene => ({ slug, name: 'status' }));
  const shownProblems = showsInOverview && problems.length > 0 ? [overview] : problems;
  const blind = states.length > 0 && states.every(({ lost }) => lost);
  const [only] = states;
  return {
    scenes: scenes.length > 0 ? scenes : [{ slug: only?.slug ?? null, name: 'status' }],
    problems: shownProblems,
    blind: blind ? (several ? overview : { slug: only?.slug ?? null, name: 'status' }) : null,
  };
}

/**
 * Returns the slugs of the deployments whose severity became a worse problem, worst first. They interrupt the
 * rotation.
 */
export function worsened(
  before: ReadonlyMap<string, Severity>,
  states: readonly DeploymentState[],
): readonly string[] {
  return states
    .filter(({ slug, severity, waiting }) => {
      const known = before.get(slug);
      return (
        !waiting && isProblem(severity) && known !== undefined && severityRank[severity] > severityRank[known]
      );
    })
    .toSorted((a, b) => compareSeverities(a.severity, b.severity))
    .map(({ slug }) => slug);
}
