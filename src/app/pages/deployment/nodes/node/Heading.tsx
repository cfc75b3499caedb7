import { Link } from 'react-router';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { Created } from '#app/components/records/Created.tsx';
import { Fact, Facts } from '#app/components/records/Fact.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { type Clause, plain, stateClause } from '#domain/sentences/clause.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { NodeTrail } from './NodeTrail.tsx';
import { differences, type NamedIn } from './sightings.ts';
import type { NodeList } from './use-node-lists.ts';

const StateSince = lazyPart(() => import('#app/components/timeline/StateSince.tsx'));
const SeenBesideRecord = lazyPart(
  () => import('#app/components/timeline/SeenBesideRecord.tsx'),
  () => <div className="mt-1 h-[53px] basis-full" />,
);
const PastFacts = lazyPart(
  () => import('./PastFacts.tsx'),
  () => (
    <>
      <Fact name="Listed since">{'\u00a0'}</Fact>
      <Fact name="Moved from">{'\u00a0'}</Fact>
    </>
  ),
);

export function Heading({
  deployment,
  lookups,
  listing,
  node,
  lists,
  named,
}: {
  readonly deployment: Deployment;
  readonly lookups: Lookups;
  readonly listing: Listing<Node>;
  readonly node: Node;
  readonly lists: readonly NodeList[];
  readonly named: readonly NamedIn[];
}) {
  const { slug } = deployment;
  const id = node.id ?? '';
  const state = stateOf(node, deployment.words);
  const isKept = keepsListsOf(deployment);
  const feeds = lists.filter((list) => list.source.feed.answer).map((list) => list.source.feed);
  const contradicted = differences(named).some(({ field }) => field === 'status');
  return (
    <>
      <NodeTrail deployment={deployment} lookups={lookups} listing={listing} node={node} />
      <Vouched
        feeds={feeds}
        as="header"
        className="mb-6 flex flex-wrap items-start justify-between gap-x-10 gap-y-3 pt-1"
      >
        <div className="flex min-w-0 flex-1 basis-96 items-start gap-4">
          <StatusGlyph severity={state.severity} size={34} className="mt-1 max-md:size-7" />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <PageTitle
                title={`Node ${id.slice(0, 80)}, ${deployment.name}`}
                className="entity-title wrap-anywhere max-md:text-[24px] max-md:leading-[30px]"
              >
                <FieldText record={node} field="id" value={node.id} form={{ kind: 'id', prefix: 'nod' }} mono />
              </PageTitle>
              <CopyButton text={id} label={`Copy the id ${id.slice(0, 80)}`} />
            </div>
            <p className={`lead mt-0.5 max-w-3xl ${isKept ? 'max-md:min-h-11' : ''}`}>
              <StatusWord state={state} />
              <StateSince deployment={deployment} kind="node" id={id} word={node.status} />
              {contradicted && (
                <>
                  . <Sentence clauses={named.flatMap((each, index) => statusIn(each, index, deployment))} />:
                  showing the worse
                </>
              )}
              .
            </p>
          </div>
        </div>
        <Facts>
          <Fact name="Region">
            <Region slug={slug} node={node} lookups={lookups} />
          </Fact>
          {isKept ? (
            <PastFacts slug={slug} id={id} lookups={lookups} />
          ) : (
            <Fact name="Capacity">
              <FieldText record={node} field="capacity" value={node.capacity} form={{ kind: 'capacity' }} />
              {node.capacity !== null && ', as advertised'}
            </Fact>
          )}
          <Fact name="Created">
            <Created record={node} />
          </Fact>
          <Fact name="Read">
            <FreshnessMark feeds={feeds} verb="" />
          </Fact>
        </Facts>
        {!isKept && <SeenBesideRecord deployment={deployment} subject="node" id={id} label={id.slice(0, 80)} />}
      </Vouched>
    </>
  );
}

function statusIn({ version, node }: NamedIn, index: number, { words }: Deployment): readonly Clause[] {
  return [plain(index > 0 ? ', ' : ''), stateClause(stateOf(node, words)), plain(` in ${version}`)];
}

function Region({
  slug,
  node,
  lookups,
}: {
  readonly slug: string;
  readonly node: Node;
  readonly lookups: Lookups;
}) {
  const { pop } = node;
  const text = <FieldText record={node} field="pop" value={pop} form={{ kind: 'region-code' }} mono />;
  if (pop === null || pop === '') return text;
  const place = lookups.places.get(pop);
  return (
    <>
      <Link className="underline underline-offset-3" to={paths.region(slug, pop)}>
        {place?.name != null && (
          <>
            <Verbatim>{place.name}</Verbatim>{' '}
          </>
        )}
        {text}
      </Link>
      {place?.zone != null && (
        <>
          ,{' '}
          <Link className="link" to={paths.nodes(slug, { zone: place.zone })}>
            <Verbatim>{place.zone}</Verbatim>
          </Link>
        </>
      )}
      {!place && lookups.places.size > 0 && ', unknown region'}
    </>
  );
}
