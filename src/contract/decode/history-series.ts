/**
 * Decodes number series of the history API (docs/understand/history-api.md, part 6). A response with one
 * malformed row is rejected completely.
 */

import type {
  Figure,
  GrowthEntry,
  GrowthResponse,
  Level,
  SeriesPoint,
  SeriesResponse,
  Windowed,
} from '../history.ts';
import { amount, type Fields, fail, fieldsOf, oneOf, text, time, timeOrNull, windowed } from './history.ts';

const claims = ['exact', 'known-regions', 'at-least'] as const;

/**
 * An integer as decimal text, sent for values beyond 2^53. The length limit bounds the work on an untrusted
 * value.
 */
const wholeNumber = /^-?\d{1,40}$/;

function figureOrNull(fields: Fields, name: string): Figure | null {
  const value = fields[name];
  if (value == null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' && wholeNumber.test(value) ? value : fail(name);
}

export function figure(fields: Fields, name: string): Figure {
  return figureOrNull(fields, name) ?? fail(name);
}

/**
 * Decodes a response of `GET /history/:slug/growth`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeGrowth(body: unknown): GrowthResponse {
  const fields = fieldsOf(body, 'the answer');
  return {
    ...windowed(
      body,
      (row): GrowthEntry => ({
        key: text(row, 'key'),
        first: figure(row, 'first'),
        last: figure(row, 'last'),
      }),
    ),
    name: text(fields, 'name'),
    unit: text(fields, 'unit'),
    firstAt: timeOrNull(fields, 'firstAt'),
    lastAt: timeOrNull(fields, 'lastAt'),
    cut: amount(fields, 'cut'),
  };
}

function decodePoint(row: Fields): SeriesPoint {
  return {
    from: time(row, 'from'),
    to: time(row, 'to'),
    first: figureOrNull(row, 'first'),
    last: figureOrNull(row, 'last'),
    min: figureOrNull(row, 'min'),
    max: figureOrNull(row, 'max'),
    falls: amount(row, 'falls'),
    observedSeconds: amount(row, 'observedSeconds'),
    claim: row['claim'] == null ? null : oneOf<(typeof claims)[number]>(claims, row, 'claim'),
  };
}

function kindOfSeries(fields: Fields): Pick<SeriesResponse, 'name' | 'resolution' | 'unit'> {
  return {
    name: text(fields, 'name'),
    resolution: oneOf(['look', 'hour', 'day'], fields, 'resolution'),
    unit: text(fields, 'unit'),
  };
}

/**
 * Decodes a response of `GET /history/:slug/series`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeSeries(body: unknown): SeriesResponse {
  return { ...windowed(body, decodePoint), ...kindOfSeries(fieldsOf(body, 'the answer')) };
}

/**
 * Decodes a response of `GET /history/:slug/levels`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeLevels(body: unknown): Windowed<Level> {
  return windowed(body, (row): Level => {
    const { data } = row;
    if (!Array.isArray(data)) return fail('data');
    return { ...kindOfSeries(row), data: data.map((point) => decodePoint(fieldsOf(point, 'data'))) };
  });
}
