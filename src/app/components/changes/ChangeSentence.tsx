import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Places } from '#app/observe/session/places.ts';
import { ArrowTo } from '#app/ui/elements/ArrowTo.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type Change, type ChangedSubject, hasOwnName } from '#domain/memory/changes.ts';
import { type ChangeGroup, claimOfGroup } from '#domain/memory/group-changes.ts';
import { stateClause, withoutStop } from '#domain/sentences/clause.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { formatExact } from '#domain/text/format.ts';
import { RegionCode } from '../fields/RegionCode.tsx';
import { Verbatim } from '../fields/Verbatim.tsx';
import { Count } from '../lists/Count.tsx';
import { Sentence } from '../lists/Sentence.tsx';
import { addressOfRows } from '../severity/rows-behind.ts';
import type { Changes } from './use-changes.ts';

export interface ChangeSentenceProps {
  readonly group: ChangeGroup;
  readonly deployment: Deployment;
  readonly changes: Pick<Changes, 'places' | 'forgotten'>;
}

/** One line of a log of changes, such as "9 nodes in Stockholm recovered degraded → operational". */
export function ChangeSentence({
  group,
  deployment: { slug, words },
  changes: { places, forgotten },
}: ChangeSentenceProps) {
  if (group.lead.contradiction) return <Contradicted group={group} slug={slug} />;
  return (
    <>
      <Who group={group} slug={slug} places={places} claim={claimOfGroup(group, forgotten)} />{' '}
      <span className="text-text-2">
        {group.isRecovery && group.lead.kind === 'state' && 'recovered, '}
        <What group={group} words={words} places={places} />
        {group.isNewWord && ', a word not seen before'}
      </span>
    </>
  );
}

/**
 * The sentence of a contradiction that began or ended, worded as on the status page. Such as "Edge Nodes
 * operational; 3 of 214 nodes are not: 3 degraded, and 1 more".
 */
function Contradicted({
  group: { lead, members },
  slug,
}: {
  readonly group: ChangeGroup;
  readonly slug: string;
}) {
  const { contradiction, kind } = lead;
  const more = members.length - 1;
  if (!contradiction) return null;
  return (
    <>
      {kind === 'contradiction-ended' && <span className="text-text-2">no longer so: </span>}
      <Link className="link" to={addressOfRows(contradiction.rows, slug)}>
        <Sentence clauses={withoutStop(contradiction.sentence)} />
      </Link>
      {more > 0 && <b className="font-[580]"> and {formatExact(more)} more</b>}
    </>
  );
}

interface WhoProps {
  readonly group: ChangeGroup;
  readonly slug: string;
  readonly places: Places;
  readonly claim: Claim;
}

function Who(props: WhoProps) {
  const { lead, members } = props.group;
  switch (lead.subject) {
    case 'region':
      return <RegionAndNodes {...props} />;
    case 'node':
      return <Nodes {...props} />;
    case 'component':
    case 'endpoint':
    case 'status':
    case 'application':
    case 'event':
    case 'bucket':
      return <Named members={members} slug={props.slug} />;
  }
}

/** Names a changed region and counts its changed nodes, such as "Dallas dfw1 and 3 of its 72 nodes". */
function RegionAndNodes({ group: { lead, members }, slug, places, claim }: WhoProps) {
  const nodes = members.length - 1;
  const all = places.nodes?.get(lead.id);
  return (
    <>
      <Subject change={lead} slug={slug} />
      {lead.name !== lead.id && (
        <span className="text-text-2">
          {' '}
          <RegionCode code={lead.id} />
        </span>
      )}
      {nodes > 0 && (
        <b className="font-[580]">
          {' and '}
          <Link className="link" to={paths.nodes(slug, { region: lead.id })}>
            <Count value={nodes} claim={claim} />
            {all !== undefined && all >= nodes && ` of its ${formatExact(all)}`}{' '}
            {(all ?? nodes) === 1 ? 'node' : 'nodes'}
          </Link>
        </b>
      )}
    </>
  );
}

/** Names or counts changed nodes, such as "nod_1 in Marseille" or "9 nodes in Stockholm". */
function Nodes({ group: { lead, members }, slug, places, claim }: WhoProps) {
  const { region } = lead;
  return (
    <>
      {members.length === 1 ? (
        <Subject change={lead} slug={slug} />
      ) : (
        <Link className="link font-[580]" to={paths.nodes(slug, { region })}>
          <Count value={members.length} claim={claim} /> nodes
        </Link>
      )}
      {lead.kind !== 'moved' && region !== null && region !== '' && (
        <>
          {' in '}
          <Link className="link" to={paths.region(slug, region)}>
            <Place code={region} places={places} />
          </Link>
        </>
      )}
    </>
  );
}

function Place({ code, places }: { readonly code: string; readonly places: Places }) {
  return <Verbatim>{places.names.get(code) ?? code}</Verbatim>;
}

/** Maximum number of subjects named in one line. Further subjects are counted. */
const mostNamed = 3;

/** Names the changed subjects, such as "API, Cache and 16 others". */
function Named({ members, slug }: { readonly members: readonly Change[]; readonly slug: string }) {
  const named = members.slice(0, members.length > mostNamed ? mostNamed - 1 : mostNamed);
  const others = members.length - named.length;
  const parts: readonly (readonly [string, ReactNode])[] = [
    ...named.map((change) => [change.id, <Subject key={change.id} change={change} slug={slug} />] as const),
    ...(others > 0
      ? [['', <b key="" className="font-[580]">{`${formatExact(others)} others`}</b>] as const]
      : []),
  ];
  return parts.map(([id, part], index) => (
    <Fragment key={`${index} ${id}`}>
      {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
      {part}
    </Fragment>
  ));
}

function addressOf({ subject, id, contradiction }: Change, slug: string): string {
  if (contradiction) return addressOfRows(contradiction.rows, slug);
  switch (subject) {
    case 'region':
      return paths.region(slug, id);
    case 'node':
      return paths.node(slug, id);
    case 'endpoint':
      return paths.endpoints(slug, { answer: id });
    case 'application':
      return paths.applications(slug, { q: id });
    case 'event':
      return paths.event(slug, id);
    case 'bucket':
      return paths.bucket(slug, id);
    case 'component':
    case 'status':
      return paths.status(slug);
  }
}

const mono: ReadonlySet<ChangedSubject> = new Set(['node', 'endpoint', 'application', 'event', 'bucket']);

/** Name of a changed subject, as a link to its page. */
export function Subject({ change, slug }: { readonly change: Change; readonly slug: string }) {
  const textClass = `font-[580] ${mono.has(change.subject) ? 'mono' : ''}`;
  return (
    <Link className="link" to={addressOf(change, slug)}>
      {hasOwnName(change) ? (
        <Verbatim className={textClass}>{change.name}</Verbatim>
      ) : (
        <span className={textClass}>{change.name}</span>
      )}
    </Link>
  );
}

function Word({ word, words }: { readonly word: string | null; readonly words: WordOverrides }) {
  return <Sentence clauses={[stateClause(classify(word, words))]} />;
}

function What({
  group: { lead: change, members },
  words,
  places,
}: {
  readonly group: ChangeGroup;
  readonly words: WordOverrides;
  readonly places: Places;
}) {
  switch (change.kind) {
    case 'moved':
      return (
        <>
          moved, <Place code={change.from ?? ''} places={places} />
          <ArrowTo />
          <Place code={change.to ?? ''} places={places} />
        </>
      );
    case 'capacity':
      return (
        <>
          {members.length === 1 ? 'advertises' : 'advertise'} <Verbatim>{change.from ?? ''}</Verbatim>
          <ArrowTo />
          <Verbatim>{change.to ?? ''}</Verbatim>
        </>
      );
    case 'state':
      return (
        <>
          <Word word={change.from} words={words} />
          <ArrowTo />
          <Word word={change.to} words={words} />
        </>
      );
    case 'appeared':
      return (
        <>
          {change.isReturn ? 'listed again' : 'appeared'}, <Word word={change.to} words={words} />
        </>
      );
    case 'gone':
      return change.subject === 'endpoint' ? 'no longer offered' : 'no longer listed';
    case 'contact-lost':
      return `could not be read: ${change.to}`;
    case 'contact-restored':
      return 'read again';
    case 'contradicted':
    case 'contradiction-ended':
    case 'renamed':
    case 'scopes':
    case 'unobserved':
    case 'word':
      return null;
  }
}
