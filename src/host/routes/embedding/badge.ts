/** Draws the verdict of a deployment as a small SVG picture (docs/use/embedding.md). */

import { reportedName, type Severity } from '#domain/severity/severity.ts';
import { blank, formatDuration, isBlank } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { xmlText } from '#domain/text/xml-text.ts';
import type { CurrentState } from '#host/observe/messages.ts';

interface Colours {
  readonly fill: string;
  readonly text: string;
}

const white = '#ffffff';
const grey: Colours = { fill: '#5c6568', text: white };

/** Colours of a confirmed state. Each pair has a contrast of at least 4.5 : 1. A state that is not known is grey. */
const colours: Readonly<Record<Severity, Colours>> = {
  ok: { fill: '#17745b', text: white },
  // Good by assumption only: as pale as the hollow mark on screen.
  assumed: { fill: '#e3f1ec', text: '#17745b' },
  notice: { fill: '#2e5bb4', text: white },
  degraded: { fill: '#f7dd5a', text: '#131b1e' },
  partial: { fill: '#ad3f01', text: white },
  critical: { fill: '#a40028', text: white },
  unknown: grey,
  vanished: grey,
  unvouched: grey,
};

const longestName = 40;
const minute = 60_000;
/** Pixels left and right of a text. */
const margin = 6;

/** Estimates the width of a text of 11 px in pixels. The picture stretches the text to this width. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    if (/[ .,:;'|!()[\]ijlIft]/.test(sign)) width += 4;
    else if (/[mwMW@%\u1100-\uffff]/.test(sign) || sign.length > 1) width += 11;
    else width += 7;
  return width;
}

type ShownState = Pick<CurrentState, 'severity' | 'confirmedAt' | 'validUntil'>;

/**
 * Returns the state with the age of its confirmation. The age of a confirmed state is an upper bound in whole
 * minutes: it also holds for the copies of caches.
 */
function stateText({ severity, confirmedAt, validUntil }: ShownState, now: number, maxAge: number): string {
  const name = reportedName(severity);
  if (confirmedAt === null) return name;
  const age = now - confirmedAt;
  if (validUntil > now)
    return `${name}, < ${formatDuration(minute * Math.ceil((age + 1_000 * maxAge + 1) / minute))} ago`;
  return age < minute ? name : `${name}, ${formatDuration(age)} old`;
}

function part(text: string, left: number, { fill, text: colour }: Colours): string {
  const width = widthOf(text);
  const place = `x="${left + margin}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `<path fill="${fill}" d="M${left} 0h${width + 2 * margin}v20H${left}z"/><text ${place} fill="${colour}">${xmlText(text)}</text>`;
}

/**
 * Draws a badge.
 * @param name - of the deployment, shown left.
 * @param now - epoch milliseconds.
 * @param maxAge - seconds for which caches may show the picture.
 */
export function badgeSvg(name: string, state: ShownState, now: number, maxAge: number): string {
  const shown = isBlank(name) ? blank : name;
  const label = settled(shown.length > longestName ? `${shown.slice(0, longestName)}…` : shown);
  const text = stateText(state, now, maxAge);
  const labelWidth = widthOf(label) + 2 * margin;
  const width = labelWidth + widthOf(text) + 2 * margin;
  const { confirmedAt } = state;
  const time = confirmedAt === null ? '' : `; last response ${new Date(confirmedAt).toISOString()}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img">`,
    `<title>${xmlText(`${label}: ${text}${time}`)}</title>`,
    `<clipPath id="c"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    '<g clip-path="url(#c)" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    part(label, 0, { fill: '#30393c', text: white }),
    part(text, labelWidth, state.validUntil > now ? colours[state.severity] : grey),
    '</g></svg>',
    '',
  ].join('\n');
}
