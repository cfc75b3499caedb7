import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CoverageEntry, SeriesPoint } from '#contract/history.ts';
import { OverTime } from './OverTime.tsx';

const endpoint = '/api/v1/events';
const [begin, middle, end] = [
  '2026-11-27T10:00:00.000Z',
  '2026-11-27T11:00:00.000Z',
  '2026-11-27T12:00:00.000Z',
];

const coverage: CoverageEntry = {
  endpoint,
  from: begin,
  to: end,
  outcome: 'seen',
  cause: null,
  detail: null,
  looks: 3,
  longestSeconds: 3600,
  complete: false,
};

function point(
  from: string,
  to: string,
  first: number,
  last: number,
  claim: SeriesPoint['claim'],
): SeriesPoint {
  return { from, to, first, last, min: first, max: last, falls: 0, observedSeconds: 3600, claim };
}

function textOf(claims: readonly SeriesPoint['claim'][]): string {
  const series = claims.map((claim, index) => ({
    key: `${index}`,
    name: `series ${index}`,
    colour: '',
    points: [point(begin, middle, 1, 2, claim), point(middle, end, 2, 5, claim)],
  }));
  const markup = renderToStaticMarkup(
    createElement(OverTime, {
      caption: 'Volumes',
      series,
      window: { from: Date.parse(begin), to: Date.parse(end) },
      coverage: [coverage],
      endpoint,
      isLog: false,
      height: 100,
      format: String,
    }),
  );
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
}

test('a sum of a truncated list is a lower bound, also together with an exact one', () => {
  const text = textOf(['at-least', 'exact']);
  expect(text).toContain('series 0 at least 5series 1 5');
  expect(text).toContain('together at least 10');
});

test('the difference of two lower bounds is not known', () => {
  expect(textOf(['at-least'])).not.toContain('since the point before');
  expect(textOf(['exact'])).toContain('+3 since the point before');
});
