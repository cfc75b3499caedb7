import type { ReactNode } from 'react';
import { blank, isBlank } from '#domain/text/format.ts';
import { mayLeaveLine, withBlanksNamed } from '#domain/text/visible-text.ts';

/** Characters on the page; the title attribute takes `mostInTitle`. */
const mostShown = 500;
/** Longer than any name that a layout expects. */
const mostInLine = 120;
const mostInTitle = 2000;

/**
 * Text from a deployment, exactly as sent: isolated from the direction of its neighbours, bounded and marked.
 */
export function Verbatim({
  children,
  className = '',
  draw = (text) => text,
}: {
  readonly children: string;
  readonly className?: string;
  /** Custom rendering of the text, for highlights. */
  readonly draw?: (text: string) => ReactNode;
}) {
  return (
    <bdi
      data-verbatim=""
      translate="no"
      title={children.length > 40 ? children.slice(0, mostInTitle).toWellFormed() : undefined}
      className={`verbatim ${children.length > mostInLine ? 'verbatim-long' : ''} ${mayLeaveLine(children) ? 'verbatim-marks' : ''} ${className}`}
    >
      {draw(isBlank(children) ? blank : withBlanksNamed(children, mostShown))}
    </bdi>
  );
}
