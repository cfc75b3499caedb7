import { type ReactNode, useEffect, useRef } from 'react';
import { hasNavigated, returning } from './navigation.ts';
import { titlePage } from './title.ts';

/**
 * The heading of a page. It sets the document title and takes the focus after a navigation, so that it is
 * announced.
 */
export function PageTitle({
  title,
  className = 'page-title',
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    titlePage(title);
  }, [title]);
  useEffect(() => {
    if (hasNavigated() && !returning.now) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
