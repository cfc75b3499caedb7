import { type ReactNode, useEffect, useRef } from 'react';
import { useMoment } from '#app/ui/time/moment.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { hasNavigated, returning } from './navigation.ts';
import { titlePage } from './title.ts';

/**
 * Heading of a page. It sets the document title. After a navigation it takes the focus, so that screen
 * readers announce it.
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
  const moment = useMoment();
  const dated = moment === null ? title : `${title}, as of ${formatDateTime(moment)} UTC`;
  useEffect(() => {
    titlePage(dated);
  }, [dated]);
  useEffect(() => {
    if (hasNavigated() && !returning.now) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
