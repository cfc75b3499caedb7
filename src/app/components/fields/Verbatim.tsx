import type { ReactNode } from 'react';
import { blank, isBlank } from '#domain/text/format.ts';
import { mayLeaveLine, withBlanksNamed } from '#domain/text/visible-text.ts';

/** Maximum number of characters shown on the page. The title attribute holds up to `mostInTitle`. */
const mostShown = 500;
/**
 * Number of characters above which a text is longer than any name that a layout expects. It then has the
 * class `verbatim-long`.
 */
const mostInLine = 120;
const mostInTitle = 2000;

/**
 * Text from a deployment as sent: isolated from the text direction of its surroundings, limited in length,
 * marked and not translated.
 */
export function Verbatim({
  children,
  className = '',
  draw = (text) => text,
}: {
  readonly children: string;
  readonly className?: string;
  /** Renders the limited text, for example with highlights. Default: as plain text. */
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
