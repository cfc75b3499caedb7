import type { ReactNode } from 'react';

export interface Head {
  readonly label: string;
  /** `figure` is a number that ends where a bar beside it begins (`BarFigure`). */
  readonly align?: 'left' | 'right' | 'figure';
  /** Left out on a phone; its cells are, too. */
  readonly wide?: boolean;
  /** CSS width; what has none shares the rest. */
  readonly width?: string;
}

const look =
  '[&_th]:border-b [&_th]:border-line [&_th]:py-1 [&_th]:pr-3 [&_th]:text-[12px] [&_th]:font-[480] [&_th]:text-text-2 ' +
  '[&_td]:truncate [&_td]:border-b [&_td]:border-line [&_td]:py-1 [&_td]:pr-3 ' +
  '[&_:is(th,td):last-child]:pr-0';

function headClass({ align, wide }: Head): string {
  const side = align === 'right' ? 'text-right' : align === 'figure' ? 'column-figure' : 'text-left';
  return wide ? `max-md:hidden ${side}` : side;
}

/** A short table that is read as a whole: neither sorted nor windowed. Its rows are `<tr>` with one cell a head. */
export function SmallTable({
  label,
  heads,
  children,
}: {
  readonly label: string;
  readonly heads: readonly Head[];
  readonly children: ReactNode;
}) {
  return (
    <table aria-label={label} className={`w-full border-collapse md:table-fixed ${look}`}>
      <colgroup>
        {heads.map(({ label: name, width, wide }) => (
          <col key={name} className={wide ? 'max-md:hidden' : ''} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.label} scope="col" className={headClass(head)}>
              <span className="column-head">{head.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** One cell below a head. */
export function Cell({
  head,
  className = '',
  children,
}: {
  readonly head: Head;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return <td className={`${headClass(head)} ${className}`}>{children}</td>;
}
