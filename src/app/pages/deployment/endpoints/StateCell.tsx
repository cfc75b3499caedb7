import { nextTry } from '#app/components/freshness/FreshnessMark.tsx';
import { useOutOfContact } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useSecond } from '#app/ui/time/clock.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import { causeOf } from '#domain/failures/cause.ts';
import { formatClock } from '#domain/text/format.ts';
import type { EndpointState } from './endpoint-state.ts';

const words: Readonly<Record<EndpointState, string>> = {
  waiting: 'Waiting',
  readable: 'Readable',
  'not-offered': 'Not offered',
  'no-longer-offered': 'No longer offered',
  refused: 'Refused',
  'no-contact': 'No contact',
};

const troubled: ReadonlySet<EndpointState> = new Set(['no-longer-offered', 'refused', 'no-contact']);

/**
 * Returns the label of an endpoint's state. If it is refused or without contact, the label is the cause, as
 * in headlines.
 */
function wordOf({ failure }: Feed<unknown>, state: EndpointState): string {
  return failure && (state === 'no-contact' || state === 'refused') ? causeOf(failure).headline : words[state];
}

/** Shows whether an endpoint responds; if not, also why, and when the next request follows. */
export function StateCell({ feed, state }: { readonly feed: Feed<unknown>; readonly state: EndpointState }) {
  const isLost = useOutOfContact();
  return (
    <>
      <span className="flex items-center gap-2">
        {troubled.has(state) && (
          <StatusGlyph severity={state === 'no-longer-offered' ? 'vanished' : 'unvouched'} size={12} />
        )}
        <span className={troubled.has(state) ? 'font-[580]' : 'text-text-2'}>
          {isLost && state === 'readable' ? 'Readable at the last request' : wordOf(feed, state)}
        </span>
      </span>
      {feed.failure && feed.answer && (
        <span className="caption block whitespace-normal text-text-2">
          <Reason feed={feed} />
        </span>
      )}
    </>
  );
}

export function Reason({ feed }: { readonly feed: Feed<unknown> }) {
  useSecond();
  const { answer, failure } = feed;
  if (!failure) return null;
  const gone = availabilityOf(feed) === 'no-longer-offered' && answer !== null;
  return (
    <span title={failure.detail ?? undefined}>
      {gone ? `Since ${formatClock(answer.receivedAt)}, ` : ''}
      {gone ? failure.summary : causeOf(failure).seen}. {nextTry(feed)}
    </span>
  );
}
