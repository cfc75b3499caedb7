import type { CSSProperties, ReactNode } from 'react';
import { usePhone } from '../ui/use-phone.ts';

/** The place of a panel of charts that are unfolded, as high as the panel is going to be while it shows nothing. */
export function Room({
  desk,
  phone = desk,
  className = '',
  children,
}: {
  /** Pixels. */
  readonly desk: number;
  readonly phone?: number;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  // React's type knows no custom properties.
  const style = { '--room': `${usePhone() ? phone : desk}px` } as CSSProperties;
  return (
    <div className={`min-w-0 ${className}`} style={style}>
      {children}
    </div>
  );
}
