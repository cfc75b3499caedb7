import type { ReactNode } from 'react';
import { hostAddress } from '#app/delivered/base.ts';

/**
 * Plain link inside a row. It renders faster than the router's link, because many rows render in every frame
 * of a scroll. The table body handles its clicks (VirtualRows.tsx).
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
