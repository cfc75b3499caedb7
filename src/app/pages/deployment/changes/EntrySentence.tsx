import { ChangeSentence, type ChangeSentenceProps, Subject } from '#app/components/changes/ChangeSentence.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { ArrowTo } from '#app/ui/elements/ArrowTo.tsx';
import type { Change } from '#domain/memory/changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { stateClause } from '#domain/sentences/clause.ts';
import { classify } from '#domain/severity/classify.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatExact,
  plural,
} from '#domain/text/format.ts';

/**
 * Sentence of an entry of the change log: a change of state, a gap in the observation, or a change that only
 * the history record has (such as a listed bucket).
 */
export function EntrySentence(props: ChangeSentenceProps) {
  const { group, deployment } = props;
  const { lead, gap } = group;
  if (gap) return <Unobserved group={group} gap={gap} slug={deployment.slug} />;
  const isListed = lead.subject === 'application' || lead.subject === 'event' || lead.subject === 'bucket';
  if (isListed) return <Listed noun={nouns[lead.subject]} group={group} slug={deployment.slug} />;
  if (lead.kind === 'renamed' || lead.kind === 'word')
    return (
      <>
        <Subject change={lead} slug={deployment.slug} />{' '}
        <span className="text-text-2">
          {lead.kind === 'renamed' ? (
            <FromTo change={lead} verb="renamed" />
          ) : (
            <>
              <Sentence clauses={[stateClause(classify(lead.to, deployment.words))]} />, a word not seen before
            </>
          )}
        </span>
      </>
    );
  return (
    <>
      <ChangeSentence {...props} />
      {lead.folded !== undefined && (
        <span className="text-text-2">
          , the worst of {formatExact(lead.folded)} changes in a quarter of an hour
        </span>
      )}
    </>
  );
}

/** Sentence of a gap, such as "Not observed 41 min from 03:11:20, all endpoints: this host was stopped". */
function Unobserved({
  group: { lead, members, at },
  gap: { from, to, isOfAll },
  slug,
}: {
  readonly group: ChangeGroup;
  readonly gap: NonNullable<ChangeGroup['gap']>;
  readonly slug: string;
}) {
  const others = members.length - 1;
  const who = isOfAll ? (
    <b className="font-[580]">{others === 0 ? 'Nothing' : 'No endpoint'}</b>
  ) : (
    <>
      <Subject change={lead} slug={slug} />
      {others > 0 && <b className="font-[580]"> and {plural(others, 'other')}</b>}
    </>
  );
  const why = <span className="text-text-2">: {lead.to}</span>;
  if (to === null)
    return (
      <>
        {who} <span className="text-text-2">{isOfAll ? 'read since here' : 'not read since here'}</span>
        {why}
      </>
    );
  return (
    <>
      <b className="font-[580]">Not observed {formatDuration(to - from)}</b>
      <span className="text-text-2">
        {' '}
        from{' '}
        <time dateTime={new Date(from).toISOString()}>
          {formatDate(from) === formatDate(at) ? formatClock(from) : formatDateTime(from)}
        </time>
        , {isOfAll ? 'all endpoints' : who}
      </span>
      {why}
    </>
  );
}

const nouns = { application: 'application', event: 'event type', bucket: 'bucket' } as const;

/**
 * Sentence about buckets, applications or event types, such as "bucket bkt_1 appeared" or "12 buckets
 * appeared". The history record has only their ids.
 */
function Listed({
  noun,
  group: { lead, members },
  slug,
}: {
  readonly noun: string;
  readonly group: ChangeGroup;
  readonly slug: string;
}) {
  return (
    <>
      {members.length > 1 ? (
        <b className="font-[580]">{plural(members.length, noun)}</b>
      ) : (
        <>
          <span className="text-text-2">{noun} </span>
          <Subject change={lead} slug={slug} />
        </>
      )}{' '}
      <span className="text-text-2">
        <Fate change={lead} />
      </span>
    </>
  );
}

function Fate({ change }: { readonly change: Change }) {
  if (change.kind === 'appeared') return change.isReturn ? 'listed again' : 'appeared';
  if (change.kind === 'gone') return 'no longer listed';
  return <FromTo change={change} verb={change.kind} />;
}

/** Shows a value before and after its change, such as "moved, fra1 → ams1". */
function FromTo({ change: { from, to }, verb }: { readonly change: Change; readonly verb: string }) {
  return (
    <>
      {verb}, <Verbatim>{from ?? ''}</Verbatim>
      <ArrowTo />
      <Verbatim>{to ?? ''}</Verbatim>
    </>
  );
}
