import { Panel } from '#app/components/freshness/Panel.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import {
  compareVersions,
  nodeSide,
  regionSide,
  statusSide,
  type VersionComparison,
  type VersionSide,
} from '#domain/contradictions/versions.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';
import type { EndpointFeeds } from '../use-endpoints.ts';
import { VersionDetails } from './VersionDetails.tsx';

const heads = [
  { label: 'List' },
  { label: 'In both', align: 'right', wide: true },
  { label: 'Only v1', align: 'right' },
  { label: 'Only v2', align: 'right' },
  { label: 'Differ', align: 'right' },
] as const satisfies readonly Head[];

function useComparison<Row>(
  v1: Feed<Listing<Row>>,
  v2: Feed<Listing<Row>>,
  side: (listing: Listing<Row>) => Promise<VersionSide>,
): VersionComparison | null {
  const one = useListingResult(v1.answer?.value ?? null, 'side', side);
  const two = useListingResult(v2.answer?.value ?? null, 'side', side);
  return one && two ? compareVersions(one, two) : null;
}

interface Compared {
  readonly name: string;
  readonly v1: Feed<unknown>;
  readonly v2: Feed<unknown>;
  readonly comparison: VersionComparison | null;
}

/**
 * Table of the differences between the API versions of regions, nodes and status. The API document shows no
 * difference between the versions (API document, part 9).
 */
export function Versions({ feeds }: { readonly feeds: EndpointFeeds }) {
  const status = { v1: feeds['/api/v1/status'], v2: feeds['/api/v2/status'] };
  const regions = { v1: feeds['/api/v1/regions'], v2: feeds['/api/v2/regions'] };
  const nodes = { v1: feeds['/api/v1/nodes'], v2: feeds['/api/v2/nodes'] };
  const all: readonly Compared[] = [
    { name: 'regions', ...regions, comparison: useComparison(regions.v1, regions.v2, regionSide) },
    { name: 'nodes', ...nodes, comparison: useComparison(nodes.v1, nodes.v2, nodeSide) },
    {
      name: 'status',
      ...status,
      comparison:
        status.v1.answer && status.v2.answer
          ? compareVersions(statusSide(status.v1.answer.value), statusSide(status.v2.answer.value))
          : null,
    },
  ];
  const read = all.filter(({ comparison }) => comparison);
  const sources = read.flatMap(({ v1, v2 }) =>
    [v1, v2].flatMap((feed) =>
      feed.answer ? [{ path: feed.answer.path, feed, availability: availabilityOf(feed) }] : [],
    ),
  );
  return (
    <Panel title="v1 against v2" aside={apart(read)} sources={sources}>
      {read.length === 0 ? (
        <p className="py-3 text-text-2">No resource was read in both versions here.</p>
      ) : (
        <SmallTable label="v1 against v2" heads={heads}>
          {all.map((each) => (
            <Row key={each.name} {...each} />
          ))}
        </SmallTable>
      )}
      {read.map(
        ({ name, v1, v2, comparison }) =>
          comparison && <VersionDetails key={name} name={name} feeds={[v1, v2]} comparison={comparison} />,
      )}
    </Panel>
  );
}

/**
 * States how far apart the versions were read, because differences may only be due to that time. `undefined`
 * if nothing was compared.
 */
function apart(read: readonly Compared[]): string | undefined {
  const gaps = read.map(({ v1, v2 }) => Math.abs((v1.answer?.receivedAt ?? 0) - (v2.answer?.receivedAt ?? 0)));
  return gaps.length === 0 ? undefined : `read within ${formatDuration(Math.max(...gaps, 1000))} of each other`;
}

function Row({ name, v1, v2, comparison }: Compared) {
  if (!comparison)
    return (
      <tr>
        <Cell head={heads[0]}>{name}</Cell>
        <td colSpan={heads.length - 1} className="text-right text-text-3">
          {unread(v1, v2)}
        </td>
      </tr>
    );
  const { both, onlyV1, onlyV2, differ } = comparison;
  return (
    <tr>
      <Cell head={heads[0]}>{name}</Cell>
      <Cell head={heads[1]} className="drains text-text-2">
        {formatExact(both)}
      </Cell>
      <Cell head={heads[2]} className="drains">
        <Only ids={onlyV1} />
      </Cell>
      <Cell head={heads[3]} className="drains">
        <Only ids={onlyV2} />
      </Cell>
      <Cell head={heads[4]} className={`drains ${differ.length > 0 ? 'font-[580]' : ''}`}>
        {formatExact(differ.length)}
      </Cell>
    </tr>
  );
}

function unread(v1: Feed<unknown>, v2: Feed<unknown>): string {
  const missing = [v1, v2].map((feed) => availabilityOf(feed));
  const names = ['v1', 'v2'].filter((_name, index) => missing[index] === 'not-offered');
  if (names.length === 2) return 'not offered';
  return names.length === 1 ? `${names[0]} not offered` : 'not read in both versions';
}

function Only({ ids }: { readonly ids: readonly string[] | null }) {
  return ids === null ? (
    <span className="text-text-3" title="The other list is truncated, so missing items may still exist.">
      –<span className="sr-only"> not known</span>
    </span>
  ) : (
    formatExact(ids.length)
  );
}
