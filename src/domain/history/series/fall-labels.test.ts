import { expect, test } from 'vitest';
import { changeWindowInWords, fallInWords, fallLabels, integerOf } from './fall-labels.ts';
import type { Fall } from './series-lines.ts';

const now = Date.parse('2026-11-25T14:00:00Z');
const minute = 60_000;

function fallAt(time: string, more: Partial<Fall> = {}): Fall {
  const at = Date.parse(time);
  const values = { before: 11_400_000, after: 700_000, count: 1, isExact: true, isAcrossGap: false };
  return { at, from: at - minute, to: at + minute, ...values, ...more };
}

test('a fall has short figures, or all digits if the short ones are equal', () => {
  expect(fallInWords({ before: 11_400_000, after: 700_000 })).toBe('11.4\u00a0M to 700,000');
  expect(fallInWords({ before: 276_706_090, after: 276_668_133 })).toBe('276,706,090 to 276,668,133');
  expect(integerOf('9007199254740993')).toBe(9_007_199_254_740_993n);
});

test('a fall lies between two polls, and mentions a gap', () => {
  const fall = fallAt('2026-11-23T00:03:00Z');
  expect(changeWindowInWords(fall, now)).toBe('23\u00a0Nov 00:02–00:04');
  expect(changeWindowInWords({ ...fall, isAcrossGap: true }, now)).toBe(
    '23\u00a0Nov 00:02–00:04, partly not observed',
  );
  expect(changeWindowInWords(fallAt('2026-11-25T09:00:00Z'), now)).toBe('08:59–09:01');
});

const place = (time: number) => ((time - Date.parse('2026-11-23T00:00:00Z')) / 86_400_000) * 400;

test('falls at the same place share a rule', () => {
  const fall = fallAt('2026-11-23T12:00:00Z');
  const labels = fallLabels(
    [
      { name: 'api', fall },
      { name: 'server', fall },
    ],
    place,
    900,
    now,
  );
  expect(labels).toMatchObject([
    { x: 200.5, text: 'api fell 11.4\u00a0M to 700,000, server fell 11.4\u00a0M to 700,000', hasRoom: true },
  ]);
});

test('labels cover no other rule: they are shortened, or reduced to the sign', () => {
  const falls = ['2026-11-23T00:00:00Z', '2026-11-23T11:30:00Z', '2026-11-23T12:00:00Z'].map((time) => ({
    name: 'api',
    fall: fallAt(time),
  }));
  expect(fallLabels(falls, place, 900, now).map(({ text: words, hasRoom }) => [words, hasRoom])).toEqual([
    ['api fell', true],
    ['api fell 11.4\u00a0M to 700,000', false],
    ['api fell 11.4\u00a0M to 700,000', true],
  ]);
});

test('at the right edge a label gives way to the previous one', () => {
  const falls = ['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'].map((time) => ({
    name: 'api',
    fall: fallAt(time),
  }));
  const half = (time: number) => place(time) / 2;
  expect(fallLabels(falls, half, 420, now).map(({ anchor, hasRoom }) => [anchor, hasRoom])).toEqual([
    ['start', true],
    ['start', false],
  ]);
});

test('at the right edge a label stands to the left of its rule', () => {
  const [label] = fallLabels([{ name: '', fall: fallAt('2026-11-25T00:00:00Z') }], place, 820, now);
  expect(label).toMatchObject({ anchor: 'end', hasRoom: true, text: 'fell 11.4\u00a0M to 700,000' });
});
