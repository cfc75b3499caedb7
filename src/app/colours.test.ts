/** Tests the colour tokens: their contrast, and whether marks differ for every kind of colour vision. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { marks } from '#domain/severity/mark-shapes.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];
type Theme = 'light' | 'dark';

const styles = readFileSync(new URL('styles/styles.css', import.meta.url), 'utf8');
const themes: readonly Theme[] = ['light', 'dark'];
const severities = Object.keys(severityRank) as readonly Severity[];

function triple(values: readonly number[]): Triple {
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = values;
  return [a, b, c];
}

/**
 * Reads a colour token.
 *
 * @returns the linear red, green and blue of `--name`.
 */
function token(name: string, theme: Theme): Triple {
  const found = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(styles);
  const hex = (theme === 'light' ? found?.[1] : found?.[2]) ?? '';
  return triple(
    [0, 2, 4].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }),
  );
}

function tokenOf(severity: Severity, part: 'mark' | 'word'): string {
  const rule = styles.slice(styles.indexOf(`[data-severity="${severity}"]`));
  return new RegExp(`--${part}: var\\(--([\\w-]+)\\)`).exec(rule)?.[1] ?? '';
}

const times = (matrix: Matrix, colour: Triple) =>
  triple(matrix.map((row) => row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]));

const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Triple, b: Triple): number {
  const [bright, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * Colour vision deficiencies as matrices on linear light, at full severity (Machado, Oliveira and Fernandes
 * 2009).
 */
const visions: Readonly<Record<string, Matrix>> = {
  'normal vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

function lab(colour: Triple): Triple {
  const clipped = triple(colour.map((part) => Math.min(1, Math.max(0, part))));
  const [x, y, z] = times(toXyz, clipped);
  const f = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Perceived difference of two Lab colours, by the formula CIEDE2000. */
function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * (1 + g), b1), Math.hypot(a2 * (1 + g), b2)];
  const hue = (b: number, a: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(b1, a1 * (1 + g)), hue(b2, a2 * (1 + g))];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const meanHue = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(radians(meanHue - 30)) +
    0.24 * Math.cos(radians(2 * meanHue)) +
    0.32 * Math.cos(radians(3 * meanHue + 6)) -
    0.2 * Math.cos(radians(4 * meanHue - 63));
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * c * t);
  const bend = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rotation = -Math.sin(radians(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)))) * bend;
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

const pairs = severities.flatMap((a, index) => severities.slice(index + 1).map((b) => [a, b] as const));

describe('state marks', () => {
  it.each(pairs)('%s and %s differ in shape', (a, b) => {
    expect(marks[a].paths).not.toEqual(marks[b].paths);
  });

  const colours = [...new Set(severities.map((severity) => tokenOf(severity, 'mark')))];

  for (const theme of themes)
    for (const [vision, matrix] of Object.entries(visions))
      it(`differ in colour as well, ${theme}, ${vision}`, () => {
        const seen = colours.map((name) => [name, lab(times(matrix, token(name, theme)))] as const);
        const close = seen.flatMap(([a, labA], index) =>
          seen.slice(index + 1).flatMap(([b, labB]) => {
            const apart = difference(labA, labB);
            return apart >= 9 ? [] : [`${a}, ${b}: ${apart.toFixed(1)}`];
          }),
        );
        expect(close).toEqual([]);
      });

  it('without colour, outages differ in lightness from good and degraded states', () => {
    for (const theme of themes) {
      const grey = (name: string) => lab(token(name, theme))[0];
      expect(Math.abs(grey('ok') - grey('critical'))).toBeGreaterThanOrEqual(15);
      expect(Math.abs(grey('critical') - grey('degraded'))).toBeGreaterThanOrEqual(15);
    }
  });

  it('share a colour in two cases only, where shape and status word differ', () => {
    const shared = pairs.filter(([a, b]) => tokenOf(a, 'mark') === tokenOf(b, 'mark'));
    expect(shared).toEqual([
      ['vanished', 'unvouched'],
      ['assumed', 'ok'],
    ]);
  });
});

describe.each(themes)('contrast of the %s theme', (theme) => {
  const of = (name: string) => (name === 'white' ? ([1, 1, 1] as const) : token(name, theme));
  const words = ['text', 'text-2', 'text-3', ...severities.map((severity) => tokenOf(severity, 'word'))];
  const onGrounds = words.flatMap((word) =>
    (['bg', 'bg-wall', 's1'] as const).map((ground) => [word, ground] as const),
  );
  const onBands = [
    ['white', 'critical-band'],
    ...(['degraded', 'partial', 'notice'] as const).flatMap((name) =>
      [`${name}-text`, 'text', 'text-2'].map((word) => [word, `${name}-band`] as const),
    ),
  ] as const;

  it.each([...onGrounds, ...onBands, ['text-3', 's2'] as const])('%s on %s is legible', (word, ground) => {
    expect(contrast(of(word), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  const shapes = [...severities.map((severity) => tokenOf(severity, 'mark')), 'data', 'ctl', 'hatch'];

  it.each(shapes.flatMap((name) => (['bg', 'bg-wall'] as const).map((ground) => [name, ground] as const)))(
    '%s on %s is visible',
    (name, ground) => {
      expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(2.99);
    },
  );
});
