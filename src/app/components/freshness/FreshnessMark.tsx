import { pollMilliseconds } from '#app/delivered/config.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { now, useSecond } from '#app/ui/time/clock.ts';
import { usePast } from '#app/ui/time/moment.ts';
import { isHidden } from '#app/ui/time/visibility.ts';
import type { Answer, Feed } from '#domain/answer/answer.ts';
import { clocksOf } from '#domain/answer/clocks.ts';
import { ageOfResponse, type Freshness, freshnessOf } from '#domain/answer/freshness.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';
import { formatAge, formatClock, formatDuration } from '#domain/text/format.ts';
import { useFreshness, useOutOfContact } from './freshness-context.tsx';

const StaleCopy = lazyPart(() => import('./StaleCopy.tsx'));

function Dial({ share, lost }: { readonly share: number; readonly lost: boolean }) {
  const circumference = 2 * Math.PI * 5.2;
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" className="dial shrink-0">
      <circle
        cx="8"
        cy="8"
        r="5.2"
        fill="none"
        stroke={lost ? 'var(--unvouched)' : 'var(--line-strong)'}
        strokeWidth="1.8"
      />
      {lost && <path d="M14 2 2 14" stroke="var(--unvouched)" strokeWidth="1.8" />}
      {!lost && share > 0 && (
        <circle
          cx="8"
          cy="8"
          r="5.2"
          fill="none"
          stroke="var(--text-2)"
          strokeWidth="1.8"
          strokeDasharray={`${circumference * share} ${circumference}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  );
}

/** Returns the feed whose age stands for all `feeds`: failing feeds come first, then the oldest response. */
function representative(feeds: readonly Feed<unknown>[]): Feed<unknown> | undefined {
  return feeds.toSorted((a, b) => {
    if ((a.failure === null) !== (b.failure === null)) return a.failure === null ? 1 : -1;
    return (a.answer?.receivedAt ?? 0) - (b.answer?.receivedAt ?? 0);
  })[0];
}

function remaining(answer: Answer<unknown>, time: number): number {
  return Math.max(0, Math.min(1, 1 - (time - answer.receivedAt) / answer.lifetime.milliseconds));
}

/** Formats the timestamps of a response: generated, received, and the age between the two. */
function clocksInWords(answer: Answer<unknown>): string {
  const { generated, cachedSeconds, receivedAt } = clocksOf(answer);
  const made = generated ? `Generated ${formatClock(generated.at)} (${generated.by}), ` : '';
  return `${made}received ${formatClock(receivedAt)} at an age of ${cachedSeconds} s`;
}

/** States when a feed is requested next, such as "Next try in 7 s."; "Trying now." during a request. */
export function nextTry(feed: Feed<unknown>): string {
  const wait = nextRequestAt(feed, { pollMilliseconds, hidden: isHidden() }) - now();
  return wait > 0 && Number.isFinite(wait)
    ? `Next try in ${formatDuration(Math.ceil(wait / 1000) * 1000)}.`
    : 'Trying now.';
}

interface MarkProps {
  readonly feeds: readonly Feed<unknown>[];
  readonly verb?: string;
  /**
   * Amount of text for old data. `age`: the age only. `few`: also the last confirmation. `next`: `few` and
   * the next try. `some`: `few` and whether the last try failed. `all`: everything, with the reason.
   */
  readonly words?: 'age' | 'few' | 'next' | 'some' | 'all';
  readonly zone?: string;
}

/**
 * Age of the data of `feeds`, and whether they are fresh, late or without contact. With enough `words` it
 * gives the reason. On a page of the past: when the data were polled, and whether they were known then.
 */
export function FreshnessMark(props: MarkProps) {
  const past = usePast();
  return past ? <past.KnownThen feeds={props.feeds} /> : <AgeMark {...props} />;
}

function AgeMark({ feeds, verb = 'Read', words = 'some', zone }: MarkProps) {
  const time = Math.max(useSecond(), now());
  const isLost = useOutOfContact();
  const feed = representative(feeds);
  if (!feed) return null;
  const { answer, failure } = feed;
  const next = (words === 'all' || words === 'next') && <span className="when-sighted">. {nextTry(feed)}</span>;
  if (!answer) {
    return (
      <span className="with-dial inline-flex items-center gap-1.5 text-text-2" title={failure?.summary}>
        <Dial share={0} lost={failure !== null} />
        <span>
          {words === 'few' || words === 'age' || failure ? 'never read' : 'Waiting for the first response'}
          {failure && words === 'all' && `: ${failure.summary}`}
          {failure && next}
        </span>
      </span>
    );
  }
  const freshness = isLost ? 'lost' : freshnessOf(feed, time);
  const age = ageOfResponse(answer, time);
  const old = freshness !== 'fresh';
  return (
    <span
      title={clocksInWords(answer)}
      className={`with-dial by-screen-clock inline-flex items-center gap-1.5 ${old ? 'font-semibold text-text' : 'text-text-2'}`}
    >
      <Dial share={old ? 0 : remaining(answer, time)} lost={freshness === 'lost'} />
      <span>
        {old || verb === '' ? '' : `${verb} `}
        {formatAge(age, { late: old })}
        {old && words !== 'age' && `. Last confirmed ${formatClock(time - age, zone)}`}
        {old && failure && (words === 'some' || words === 'all') && (
          <span className="when-sighted">, last try failed{words === 'all' && `: ${failure.summary}`}</span>
        )}
        {freshness === 'late' && !failure && words === 'all' && <StaleCopy answer={answer} />}
        {old && next}
      </span>
    </span>
  );
}

/** Whether data of this freshness have their time beside them. */
export function isDated(freshness: Freshness): boolean {
  return freshness === 'late' || freshness === 'lost' || freshness === 'past';
}

export function StaleAge({ feeds }: { readonly feeds: readonly Feed<unknown>[] }) {
  const freshness = useFreshness(feeds);
  return isDated(freshness) && <FreshnessMark feeds={feeds} words="few" />;
}

export function LastKnown() {
  return useOutOfContact() && 'Last known: ';
}
