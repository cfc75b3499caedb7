import { useEffect, useRef, useState } from 'react';
import { flawOf } from '#contract/decode/record.ts';
import { ageOfAnswer } from '#domain/answer/freshness.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Listing, Rows } from '#domain/lists/listing.ts';
import { type ExportFormat, type ExportValue, exportWriter } from '#domain/text/exports.ts';
import { formatAge, formatExact, joinWords } from '#domain/text/format.ts';
import { hostAddress } from '../delivered/base.ts';
import { findDeployment } from '../delivered/config.ts';
import type { Source } from '../queries/source.ts';
import { ProgressBar } from '../ui/elements/ProgressBar.tsx';
import { now } from '../ui/time/clock.ts';
import type { CellContext, Column } from './columns.tsx';
import { conditions } from './filter/conditions.ts';
import type { DataTableProps } from './table-props.ts';

type ExportProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'columns' | 'slug' | 'lookups' | 'places' | 'noun' | 'listing' | 'source' | 'also' | 'search'
> & {
  /** Columns there are; `columns` are those shown. */
  readonly all: readonly Column<Row>[];
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
  const joined: readonly Source<Listing<unknown>>[] = [
    ...(props.also ?? []),
    ...(props.places ? [props.places] : []),
  ];
  return [
    ['deployment', props.slug],
    ['source', `${baseUrlOf(props.slug)}${props.source.path}`],
    ['exported', new Date(time).toISOString()],
    ['read', answer ? new Date(answer.receivedAt).toISOString() : 'never'],
    ['age', answer ? formatAge(ageOfAnswer(answer, time), { late: false }) : 'unknown'],
    ['claim', claimInWords(props.listing.claim)],
    ...joined.flatMap(({ path, feed: { answer } }): [string, string][] => {
      if (!answer) return [];
      const read = new Date(answer.receivedAt).toISOString();
      return [[`joined ${path}`, `${claimInWords(answer.value.claim)}, read ${read}`]];
    }),
    ['rows', `${props.rows.count} of ${props.listing.count}`],
    ['filter', joinWords(conditions(props.search, props.columns)) || 'none'],
  ];
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  tsv: 'text/plain',
};

/** Rows of one part: so many are written between two frames. */
const partLength = 1_000;
/** From so many rows on there is something to look at, and to stop. */
const many = 5_000;

interface Writing<Row extends object> {
  readonly props: ExportProps<Row>;
  readonly signal: AbortSignal;
  readonly onWritten: (rows: number) => void;
}

/** The file, part by part: only one part of the rows is on this thread at a time. */
async function fileOf<Row extends object>(
  format: ExportFormat,
  { props, signal, onWritten }: Writing<Row>,
): Promise<Blob> {
  const { rows, slug, lookups, listing } = props;
  const columns = props.all.filter((column) => column.tellsApart === true || props.columns.includes(column));
  const names = columns.map((column) => ({ name: column.exportedAs ?? column.field }));
  const writer = exportWriter(format, headingOf(props), names);
  const parts: Blob[] = [new Blob([writer.head])];
  // A refresh lets go of the list it replaces; this one is still being read.
  const release = listing.hold?.();
  try {
    for (let from = 0; from < rows.count; from += partLength) {
      // One part after the other, so that no more than that is held.
      const held = await rows.slice(from, from + partLength);
      signal.throwIfAborted();
      const cells = held.map((row) => columns.map((column) => cellOf(column, row, { slug, lookups })));
      parts.push(new Blob([writer.rows(cells, from === 0)]));
      onWritten(from + held.length);
    }
  } finally {
    release?.();
  }
  return new Blob([...parts, writer.foot], { type: types[format] });
}

function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A promise goes to the clipboard at once: it is open to the page only right after a click. */
async function copy(file: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ [types.tsv]: file })]);
}

const saidFor = 4_000;

/** CSV, JSON and a copy of exactly the rows shown, in their order. */
export function ExportButtons<Row extends object>(props: ExportProps<Row>) {
  const { rows, noun, slug } = props;
  const [writing, setWriting] = useState<{ readonly written: number; readonly stop: () => void } | null>(null);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLSpanElement>(null);
  const pressed = useRef<ExportFormat | null>(null);
  const isWriting = writing !== null;
  // What had the focus gave way to another button.
  useEffect(() => {
    const focused = document.activeElement;
    if (pressed.current === null || (focused !== document.body && !box.current?.contains(focused))) return;
    const next = isWriting ? 'button' : `button[value=${pressed.current}]`;
    box.current?.querySelector<HTMLElement>(next)?.focus();
  }, [isWriting]);
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), saidFor);
    return () => clearTimeout(timer);
  }, [said]);
  const write = async (format: ExportFormat) => {
    pressed.current = format;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onWritten = (written: number) => {
      if (rows.count >= many) setWriting({ written, stop });
    };
    onWritten(0);
    try {
      const file = fileOf(format, { props, signal: stopping.signal, onWritten });
      if (format === 'tsv') await copy(file);
      else download(`${slug}-${noun.replaceAll(' ', '-')}.${format}`, await file);
      if (format === 'tsv') setSaid(`${formatExact(rows.count)} ${noun} copied`);
    } catch {
      if (stopping.signal.aborted) setSaid('Stopped, nothing was written');
      else if (format === 'tsv') setSaid('This browser does not let pages copy here');
      else setSaid('The rows changed while they were written: try again');
    } finally {
      setWriting(null);
    }
  };
  if (writing)
    return (
      <span ref={box} className="flex items-center gap-2">
        <ProgressBar
          label={`Exporting ${noun}`}
          value={writing.written}
          most={rows.count}
          text={`${formatExact(writing.written)} of ${formatExact(rows.count)} written`}
        />
        <button type="button" className="control max-md:min-h-11" onClick={writing.stop}>
          Stop
        </button>
      </span>
    );
  return (
    <span ref={box} className="flex items-center gap-2">
      <span aria-live="polite" className="text-text-2">
        {said}
      </span>
      <button type="button" value="tsv" className="control max-md:min-h-11" onClick={() => void write('tsv')}>
        Copy<span className="sr-only"> rows</span>
      </button>
      <button type="button" value="csv" className="control max-md:min-h-11" onClick={() => void write('csv')}>
        <span className="max-md:sr-only">Export </span>CSV
      </button>
      <button type="button" value="json" className="control max-md:min-h-11" onClick={() => void write('json')}>
        <span className="max-md:sr-only">Export </span>JSON
      </button>
    </span>
  );
}
