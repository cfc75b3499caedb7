import type { ReactNode } from 'react';
import { nextTry } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed, ContactProvider } from '#app/components/freshness/freshness-context.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import { type Clause, plain } from '#domain/sentences/clause.ts';
import { formatClock, formatDuration, formatExact, plural } from '#domain/text/format.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import { headlineUnits, sinceUnits } from '#domain/wall/geometry.ts';
import type { KnownKind } from '#domain/wall/last-known.ts';
import { glyphUnits, isLow, isNarrow, leastOfHeadline, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { useHostRespondedAt } from '../screen/own-host.ts';
import { useResponding } from '../state.ts';
import { useKnownComponents, useKnownDeployments, useKnownRegions } from './known-parts.ts';
import { LastKnown } from './LastKnown.tsx';

function linesBelow(room: SceneProps['room'], hasSince: boolean): number {
  const { height, width, isPortrait } = room;
  const headline = headlineUnits(height);
  // On a narrow portrait screen the mark is above the verdict, which takes two lines like head and foot.
  const wrapped = isPortrait && isNarrow(room) ? 1.5 * headline + (width < 420 ? 100 : 40) : 0;
  const left = 0.87 * height - 140 - headline - wrapped - (hasSince ? sinceUnits(height) * 1.3 : 0);
  return Math.max(0, Math.min(4, Math.floor(left / 48)));
}

/** States why a deployment is lost: "harbour does not answer: attempt 179, no response within 10 s." */
function causeOf(
  { name }: Deployment,
  { answer, failure }: Feed<StatusDocument>,
  { headline, caveat }: Verdict,
) {
  if (answer && failure) {
    const how =
      failure.kind === 'unreachable' || failure.kind === 'timeout' ? 'does not answer' : 'cannot be read';
    const attempt = `attempt ${formatExact(failure.run)}, ${failure.summary}. `;
    return [{ text: name, strong: true }, plain(` ${how}: ${attempt}`)];
  }
  // A deployment that never responded has the words of its verdict.
  const headlineClause: Clause = { ...headline, strong: true };
  return [
    ...(failure ? [headlineClause, plain('. ')] : []),
    ...(caveat === null ? [] : [...caveat, plain('. ')]),
  ];
}

/** Scene of a lost deployment while the screen has contact: since when, why, and the last known states. */
export function NoContact({
  verdict,
  feed,
  components,
  ...props
}: SceneProps & {
  readonly verdict: Verdict;
  readonly feed: Feed<StatusDocument>;
  /** Components that the wall's filter keeps: problems first, worst first, then the others as sent. */
  readonly components: readonly ComponentState[];
}) {
  const { deployment, settings, unit, room } = props;
  const answeredAt = useHostRespondedAt();
  const kinds = [useKnownComponents(deployment, feed, components), useKnownRegions(deployment)];
  const since = feed.answer?.receivedAt ?? null;
  const hasList = !isLow(room) && !isNarrow(room);
  // The cause of a failure is shown below the headline.
  const isOfFailure = feed.failure !== null && availabilityOf(feed) !== 'not-offered';
  const cause = hasList || verdict.caveat === null ? causeOf(deployment, feed, verdict) : verdict.caveat;
  return (
    <ContactProvider isLost>
      <Confirmed feeds={[feed]} also={verdict} className="wall-scene wall-lost">
        <Headline {...props} headline={isOfFailure ? plain('No contact') : verdict.headline} since={since} />
        <p
          className="wall-cause line-clamp-4"
          style={{ WebkitLineClamp: hasList ? 2 : linesBelow(room, since !== null) }}
          hidden={!hasList && linesBelow(room, since !== null) === 0}
        >
          <Sentence clauses={cause} />
          {hasList ? answeredAt !== null && 'Our own host answers.' : <>. {nextTry(feed)}</>}
        </p>
        {since !== null && <History deployment={deployment} settings={settings} unit={unit} height={64} />}
        {since !== null && hasList && <LastKnown {...props} kinds={kinds} since={since} />}
      </Confirmed>
    </ContactProvider>
  );
}

/** Scene for several deployments that are all lost while this screen's host responds. */
export function NoneResponds({
  deployments,
  ...props
}: Pick<SceneProps, 'settings' | 'unit' | 'room'> & { readonly deployments: readonly Deployment[] }) {
  const answeredAt = useHostRespondedAt();
  const { last } = useResponding(deployments);
  const kind: KnownKind = useKnownDeployments(deployments, last);
  const since = last > 0 ? last : null;
  return (
    <ContactProvider isLost>
      <Confirmed feeds={[]} className="wall-scene wall-lost">
        <Headline {...props} headline={plain('No contact')} since={since} />
        <p className="wall-cause line-clamp-2">
          <b>None of the {plural(deployments.length, 'deployment')}</b> answers.
          {answeredAt !== null && ' Our own host answers.'}
        </p>
        {since !== null && <LastKnown {...props} kinds={[kind]} since={since} />}
      </Confirmed>
    </ContactProvider>
  );
}

function Headline({
  headline,
  since,
  settings,
  unit,
  room,
}: Pick<SceneProps, 'settings' | 'unit' | 'room'> & {
  readonly headline: Clause;
  readonly since: number | null;
}) {
  return (
    <div role="status" aria-label="Overall status" className="min-w-0">
      <div className="wall-verdict">
        <StatusGlyph severity="unvouched" size={Math.round(unit * glyphUnits(room))} />
        <Fit as="h1" className="wall-headline" least={leastOfHeadline(room)}>
          <Sentence clauses={[headline]} />
        </Fit>
      </div>
      {since !== null && (
        <Fit as="p" className="wall-since" least={0.8}>
          for <For since={since} />{' '}
          <span className="text-text-2">since {formatClock(since, settings.zone)}</span>
        </Fit>
      )}
    </div>
  );
}

export function For({ since }: { readonly since: number }): ReactNode {
  return useTimed((now) => formatDuration(now - since));
}
