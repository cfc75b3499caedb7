import { flawOf } from '../../../contract/decode-record.ts';
import type { Claim } from '../../../domain/claim.ts';
import { type ExportValue, toCsv, toJson } from '../../../domain/exports.ts';
import { formatAge, joinWords } from '../../../domain/format.ts';
import { ageOfAnswer } from '../../../domain/freshness.ts';
import type { Rows } from '../../../domain/listing.ts';
import { hostAddress } from '../../base.ts';
import { now } from '../../clock.ts';
import { findDeployment } from '../../config.ts';
import type { CellContext, Column } from './columns.tsx';
import { conditions } from './conditions.ts';
import type { DataTableProps } from './DataTable.tsx';

type ExportProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'columns' | 'slug' | 'lookups' | 'noun' | 'listing' | 'source' | 'also' | 'search'
> & {
  readonly rows: Rows<Row>;
};

function claimInWords(claim: Claim): string {
  if (claim.kind === 'exact') return 'exact';
  if (claim.kind === 'known-regions') return `complete for ${claim.regions} known regions`;
  return `at least: ${claim.reasons.join('; ')}`;
}

/** The configured address of a deployment, without secrets; that of a demo is the host's own. */
function baseUrlOf(slug: string): string {
  const shown = findDeployment(slug)?.shownUrl ?? slug;
  return new URL(hostAddress(shown), document.baseURI).href.replace(/\/$/, '');
}

/** What a cell writes: its value, else what was sent in its place. */
function cellOf<Row extends object>(column: Column<Row>, row: Row, context: CellContext): ExportValue {
  const value = column.exported(row, context);
  if (value !== null) return value;
  const sent = flawOf(row, column.exportedAs ?? column.field)?.sent;
  return sent ? { sent } : null;
}

/** What stands above the rows of an export, so that a file cannot outlive its truth. */
function headingOf<Row extends object>(props: ExportProps<Row>): readonly [string, string][] {
  const answer = props.source.feed.answer;
  const time = now();
  return [
    ['deployment', props.slug],
    ['source', `${baseUrlOf(props.slug)}${props.source.path}`],
    ['exported', new Date(time).toISOString()],
    ['read', answer ? new Date(answer.receivedAt).toISOString() : 'never'],
    ['age', answer ? formatAge(ageOfAnswer(answer, time), { late: false }) : 'unknown'],
    ['claim', claimInWords(props.listing.claim)],
    ...(props.also ?? []).flatMap(({ path, feed: { answer } }): [string, string][] => {
      if (!answer) return [];
      const read = new Date(answer.receivedAt).toISOString();
      return [[`joined ${path}`, `${claimInWords(answer.value.claim)}, read ${read}`]];
    }),
    ['rows', `${props.rows.count} of ${props.listing.count}`],
    ['filter', joinWords(conditions(props.search, props.columns)) || 'none'],
  ];
}

function download(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** CSV and JSON of exactly the rows shown, in their order. */
export function ExportButtons<Row extends object>(props: ExportProps<Row>) {
  const { columns, rows, noun, slug, lookups } = props;
  const write = async (format: 'csv' | 'json') => {
    const held = await rows.slice(0, rows.count);
    const heads = columns.map((column) => ({ name: column.exportedAs ?? column.field }));
    const cells = held.map((row) => columns.map((column) => cellOf(column, row, { slug, lookups })));
    const heading = headingOf(props);
    const text = format === 'csv' ? toCsv(heads, cells, heading) : toJson(heading, heads, cells);
    download(
      `${slug}-${noun.replaceAll(' ', '-')}.${format}`,
      format === 'csv' ? 'text/csv' : 'application/json',
      text,
    );
  };
  return (
    <>
      <button type="button" className="control max-md:min-h-11" onClick={() => void write('csv')}>
        <span className="max-md:sr-only">Export </span>CSV
      </button>
      <button type="button" className="control max-md:min-h-11" onClick={() => void write('json')}>
        <span className="max-md:sr-only">Export </span>JSON
      </button>
    </>
  );
}
