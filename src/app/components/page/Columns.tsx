import type { ReactNode } from 'react';

/** The columns of panels below the heading of a page. A narrow screen has one column. */
export function Columns({
  className = 'lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]',
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return <div className={`page-columns mt-7 grid gap-x-10 gap-y-8 ${className}`}>{children}</div>;
}

export function Column({
  className = '',
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return <div className={`grid min-w-0 content-start gap-y-8 ${className}`}>{children}</div>;
}
