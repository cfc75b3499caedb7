import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { RawRecord } from '../records/RawRecord.tsx';
import { Verbatim } from '../records/Verbatim.tsx';
import { FreshnessMark } from '../vouching/FreshnessMark.tsx';
import { NotOffered, Panel } from '../vouching/Panel.tsx';
import { Vouched } from '../vouching/vouching.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Lower case, such as "event type", "event types". */
interface Noun {
  readonly one: string;
  readonly many: string;
}

interface RecordPageProps<Row> {
  readonly noun: Noun;
  readonly deployment: Deployment;
  readonly id: string;
  readonly source: Source<Listing<Row>>;
  /** `null` until the list is read. */
  readonly listing: Listing<Row> | null;
  readonly list: string;
  /** @param row - the first row with the id. */
  readonly children: (row: Row, listing: Listing<Row>) => ReactNode;
}

/** Maximum of rows shown with the same id. */
const mostRows = 20;

/** The page of one list row by id. Handles a resource that is not offered, not read yet, or without the id. */
export function RecordPage<Row extends object>(props: RecordPageProps<Row>) {
  const { noun, deployment, id, source, listing } = props;
  const found = useAnswered(listing, noun.one, async (list) => {
    const rows = await list.rows({ where: { id: [id] } });
    const [row = null, ...others] = await rows.slice(0, mostRows);
    return { row, others, rows: rows.count };
  });
  const title = noun.one.charAt(0).toUpperCase() + noun.one.slice(1);
  if (source.availability === 'not-offered')
    return (
      <div className="pt-4">
        <PageTitle title={`${title}, ${deployment.name}`}>{title}</PageTitle>
        <NotOffered path={source.path} />
      </div>
    );
  if (!listing || !found)
    return (
      <div className="pt-4">
        <PageTitle title={`${title} ${id.slice(0, 80)}, ${deployment.name}`}>{title}</PageTitle>
        <Panel title="Record" sources={[source]}>
          {null}
        </Panel>
      </div>
    );
  if (!found.row) return <NoRecord {...props} listing={listing} />;
  return (
    <>
      {found.rows > 1 && (
        <details className="pt-4 text-text-2">
          <summary className="cursor-pointer">
            {plural(found.rows, 'row')} of the list carry this id. The first is shown; show the others.
          </summary>
          {found.others.map((row, index) => (
            <RawRecord key={index} record={row} />
          ))}
          {found.rows > mostRows && <p>And {formatExact(found.rows - mostRows)} more.</p>}
        </details>
      )}
      {props.children(found.row, listing)}
    </>
  );
}

const whetherItMayExist = {
  exact: 'The list is complete.',
  'known-regions':
    'All known regions were read completely, so it can exist only in a region that no list names.',
  'at-least': 'The list is truncated, so it may still exist.',
} as const;

/** Says that the list does not contain the id. */
function NoRecord<Row>({
  noun,
  deployment,
  id,
  source,
  listing,
  list,
}: RecordPageProps<Row> & { readonly listing: Listing<Row> }) {
  return (
    <Vouched feeds={[source.feed]} className="py-8">
      <PageTitle title={`No ${noun.one} ${id.slice(0, 80)}, ${deployment.name}`}>No such {noun.one}</PageTitle>
      <p className="lead mt-2 wrap-anywhere">
        <Verbatim className="mono">{id}</Verbatim> is not among the {formatExact(listing.count)} {noun.many}{' '}
        listed. {whetherItMayExist[listing.claim.kind]}{' '}
        <Link to={list} className="underline underline-offset-3">
          All {noun.many}
        </Link>
      </p>
      <FreshnessMark feeds={[source.feed]} words="all" />
    </Vouched>
  );
}
