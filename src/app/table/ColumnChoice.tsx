import { useEffect, useRef } from 'react';
import type { Column } from './columns.tsx';

/** Which columns are shown; the last one stays. */
export function ColumnChoice<Row>({
  all,
  chosen,
  onChoose,
}: {
  readonly all: readonly Column<Row>[];
  readonly chosen: readonly Column<Row>[];
  /** `null` for all. */
  readonly onChoose: (fields: readonly string[] | null) => void;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const box = details.current;
      if (!box?.open || (event instanceof KeyboardEvent && event.key !== 'Escape')) return;
      if (event instanceof KeyboardEvent) box.querySelector('summary')?.focus();
      else if (event.target instanceof Node && box.contains(event.target)) return;
      box.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  const toggle = (field: string, isShown: boolean) => {
    const next = all.filter((column) => (column.field === field ? isShown : chosen.includes(column)));
    onChoose(next.length === all.length ? null : next.map((column) => column.field));
  };
  return (
    <details ref={details} className="relative max-md:hidden">
      <summary className="control cursor-pointer list-none">
        Columns{chosen.length < all.length && ` ${chosen.length}/${all.length}`}
      </summary>
      <fieldset className="absolute right-0 bottom-full z-20 m-0 mb-1 min-w-44 border border-line-strong bg-bg p-3">
        <legend className="sr-only">Columns shown</legend>
        {all.map((column) => {
          const isShown = chosen.includes(column);
          return (
            <label
              key={column.field}
              className="flex cursor-pointer items-center gap-2 py-0.5 whitespace-nowrap"
            >
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown && chosen.length === 1}
                onChange={(event) => toggle(column.field, event.target.checked)}
              />
              {column.header}
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
