import type { ReactNode } from 'react';

export interface Head {
  readonly label: string;
  /** Alignment of the column. `figure`: a right-aligned number beside a bar (`BarFigure`). */
  readonly align?: 'left' | 'right' | 'figure';
  /** Width from which the column is shown: `true` hides it on phones, `desk` also below desktop width. */
  readonly wide?: boolean | 'desk';
  /** CSS width of the column. Columns without one share the rest. */
  readonly width?: string;
}

const tableClass =
  '[&_th]:border-b [&_th]:border-line [&_th]:py-1 [&_th]:pr-3 [&_th]:text-[12px] [&_th]:font-[480] [&_th]:text-text-2 ' +
  '[&_td]:truncate [&_td]:border-b [&_td]:border-line [&_td]:py-1 [&_td]:pr-3 ' +
  '[&_:is(th,td):last-child]:pr-0 [&_.text-right+.text-left]:pl-3';

function roomClass({ wide }: Head): string {
  if (wide === 'desk') return 'max-lg:hidden';
  return wide === true ? 'max-md:hidden' : '';
}

function headClass(head: Head): string {
  const { align } = head;
  const side = align === 'right' ? 'text-right' : align === 'figure' ? 'column-figure' : 'text-left';
  return `${roomClass(head)} ${side}`;
}

/**
 * Short table, neither sortable nor virtualised. Its children are `<tr>` elements with one cell for each of
 * `heads`.
 */
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
    <table aria-label={label} className={`w-full border-collapse md:table-fixed ${tableClass}`}>
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
