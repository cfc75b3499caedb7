/** For tests: what the check reports of a deployment. */

import { expect } from 'vitest';
import { runCheck } from './check.ts';
import type { Report } from './report.ts';
import type { CheckResult } from './result.ts';

export async function report(baseUrl: string): Promise<Report> {
  const { text, passed } = await runCheck(baseUrl, { json: true });
  const parsed: Report = JSON.parse(text);
  expect(parsed.passed).toBe(passed);
  return parsed;
}

/** What was found of one verdict, a sentence each. */
export function told({ results }: Report, verdict: CheckResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ endpoint, statement, detail }) => `${endpoint} ${statement}: ${detail}`);
}
