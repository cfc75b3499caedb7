/** Test helper: the report of `edgewatch check` for a base URL. */

import { expect } from 'vitest';
import { runCheck } from '#host/check/check.ts';
import type { Report } from '#host/check/report.ts';
import type { CheckResult } from '#host/check/result.ts';

export async function report(baseUrl: string): Promise<Report> {
  const { text, passed } = await runCheck(baseUrl, { json: true });
  const parsed: Report = JSON.parse(text);
  expect(parsed.passed).toBe(passed);
  return parsed;
}

export function told({ results }: Report, verdict: CheckResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ endpoint, statement, detail }) => `${endpoint} ${statement}: ${detail}`);
}
