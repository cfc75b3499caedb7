import type { ReactNode } from 'react';
import { hostAddress } from '#app/delivered/base.ts';

/**
 * A link in a row: its address and nothing that has to be kept up to date, for rows are drawn by the dozen in every frame
 * of a scroll. The table's body follows it (VirtualRows.tsx).
 */
export function RowLink({
  to,
  className = '',
  children,
  ...more
}: {
  readonly to: string;
  readonly className?: string;
  readonly 'data-region'?: string;
  readonly children: ReactNode;
}) {
  return (
    <a className={`link ${className}`} href={hostAddress(to)} data-inside {...more}>
      {children}
    </a>
  );
}
