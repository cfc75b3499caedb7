/** Reads the report of a month. */

import { useQuery } from '@tanstack/react-query';
import { decodeMonthReport } from '#contract/decode/month-report.ts';
import type { MonthReport } from '#contract/reports/month-report.ts';
import { type HistoryRead, historyQuery, nothing } from './history.ts';

/** @param month - such as `2026-11`, in UTC. */
export function useMonthReport(slug: string, month: string, isWanted: boolean): HistoryRead<MonthReport> {
  // The name contains the month: no month shows the report of another one while it loads.
  const query = historyQuery(slug, `report ${month}`, `/report?month=${month}`, decodeMonthReport);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}
