/** `report` and `outages.csv`: a month of a deployment (docs/understand/history-api.md, part 9). */

import { isMonth } from '#domain/history/report/month.ts';
import { windowOfMonth } from '#domain/history/report/month-window.ts';
import { outagesCsv } from '#domain/history/report/outages-csv.ts';
import { badParameter } from '#host/history/responses/context.ts';
import { parametersOf, zoneOf } from '#host/history/responses/parameters.ts';
import { type HistoryRequest, type HistoryResponse, TextDocument } from '#host/history/responses/windowed.ts';
import { monthReport } from './month-report.ts';

/** Maximum number of outages in the JSON response. The page shows them all. */
const mostInPage = 1_000;

/** Maximum number of outages in a CSV file. */
export const mostInFile = 20_000;

/** Lifetime in seconds of the report of a month that can no longer change, except by configuration. */
const settledSeconds = 3_600;

function reportOf(request: HistoryRequest, mostOutages: number) {
  const { search, context } = request;
  const parameters = parametersOf(search, ['month', 'zone']);
  const month = parameters.get('month');
  if (month === undefined || !isMonth(month))
    throw badParameter('month', '“month” must be a month like 2026-11.');
  const zone = zoneOf(parameters);
  if (windowOfMonth(month, zone).from > context.now)
    throw badParameter('month', `The month ${month} has not begun.`);
  return { ...monthReport(request, { month, zone, mostOutages }), settledSeconds };
}

export function reportResponse(request: HistoryRequest): HistoryResponse {
  return reportOf(request, mostInPage);
}

export function outagesResponse(request: HistoryRequest): HistoryResponse {
  const { document, ...rest } = reportOf(request, mostInFile);
  const { deployment, month } = document;
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${deployment}-outages-${month}.csv"`,
  };
  return { ...rest, document: new TextDocument(outagesCsv([document]), headers) };
}
