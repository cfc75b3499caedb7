import { Created } from '#app/components/fields/Created.tsx';
import { Fact } from '#app/components/fields/Fact.tsx';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { RegionOf } from '#app/components/fields/RegionOf.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { ResourceHeading } from '#app/components/page/ResourceHeading.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { type Clause, plain, stateClause } from '#domain/sentences/clause.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { useAround } from './around.ts';
import { differences, type ListedNode } from './node-in-lists.ts';
import type { NodeList, NodeProps } from './use-node-lists.ts';

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
  named: listed,
}: NodeProps & {
  readonly lists: readonly NodeList[];
  readonly named: readonly ListedNode[];
}) {
  const { slug } = deployment;
  const { pop, capacity } = node;
  const id = node.id ?? '';
  const region = pop === '' ? null : pop;
  const zone = lookups.places.get(region ?? '')?.zone ?? null;
  const { previous, next } = useAround(listing, node) ?? {};
  const besideOf = (to: string | undefined) =>
    to === undefined
      ? undefined
      : { to: paths.node(slug, to), label: <span className="mono">{to}</span>, name: to };
  const feeds = lists.filter((list) => list.source.feed.answer).map((list) => list.source.feed);
  const isContradicted = differences(listed).some(({ field }) => field === 'status');
  return (
    <ResourceHeading
      deployment={deployment}
      trail={{
        steps: [
          { label: 'Nodes', to: paths.nodes(slug) },
          ...(zone === null ? [] : [{ label: <Verbatim>{zone}</Verbatim>, to: paths.nodes(slug, { zone }) }]),
          ...(region === null
            ? []
            : [{ label: <Verbatim>{region}</Verbatim>, to: paths.nodes(slug, { region }) }]),
          { label: <span className="mono">{id.slice(0, 80)}</span> },
        ],
        ...(region !== null && {
          around: {
            label: `Nodes of ${region.slice(0, 40)}`,
            previous: besideOf(previous),
            next: besideOf(next),
          },
        }),
      }}
      feeds={feeds}
      title={`Node ${id.slice(0, 80)}`}
      name={<FieldText record={node} field="id" value={node.id} form={{ kind: 'id', prefix: 'nod' }} mono />}
      beside={<CopyButton text={id} label={`Copy the id ${id.slice(0, 80)}`} />}
      subject={{ kind: 'node', id, state: stateOf(node, deployment.words), word: node.status }}
      facts={
        <>
          <Fact name="Region">
            <RegionOf slug={slug} row={node} field="pop" lookups={lookups} inZone={paths.nodes} />
          </Fact>
          {keepsListsOf(deployment) ? (
            <PastFacts slug={slug} id={id} lookups={lookups} />
          ) : (
            <Fact name="Capacity">
              <FieldText record={node} field="capacity" value={capacity} form={{ kind: 'capacity' }} />
              {capacity !== null && ', as advertised'}
            </Fact>
          )}
          <Fact name="Created">
            <Created record={node} />
          </Fact>
          <Fact name="Read">
            <FreshnessMark feeds={feeds} verb="" />
          </Fact>
        </>
      }
    >
      {isContradicted && (
        <>
          . <Sentence clauses={listed.flatMap((each, index) => statusIn(each, index, deployment))} />: showing
          the worse
        </>
      )}
      .
    </ResourceHeading>
  );
}

function statusIn({ version, node }: ListedNode, index: number, { words }: Deployment): readonly Clause[] {
  return [plain(index > 0 ? ', ' : ''), stateClause(stateOf(node, words)), plain(` in ${version}`)];
}
