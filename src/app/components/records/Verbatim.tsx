import type { ReactNode } from 'react';
import { blank, isBlank } from '#domain/text/format.ts';
import { mayLeaveLine, withBlanksNamed } from '#domain/text/visible-text.ts';

/** Characters on the page, and in the title of what is longer. */
const mostShown = 500;
/** Longer than any name that a line is made for. */
const mostInLine = 120;
const mostTold = 2000;

/** Text shown exactly as a deployment sent it: isolated from its neighbours' direction, bounded, marked as such. */
export function Verbatim({
  children,
  className = '',
  draw = (text) => text,
}: {
  readonly children: string;
  readonly className?: string;
  /** How its text is drawn, where that is more than the text. */
  readonly draw?: (text: string) => ReactNode;
}) {
  return (
    <bdi
      data-verbatim=""
      translate="no"
      title={children.length > 40 ? children.slice(0, mostTold).toWellFormed() : undefined}
      className={`verbatim ${children.length > mostInLine ? 'verbatim-long' : ''} ${mayLeaveLine(children) ? 'verbatim-marks' : ''} ${className}`}
    >
      {draw(isBlank(children) ? blank : withBlanksNamed(children, mostShown))}
    </bdi>
  );
}
