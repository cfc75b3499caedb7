import { Link } from 'react-router';
import { Claimed } from '#app/components/lists/Count.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { BarFigure } from '#app/table/columns.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { paths } from '#app/url/paths.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { capacityOf } from '#domain/lists/fields.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { stateOf, type WordOverrides } from '#domain/severity/classify.ts';
import { formatDate, formatExact } from '#domain/text/format.ts';

const mostShown = 16;

const heads = [
  { label: 'Status', width: '26%' },
  { label: 'Node' },
  { label: 'Capacity', align: 'figure', width: '24%' },
  { label: 'Created', align: 'right', wide: true, width: '6.5rem' },
] as const satisfies readonly Head[];

interface Others {
  readonly rows: readonly Node[];
  /** All other nodes of the region. */
  readonly count: number;
}

async function othersOf(listing: Listing<Node>, node: Node): Promise<Others> {
  const rows = await listing.rows({
    where: { region: [node.pop] },
    sort: [
      { field: 'rank', descending: true },
      { field: 'id', descending: false },
    ],
  });
  const held = await rows.slice(0, mostShown + 1);
  const others = held.filter((row) => row.id !== node.id);
  return { rows: others.slice(0, mostShown), count: rows.count - 1 };
}

/** The other nodes of the region, not operational first. */
export function Neighbours({
  deployment,
  source,
  listing,
  node,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<Node>>;
  readonly listing: Listing<Node>;
  readonly node: Node;
}) {
  const { slug, words } = deployment;
  const { pop } = node;
  const found = useAnswered(listing, `others ${pop}`, (list) => othersOf(list, node));
  // The first rows of a list that is read further hold few of a region, or none.
  const others = isGrowing(deployment, 'node', source) ? undefined : found;
  const most = Math.max(0, ...(others?.rows ?? []).map((row) => Number(capacityOf(row) ?? 0)));
  if (pop === null || pop === '') return null;
  return (
    <Panel
      title="Neighbours"
      note={
        others && (
          <>
            <Claimed claim={listing.claim}>{formatExact(others.count)}</Claimed> in the same region
          </>
        )
      }
      aside="not operational first"
      sources={[source]}
      className="[--room:34rem] max-md:[--room:50rem]"
    >
      {others && others.count < 1 ? (
        <EmptyState>No other node is listed in {pop.slice(0, 40)}.</EmptyState>
      ) : (
        others && (
          <SmallTable label="Neighbours" heads={heads}>
            {others.rows.map((row, index) => (
              <Row key={`${row.id} ${index}`} row={row} most={most} slug={slug} words={words} />
            ))}
          </SmallTable>
        )
      )}
      {others && others.count > others.rows.length && (
        <p className="pt-2 text-text-2">
          {formatExact(others.rows.length)} shown.{' '}
          <Link to={paths.nodes(slug, { region: pop })} className="underline underline-offset-3">
            All nodes in {pop.slice(0, 40)}
          </Link>
        </p>
      )}
    </Panel>
  );
}

function Row({
  row,
  most,
  slug,
  words,
}: {
  readonly row: Node;
  readonly most: number;
  readonly slug: string;
  readonly words: WordOverrides;
}) {
  const state = stateOf(row, words);
  const created = row.created_at === null ? null : parseTimestamp(row.created_at);
  const value = capacityOf(row);
  const id = <FieldText record={row} field="id" value={row.id} form={{ kind: 'id', prefix: 'nod' }} mono />;
  const capacity = <FieldText record={row} field="capacity" value={row.capacity} form={{ kind: 'capacity' }} />;
  return (
    <tr className="max-md:h-11">
      <Cell head={heads[0]} className="max-md:whitespace-normal!">
        <span className="inline-flex max-w-full items-center gap-2">
          <StatusGlyph severity={state.severity} size={10} />
          <StatusWord state={state} className="leading-tight max-md:line-clamp-2 md:truncate" />
        </span>
      </Cell>
      <Cell head={heads[1]}>
        {row.id === null || row.id === '' ? (
          id
        ) : (
          <Link className="link" to={paths.node(slug, row.id)}>
            {id}
          </Link>
        )}
      </Cell>
      <Cell head={heads[2]}>
        {value === null ? (
          capacity
        ) : (
          <BarFigure value={value} most={most}>
            {capacity}
          </BarFigure>
        )}
      </Cell>
      <Cell head={heads[3]}>
        {created === null ? (
          <FieldText record={row} field="created_at" value={row.created_at} form={{ kind: 'timestamp' }} />
        ) : (
          formatDate(created)
        )}
      </Cell>
    </tr>
  );
}
