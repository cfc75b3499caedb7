import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { KeyHints } from '#app/components/keys/KeyHints.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { isFiltered } from '#app/url/search.ts';
import type { Answer, Feed } from '#domain/answer/answer.ts';
import { type Claim, figureInWords } from '#domain/lists/claim.ts';
import { formatExact } from '#domain/text/format.ts';
import { ExportMenu } from '../export/ExportMenu.tsx';
import type { Exported } from '../export/file.ts';
import { exportedRows } from '../export/rows.ts';
import type { RowRange } from '../rows/row-keys.ts';
import type { DataTableProps } from '../table-props.ts';
import { ColumnChoice, type NamedColumn } from './ColumnChoice.tsx';
import { jumpStep } from './jump-step.ts';
import { RowJump, RowsInView } from './RowJump.tsx';

export interface TableFooterProps extends Pick<DataTableProps<object>, 'search' | 'onSearch'> {
  readonly slug: string;
  readonly noun: string;
  readonly count: number;
  /** The response of the list itself, without joined lists; `null` before the first. */
  readonly answer: Answer<unknown> | null;
  readonly feeds: readonly Feed<unknown>[];
  /** Number of rows in the list; `count` of them match the search. */
  readonly listed: number;
  readonly claim: Claim;
  /** All columns of the table; `columns` contains only those shown. */
  readonly all: readonly NamedColumn[];
  readonly columns: readonly NamedColumn[];
  readonly range: RowRange;
  readonly onJump: (row: number) => void;
  readonly exported: (make: typeof exportedRows) => Exported;
  /** Whether rows for a newer search are still pending. */
  readonly isWaiting: boolean;
}

/**
 * Footer of a table: rows in view, number of rows, age and cache lifetime of the list, keys, columns and
 * exports.
 */
export default function TableFooter(props: TableFooterProps) {
  const { feeds, noun, count, claim, range, search, answer } = props;
  const filtered = isFiltered(search);
  // A long list on a phone has a line of its own for {@link RowJump}.
  const isPaged = usePhone() && count > jumpStep(count);
  const inView = { ...range, last: Math.min(range.last, count - 1) };
  return (
    <div className="table-footer sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-1 max-md:gap-x-3 border-t border-line-strong bg-bg py-1 text-[12px] leading-5 max-md:bottom-14">
      <span className={isPaged ? 'min-w-0 flex-1 truncate' : ''}>
        {!isPaged && inView.last >= inView.first && (
          <span className="no-print">
            <RowsInView range={inView} /> of{' '}
          </span>
        )}
        {filtered && (
          <>
            <Claimed claim={claim} className="font-semibold">
              {formatExact(count)}
            </Claimed>{' '}
            that match, of{' '}
          </>
        )}
        <Claimed claim={claim} className="font-semibold">
          {formatExact(props.listed)}
        </Claimed>{' '}
        {noun}
        {claim.kind === 'known-regions' && (
          <span aria-hidden="true">{` in ${formatExact(claim.regions)} known regions`}</span>
        )}
      </span>
      <span className="flex flex-wrap items-center whitespace-nowrap text-text-2">
        <FreshnessMark feeds={feeds} words="all" />
        {answer && <CachedUpTo answer={answer} />}
      </span>
      {props.isWaiting && (
        <span role="status" className={`awaited font-semibold ${isPaged ? 'basis-full' : ''}`}>
          Showing the previous rows until the new ones arrive.
        </span>
      )}
      <div className={`no-print flex items-center gap-2 ${isPaged ? 'min-w-0 basis-full' : 'ml-auto'}`}>
        {isPaged && <RowJump range={inView} count={count} onJump={props.onJump} />}
        <KeyHints hints={hints} className="mr-2 hidden gap-3 lg:flex" />
        <ColumnChoice
          all={props.all}
          chosen={props.columns}
          onChoose={(columns) => props.onSearch({ columns })}
        />
        <ExportMenu
          opens="up"
          slug={props.slug}
          noun={noun}
          count={count}
          exported={() => props.exported(exportedRows)}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {filtered ? `${figureInWords(claim, formatExact(count))} ${noun} match.` : ''}
      </p>
    </div>
  );
}

function CachedUpTo({ answer }: { readonly answer: Answer<unknown> }) {
  const freshness = useSurroundingFreshness();
  const { lifetime, ageSeconds } = answer;
  if (freshness !== 'fresh') return null;
  return (
    <span className="max-md:hidden" title={lifetime.reason}>
      {lifetime.stated && !lifetime.uncacheable
        ? `, may be cached up to ${formatExact(lifetime.milliseconds / 1000 + ageSeconds)}\u00a0s`
        : `, ${lifetime.reason}`}
    </span>
  );
}

/** Key hints in the footer, shown if there is room. */
const hints = [
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['f'], does: 'filter' },
] as const;
