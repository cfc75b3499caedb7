import type { ReactNode } from 'react';

export interface Head {
  readonly label: string;
  /** `figure` is a number that ends where a bar beside it begins (`BarFigure`). */
  readonly align?: 'left' | 'right' | 'figure';
  /** Left out on a phone, or wherever less than a desk's width is there; its cells are, too. */
  readonly wide?: boolean | 'desk';
  /** CSS width; what has none shares the rest. */
  readonly width?: string;
}

const look =
  '[&_th]:border-b [&_th]:border-line [&_th]:py-1 [&_th]:pr-3 [&_th]:text-[12px] [&_th]:font-[480] [&_th]:text-text-2 ' +
  '[&_td]:truncate [&_td]:border-b [&_td]:border-line [&_td]:py-1 [&_td]:pr-3 ' +
  '[&_:is(th,td):last-child]:pr-0 [&_.text-right+.text-left]:pl-3';

/** What takes a column away where there is no room for it. */
function roomClass({ wide }: Head): string {
  if (wide === 'desk') return 'max-lg:hidden';
  return wide === true ? 'max-md:hidden' : '';
}

function headClass(head: Head): string {
  const { align } = head;
  const side = align === 'right' ? 'text-right' : align === 'figure' ? 'column-figure' : 'text-left';
  return `${roomClass(head)} ${side}`;
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
        {heads.map((head) => (
          <col key={head.label} className={roomClass(head)} style={{ width: head.width }} />
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
