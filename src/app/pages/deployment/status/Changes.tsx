import { Link } from 'react-router';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { useSession } from '#app/observe/session/store.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { ArrowTo } from '#app/ui/ArrowTo.tsx';
import { useTimed } from '#app/ui/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { type Change, hasOwnName, type SubjectKind } from '#domain/memory/changes.ts';
import { classify, type Severity, type WordOverrides } from '#domain/severity/severity.ts';
import { stateClause } from '#domain/text/clause.ts';
import { formatDuration, formatTime } from '#domain/text/format.ts';

const shown = 12;

/** What changed since the page opened, newest first. */
export function Changes({
  deployment,
  source,
}: {
  readonly deployment: Deployment;
  readonly source: Source<StatusDocument>;
}) {
  const { changes, since } = useSession(deployment.slug);
  // Each mark rests on what was read to see the change.
  const feeds: Readonly<Record<SubjectKind, Feed<unknown>>> = {
    status: source.feed,
    component: source.feed,
    endpoint: source.feed,
    region: useRegions(deployment).feed,
    node: useNodes(deployment).feed,
  };
  const minutes = useTimed((now) => Math.floor((now - since) / 60_000));
  return (
    <Panel
      title="Recent changes"
      note={`since this page opened, ${formatTime(since)}`}
      aside="seen here, UTC"
      sources={[source]}
      ageStands="above"
    >
      {changes.length === 0 ? (
        <EmptyState>
          {minutes < 1
            ? 'Nothing has changed yet.'
            : `Nothing changed in the ${formatDuration(minutes * 60_000)} this page is open.`}
        </EmptyState>
      ) : (
        <ol aria-label="Recent changes" className="m-0 list-none p-0">
          {changes.slice(0, shown).map((change) => (
            <Vouched
              as="li"
              feeds={[feeds[change.subject]]}
              key={`${change.at} ${change.subject} ${change.id} ${change.kind}`}
              className="grid grid-cols-[2.6rem_0.8rem_1fr] items-baseline gap-2.5 border-b border-line py-1"
            >
              <time dateTime={new Date(change.at).toISOString()} className="text-text-2">
                {formatTime(change.at)}
              </time>
              <StatusGlyph
                severity={severityOf(change, deployment.words)}
                size={11}
                className="translate-y-px"
              />
              <span className="min-w-0 truncate">
                <Subject change={change} slug={deployment.slug} />{' '}
                <What change={change} words={deployment.words} />
              </span>
            </Vouched>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function severityOf(change: Change, words: WordOverrides): Severity {
  switch (change.kind) {
    case 'gone':
      return 'vanished';
    case 'contact-lost':
      return 'unvouched';
    case 'contact-restored':
      return 'notice';
    case 'state':
    case 'appeared':
      return change.subject === 'endpoint' ? 'notice' : classify(change.to, words).severity;
  }
}

function Subject({ change, slug }: { readonly change: Change; readonly slug: string }) {
  const name = hasOwnName(change) ? (
    <Verbatim className="font-[580]">{change.name}</Verbatim>
  ) : (
    <span className="font-[580]">{change.name}</span>
  );
  if (change.subject === 'region')
    return (
      <Link className="link" to={paths.region(slug, change.id)}>
        {name}
      </Link>
    );
  if (change.subject === 'node')
    return (
      <Link className="link" to={paths.node(slug, change.id)}>
        {name}
      </Link>
    );
  return name;
}

function Word({ word, words }: { readonly word: string | null; readonly words: WordOverrides }) {
  return <Sentence clauses={[stateClause(classify(word, words))]} />;
}

function What({ change, words }: { readonly change: Change; readonly words: WordOverrides }) {
  switch (change.kind) {
    case 'state':
      return (
        <span className="text-text-2">
          <Word word={change.from} words={words} />
          <ArrowTo />
          <Word word={change.to} words={words} />
        </span>
      );
    case 'appeared':
      return (
        <span className="text-text-2">
          appeared, <Word word={change.to} words={words} />
        </span>
      );
    case 'gone':
      return (
        <span className="text-text-2">
          {change.subject === 'endpoint' ? 'is no longer offered' : 'is no longer listed'}
        </span>
      );
    case 'contact-lost':
      return <span className="text-text-2">could not be read: {change.to}</span>;
    case 'contact-restored':
      return <span className="text-text-2">is read again</span>;
  }
}
