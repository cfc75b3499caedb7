import { Confirmed, useFreshness } from '#app/components/freshness/freshness-context.tsx';
import { useVerdictSince } from '#app/components/history/use-history.ts';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useShownContradictions } from '#app/components/severity/Contradictions.tsx';
import { Evidence } from '#app/components/severity/Evidence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { recordedTimes, useSinceInWords } from '#app/components/strips/since.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import type { Deployment } from '#contract/host.ts';
import { isGood, isPlainlyGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import { bandsOf } from '#domain/wall/bands.ts';
import { leadingPart } from '#domain/wall/contested.ts';
import { glyphUnits, isLow, isNarrow, leastOfHeadline, type SceneProps, sentenceLines } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { Components } from './Components.tsx';
import { Contradicted } from './Contradicted.tsx';
import { NoContact } from './NoContact.tsx';
import { Problems } from './Problems.tsx';

export function filtered(
  components: readonly ComponentState[],
  filter: readonly string[],
): readonly ComponentState[] {
  if (filter.length === 0) return components;
  return components.filter(({ name }) => filter.some((word) => name.toLowerCase().includes(word)));
}

/**
 * Returns the maximum number of contradictions below the verdict. The large text of a low or narrow screen
 * leaves room only for the verdict.
 */
function mostContradictions(room: SceneProps['room']): number {
  return isLow(room) || isNarrow(room) ? 0 : room.height < 900 ? 1 : 2;
}

/**
 * Status scene of a deployment: verdict and grid of components, or its problems in large text with their
 * start times.
 */
export function StatusScene(props: SceneProps) {
  const { deployment, settings } = props;
  const { feed } = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const contradictions = useShownContradictions(deployment);
  const freshness = useFreshness([feed]);
  const components = filtered(verdict.components, settings.filter);
  const problems = filtered(verdict.exceptions, settings.filter).filter(({ state }) => !isGood(state.severity));
  if (verdict.freshness === 'lost') {
    const problemSet = new Set(problems);
    const known = [...problems, ...components.filter((component) => !problemSet.has(component))];
    return <NoContact {...props} verdict={verdict} feed={feed} components={known} />;
  }
  const hidden = verdict.components.length - components.length;
  const bands = bandsOf(problems, verdict.claim, leadingPart(verdict));
  return (
    <Confirmed feeds={[feed]} className={`wall-scene ${bands.length > 0 ? 'wall-bands' : ''}`}>
      {bands.length > 0 ? (
        <Problems
          {...props}
          contradictions={contradictions}
          verdict={verdict}
          bands={bands}
          components={components}
          answer={feed.answer}
          isOld={freshness !== 'fresh'}
        />
      ) : (
        <>
          <Headline {...props} verdict={verdict} />
          <Contradicted {...props} contradictions={contradictions} most={mostContradictions(props.room)} />
          {contradictions.found.length === 0 && props.room.height >= 750 && <History {...props} height={40} />}
          <Components {...props} components={components} />
        </>
      )}
      {hidden > 0 && !isNarrow(props.room) && (
        <p className="wall-floor">
          {formatExact(components.length)} of {formatExact(verdict.components.length)} components shown: names
          with {settings.filter.join(', ')}
        </p>
      )}
    </Confirmed>
  );
}

/** Shows the verdict in large text, if there are no problem bands. */
function Headline({ deployment, settings, unit, room, verdict }: SceneProps & { readonly verdict: Verdict }) {
  return (
    <div role="status" aria-label="Overall status" className="min-w-0">
      <div className="wall-verdict">
        <StatusGlyph severity={verdict.severity} size={Math.round(unit * glyphUnits(room))} />
        <Fit as="h1" className="wall-headline" least={leastOfHeadline(room)}>
          {verdict.isEverything && verdict.unread.length === 0 ? (
            'All operational'
          ) : (
            <Sentence clauses={[verdict.headline]} />
          )}
        </Fit>
      </div>
      <p
        className="wall-since line-clamp-2"
        hidden={sentenceLines(room) === 0}
        style={{ marginTop: unit * Math.min(20, room.height / 50), WebkitLineClamp: sentenceLines(room) }}
      >
        {!verdict.isEverything || verdict.caveat || verdict.contradiction || verdict.unread.length > 0 ? (
          <Evidence verdict={verdict} />
        ) : (
          <Good verdict={verdict} deployment={deployment} zone={settings.zone} room={room} />
        )}
      </p>
    </div>
  );
}

function Good({
  verdict,
  deployment,
  zone,
  room,
}: {
  readonly verdict: Verdict;
  readonly deployment: Deployment;
  readonly zone: string;
  readonly room: SceneProps['room'];
}) {
  const { present: since } = useVerdictSince(deployment, verdict);
  const words = useSinceInWords(since, zone);
  const isOfStart = since?.isFirst === true && !isNarrow(room);
  const all = verdict.components.length;
  const count = verdict.components.filter(({ state }) => isPlainlyGood([state.severity])).length;
  return (
    <>
      {all === 0
        ? 'No component confirms it'
        : `${formatExact(count)} of ${formatExact(all)}${isNarrow(room) ? '' : ' components'}${words && room.width >= 300 && !isOfStart ? ` for ${words.duration}` : ''}`}
      {words && !isNarrow(room) && (
        <>
          ,{' '}
          <span {...recordedTimes(since)} className="whitespace-nowrap text-text-2">
            {isOfStart ? `seen for ${words.duration}, since this screen started` : words.since}
          </span>
        </>
      )}
    </>
  );
}
