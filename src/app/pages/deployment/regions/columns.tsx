import type { ReactNode } from 'react';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { type CellContext, type Column, regionColumn, StateCell, statusColumn } from '#app/table/columns.tsx';
import { lasting, sinceColumn } from '#app/table/since-column.tsx';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import type { Sum } from '#domain/lists/listing.ts';
import { isListed, type RegionRow } from '#domain/regions/region-rows.ts';
import type { State } from '#domain/severity/classify.ts';
import { noRegionsByNodes, regionState } from '#domain/severity/region-state.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact, formatCapacity } from '#domain/text/format-figures.ts';

const unknown = <span className="text-text-3">–</span>;

/** Builds the column of a field of the region list. Codes outside the list have a dash. */
function listedColumn(
  field: 'name' | 'zone' | 'country',
  header: string,
  more: Partial<Column<RegionRow>>,
): Column<RegionRow> {
  return {
    field,
    header,
    cell: (row) =>
      row.sent === null ? (
        unknown
      ) : (
        <FieldText
          record={row.sent}
          field={field}
          value={row[field]}
          {...(field === 'country' ? { form: { kind: 'country' } } : {})}
        />
      ),
    exported: (row) => row[field],
    ...more,
  };
}

const code = (row: RegionRow) => row.code;

function stateIn(
  row: RegionRow,
  { lookups: { words, byNodes = noRegionsByNodes } }: CellContext,
): State | null {
  return isListed(row) ? regionState(row.sent ?? row, words, byNodes) : null;
}

// Widths in percent, so that any subset of the columns fits.
const status = statusColumn<RegionRow>({ width: '15%', below: 'code' });

/**
 * Width of the status column if a region's word is contradicted by its nodes: "Operational, but none of its
 * 34 nodes" must fit.
 */
const widthWithNodes = '22%';

const listed: readonly Column<RegionRow>[] = [
  {
    ...status,
    after: lasting(code),
    alsoExported: [
      { name: 'severity', value: (row, context) => stateIn(row, context)?.severity ?? null },
      { name: 'severity_reason', value: (row, context) => stateIn(row, context)?.against?.reason ?? null },
    ],
    cell: (row, context) => {
      const state = stateIn(row, context);
      return state ? (
        <span className="flex items-center gap-1.5" title={row.disagreement ?? undefined}>
          <StateCell state={state} />
          {row.disagreement !== null && <span className="caption max-md:hidden">lists disagree</span>}
        </span>
      ) : (
        unknown
      );
    },
  },
  regionColumn<RegionRow>('code', (row) => row.code, { header: 'Code', width: '7%', wide: true }),
  listedColumn('name', 'City', { phoneWidth: '30%', below: 'zone', cell: (row) => <City row={row} /> }),
  listedColumn('zone', 'Zone', { wide: true, width: '12%' }),
  listedColumn('country', 'Country', { wide: true, width: '8%' }),
];

const since = sinceColumn(code, { width: '12%' });

function City({ row }: { readonly row: RegionRow }) {
  if (row.sent === null) return <span className="text-text-2">unknown region</span>;
  return <FieldText record={row.sent} field="name" value={row.name} />;
}

function countColumn(field: 'nodes' | 'buckets', header: string, claim: Claim): Column<RegionRow> {
  return {
    field,
    header,
    align: 'right',
    width: '8%',
    wide: true,
    cell: (row) => {
      const count = row[field];
      return count === null ? unknown : <Claimed claim={claim}>{formatExact(count)}</Claimed>;
    },
    exported: (row) => row[field],
  };
}

function sumColumn(
  field: 'advertised' | 'bytes',
  header: string,
  claim: Claim,
  show: (sum: Sum) => ReactNode,
  more: Partial<Column<RegionRow>> = {},
): Column<RegionRow> {
  return {
    field,
    header,
    align: 'right',
    width: '11%',
    phoneWidth: '5.5rem',
    cell: (row) => {
      const sum = row[field];
      return sum === null ? unknown : <Claimed claim={claimOfSum(claim, sum)}>{show(sum)}</Claimed>;
    },
    exported: (row) => row[field]?.total ?? null,
    ...more,
  };
}

/**
 * Builds the columns of the regions table. In `claims`, `null` stands for a list that is not offered; its
 * columns are left out.
 */
export function columnsOf(
  claims: {
    readonly nodes: Claim | null;
    readonly buckets: Claim | null;
  },
  withSince: boolean,
  hasContradicted: boolean,
): readonly Column<RegionRow>[] {
  const { nodes, buckets } = claims;
  return [
    ...listed.slice(0, 1).map((column) => (hasContradicted ? { ...column, width: widthWithNodes } : column)),
    ...(withSince ? [since] : []),
    ...listed.slice(1),
    ...(nodes
      ? [
          countColumn('nodes', 'Nodes', nodes),
          sumColumn('advertised', 'Capacity', nodes, (sum) => formatCapacity(sum.total), {
            wide: buckets !== null,
            below: 'nodes',
          }),
        ]
      : []),
    ...(buckets
      ? [
          countColumn('buckets', 'Buckets', buckets),
          sumColumn(
            'bytes',
            'Stored',
            buckets,
            (sum) => <span title={formatBytesExact(sum.total)}>{formatBytes(sum.total)}</span>,
            { below: 'advertised' },
          ),
        ]
      : []),
  ];
}
