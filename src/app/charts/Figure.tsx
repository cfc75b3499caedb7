import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Clause } from '#domain/sentences/clause.ts';
import { Sentence } from '../components/lists/Sentence.tsx';

export type Cell = string | Clause;

function content(cell: Cell): ReactNode {
  return typeof cell === 'string' ? cell : <Sentence clauses={[cell]} />;
}

/**
 * A chart with caption and units. A button or the key `t` replaces it by a table of the same numbers.
 * `figures` are the rows of the table: formatted text or text from a deployment. The first column is the row
 * header.
 */
export function Figure({
  caption,
  units,
  heads,
  figures,
  inBand = false,
  children,
}: {
  readonly caption: string;
  readonly units?: string;
  readonly heads: readonly Cell[];
  readonly figures: readonly (readonly Cell[])[];
  /** Whether the figure stands below a title of its own. The caption is then for screen readers only. */
  readonly inBand?: boolean;
  readonly children: ReactNode;
}) {
  const [table, setTable] = useState(false);
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const isByKey = useRef(false);
  // The focused element may have been removed with the other view. Without focus, the key `t` would not work
  // again.
  useLayoutEffect(() => {
    if (!isByKey.current) return;
    isByKey.current = false;
    if (box.current?.contains(document.activeElement) === true) return;
    box.current?.querySelector<HTMLElement>('[tabindex="0"], a[href], button')?.focus({ preventScroll: true });
  });
  const toggleOnT = (event: KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isByKey.current = true;
    setTable((shown) => !shown);
  };
  return (
    <figure ref={box} aria-labelledby={id} className="group/figure relative m-0 min-w-0" onKeyDown={toggleOnT}>
      {table ? (
        <FigureTable caption={caption} heads={heads} figures={figures} />
      ) : (
        <div className="drains-fill">{children}</div>
      )}
      <figcaption
        id={id}
        className={`caption flex items-baseline justify-between gap-3 ${inBand ? 'absolute right-0 bottom-full' : 'pt-1'}`}
      >
        <span className={inBand ? 'sr-only' : ''}>
          {caption}
          {units === undefined ? '' : `, ${units}`}
        </span>
        <button
          type="button"
          aria-pressed={table}
          title="Table of the same numbers (t)"
          className="no-print -my-1 rounded-[3px] px-1.5 py-1 whitespace-nowrap text-text-3 underline-offset-3 hover:text-text hover:underline"
          onClick={() => setTable((shown) => !shown)}
        >
          {table ? 'Chart' : 'Table'}
        </button>
      </figcaption>
    </figure>
  );
}

function FigureTable({
  caption,
  heads,
  figures,
}: {
  readonly caption: string;
  readonly heads: readonly Cell[];
  readonly figures: readonly (readonly Cell[])[];
}) {
  const aligns = heads.map((_, index) =>
    index > 0 && figures.every((row) => isFigure(row[index])) ? 'text-right' : 'text-left',
  );
  return (
    // A wide table scrolls and does not widen its container.
    <div
      className="max-h-80 overflow-auto [contain:inline-size]"
      tabIndex={0}
      role="region"
      aria-label={`${caption}, table`}
    >
      <table className="w-full border-separate border-spacing-0 whitespace-nowrap">
        <thead className="sticky top-0 bg-bg">
          <tr>
            {heads.map((head, index) => (
              <th
                key={index}
                scope="col"
                className={`border-b border-line-strong px-3 py-1 font-[480] text-text-3 ${aligns[index]}`}
              >
                {content(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((row, position) => (
            <tr key={position}>
              {row.map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row" className="border-b border-line px-3 py-1 text-left font-[480]">
                    {content(cell)}
                  </th>
                ) : (
                  <td key={index} className={`border-b border-line px-3 py-1 ${aligns[index]}`}>
                    {content(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether a cell is a number or a placeholder for one. A column of only such cells is right-aligned. */
function isFigure(cell: Cell | undefined): boolean {
  const text = typeof cell === 'string' ? cell : (cell?.text ?? '');
  return /^[≥+−–-]?\s?\d|^[–-]?$/.test(text) && !/\p{L}{3}/u.test(text);
}
