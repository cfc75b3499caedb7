import type { CSSProperties, ReactNode } from 'react';
import { usePhone } from '../ui/use-phone.ts';

/** Reserves a height in pixels for a chart panel while it is empty: `phone` on a phone, else `desk`. */
export function Room({
  desk,
  phone = desk,
  className = '',
  children,
}: {
  readonly desk: number;
  readonly phone?: number;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  // React's type does not include custom properties.
  const style = { '--room': `${usePhone() ? phone : desk}px` } as CSSProperties;
  return (
    <div className={`min-w-0 ${className}`} style={style}>
      {children}
    </div>
  );
}
