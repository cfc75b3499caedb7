import { Popup } from '#app/ui/elements/Popup.tsx';

export interface NamedColumn {
  readonly field: string;
  readonly header: string;
}

export function ColumnChoice({
  all,
  chosen,
  onChoose,
}: {
  readonly all: readonly NamedColumn[];
  readonly chosen: readonly NamedColumn[];
  /** Called with the fields of the chosen columns; with `null` for all columns. */
  readonly onChoose: (fields: readonly string[] | null) => void;
}) {
  const toggle = (field: string, isShown: boolean) => {
    const next = all.filter((column) => (column.field === field ? isShown : chosen.includes(column)));
    onChoose(next.length === all.length ? null : next.map((column) => column.field));
  };
  return (
    <div className="max-md:hidden">
      <Popup
        opens="up"
        label={
          <>
            Columns
            {chosen.length < all.length && ` ${chosen.length}/${all.length}`}
          </>
        }
      >
        {() => (
          <fieldset className="m-0 border-0 p-3">
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
        )}
      </Popup>
    </div>
  );
}
