/** Shapes of the severity marks in a 16 × 16 box, for all places that draw them. */

import type { Severity } from './severity.ts';

export interface Stroke {
  readonly d: string;
  /** Stroke width; absent if the path is filled. */
  readonly stroke?: number;
  readonly dash?: string;
}

export interface MarkShape {
  readonly paths: readonly Stroke[];
  /** View box that encloses the shape tightly, for marks that are aligned with a margin. */
  readonly drawn: string;
}

function ring(radius: number): string {
  const arc = `a${radius} ${radius} 0 1 1`;
  return `M8 ${8 - radius}${arc} 0 ${2 * radius}${arc} 0 ${-2 * radius}z`;
}

const whole = '0 0 16 16';
export const marks: Readonly<Record<Severity, MarkShape>> = {
  ok: { paths: [{ d: ring(6) }], drawn: '2 2 12 12' },
  assumed: { paths: [{ d: ring(5.9), stroke: 1.4 }], drawn: '1.4 1.4 13.2 13.2' },
  notice: { paths: [{ d: `M4.4 1.6h7.2L15.2 8l-3.6 6.4H4.4L.8 8z${ring(2.8)}` }], drawn: whole },
  degraded: { paths: [{ d: 'M8 1.4 15.2 14.2H.8z' }], drawn: '.8 0 14.4 16' },
  partial: {
    paths: [{ d: 'M8 .9 15.1 8 8 15.1.9 8z', stroke: 1.7 }, { d: 'M1.2 8h13.6L8 14.8z' }],
    drawn: whole,
  },
  critical: {
    paths: [
      {
        d: 'M1.5 1.5h13v13h-13zM5.1 4 8 6.9 10.9 4 12 5.1 9.1 8 12 10.9 10.9 12 8 9.1 5.1 12 4 10.9 6.9 8 4 5.1z',
      },
    ],
    drawn: '1.5 1.5 13 13',
  },
  unknown: {
    paths: [{ d: ring(6), stroke: 1.8, dash: '2.7 2.01' }, { d: ring(1.5) }],
    drawn: '1.1 1.1 13.8 13.8',
  },
  vanished: {
    paths: [{ d: 'M2.4 6V2.4H6M10 2.4h3.6V6M13.6 10v3.6H10M6 13.6H2.4V10', stroke: 1.8 }],
    drawn: '1.5 1.5 13 13',
  },
  unvouched: {
    paths: [
      { d: ring(5.6), stroke: 1.8 },
      { d: 'M14.6 1.4 1.4 14.6', stroke: 1.8 },
    ],
    drawn: whole,
  },
};
