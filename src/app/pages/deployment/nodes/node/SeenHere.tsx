import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import type { Source } from '#app/queries/source.ts';
import { ArrowTo } from '#app/ui/elements/ArrowTo.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { type Change, isOfState } from '#domain/memory/changes.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { formatDuration, formatTime } from '#domain/text/format.ts';

export function SeenHere({
  deployment,
  id,
  source,
}: {
  readonly deployment: Deployment;
  readonly id: string;
  readonly source: Source<Listing<Node>>;
}) {
  const { changes, since } = useSession(deployment.slug);
  const minutes = useTimed((now) => Math.floor((now - since) / 60_000));
  const own = changes.filter((change) => change.subject === 'node' && change.id === id);
  return (
    <Panel
      title="Changes"
      note={`since this page opened, ${formatTime(since)}`}
      aside="seen here, UTC"
      sources={[source]}
    >
      {own.length === 0 ? (
        <EmptyState>
          {minutes < 1
            ? 'No changes since this page opened.'
            : `No changes in the ${formatDuration(minutes * 60_000)} since this page opened.`}
        </EmptyState>
      ) : (
        <ol aria-label="Changes of this node" className="m-0 list-none p-0">
          {own.map((change) => (
            <li
              key={`${change.at} ${change.kind}`}
              className="grid grid-cols-[2.6rem_1fr] items-baseline gap-2.5 border-b border-line py-1"
            >
              <time dateTime={new Date(change.at).toISOString()} className="text-text-2">
                {formatTime(change.at)}
              </time>
              <span className="min-w-0">
                <What change={change} words={deployment.words} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Such as "● Operational → ▲ Degraded". */
function What({ change, words }: { readonly change: Change; readonly words: WordOverrides }) {
  if (change.kind === 'gone')
    return (
      <span className="inline-flex items-center gap-2">
        <StatusGlyph severity="vanished" size={11} />
        no longer listed, last <StatusWord state={classify(change.from, words)} />
      </span>
    );
  if (!isOfState(change))
    return (
      <span className="text-text-2">
        {change.kind === 'moved' ? 'moved, ' : 'capacity, '}
        <Verbatim>{change.from ?? ''}</Verbatim>
        <ArrowTo />
        <Verbatim className="text-text">{change.to ?? ''}</Verbatim>
      </span>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {change.kind === 'state' ? (
        <>
          <span className="text-text-2">{classify(change.from, words).label}</span>
          <ArrowTo />
        </>
      ) : (
        <span className="mr-1 text-text-2">appeared,</span>
      )}
      <StatusGlyph severity={classify(change.to, words).severity} size={11} className="mr-1" />
      <StatusWord state={classify(change.to, words)} />
    </span>
  );
}
