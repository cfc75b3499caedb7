/** Makes the present verdict of a deployment for other programs: badges and summaries (docs/use/embedding.md). */

import { confirmedAt, freshnessOf, validUntil } from '#domain/answer/freshness.ts';
import { trustOf } from '#domain/answer/source-clock.ts';
import { wholeLabel } from '#domain/severity/classify.ts';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import { severityRank } from '#domain/severity/severity.ts';
import { componentKey } from '#domain/verdict/component-key.ts';
import { type ComponentState, markOf } from '#domain/verdict/verdict.ts';
import type { DeploymentObserver } from './deployment-observer.ts';
import type { CurrentState } from './messages.ts';
import type { ObservedVerdict } from './observed-verdict.ts';

/** Maximum number of components, because their number comes from the service. */
const mostComponents = 1_000;

interface Observed {
  readonly observer: Pick<DeploymentObserver, 'deployment' | 'status' | 'listOf'>;
  readonly judgement: Pick<ObservedVerdict, 'verdict'>;
}

function worstOf(components: readonly ComponentState[]): readonly ComponentState[] {
  if (components.length <= mostComponents) return components;
  const worstFirst = components.toSorted((a, b) => severityRank[markOf(b)] - severityRank[markOf(a)]);
  return worstFirst.slice(0, mostComponents);
}

/**
 * Returns the present verdict of a deployment.
 * @param now - by the observer's clock, epoch milliseconds.
 * @param toWall - converts from the observer's clock to the wall clock.
 */
export function currentStateOf(
  { observer, judgement }: Observed,
  now: number,
  toWall: (time: number) => number,
): CurrentState {
  const { deployment, status } = observer;
  const { answer } = status.feed;
  const { severity, freshness, headline, components } = judgement.verdict(now);
  const isConfirmed = freshness === 'fresh' && severity !== 'unvouched';
  // A good verdict needs fresh lists too.
  const feeds = [status.feed, observer.listOf('region')?.feed, observer.listOf('node')?.feed];
  const ends = feeds.flatMap((feed) =>
    feed?.answer && freshnessOf(feed, now) === 'fresh' ? [validUntil(feed.answer)] : [],
  );
  const trust = answer ? trustOf(answer) : 'proven';
  return {
    slug: deployment.slug,
    severity,
    headline: headline.text,
    confirmedAt: answer && toWall(confirmedAt(answer)),
    validUntil: isConfirmed && ends.length > 0 ? toWall(Math.min(...ends)) : 0,
    components: worstOf(components).map((component) => ({
      id: componentKey(component.id),
      name: component.name,
      severity: confirmedSeverity(markOf(component), freshness, trust),
      label: wholeLabel(component.state),
    })),
  };
}
