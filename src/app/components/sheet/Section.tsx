import './sheet.css';
import type { ReactNode } from 'react';

/** A section of a page that prints on one sheet: its content below a title. */
export function Section({
  title,
  note,
  foot,
  heading: Heading = 'h2',
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly foot?: string | null;
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
}) {
  return (
    <section className="sheet-section">
      <Heading className="section-title border-b border-line-strong pb-1">
        {title}
        {note !== undefined && <span className="caption ml-2.5 font-normal">{note}</span>}
      </Heading>
      {children}
      {foot && <p className="caption pt-1.5 text-text-2">{foot}</p>}
    </section>
  );
}
