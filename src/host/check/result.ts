/** Results of a check: one per statement of the API document and endpoint. */

/**
 * `not offered`: deployments offer different sets of endpoints (part 1).
 * `not shown`: the API document is silent, or nothing showed it. Information, never a failure.
 */
export type CheckOutcome = 'pass' | 'fail' | 'not offered' | 'not shown';

export interface CheckResult {
  /** Path of the endpoint; {@link wholeDeployment} if the statement is about several. */
  readonly endpoint: string;
  /** Part of the API document, `2` or `4, rule 1`. */
  readonly part: string;
  readonly statement: string;
  readonly verdict: CheckOutcome;
  readonly detail: string;
}

export const wholeDeployment = 'deployment';

export type Judgement = Omit<CheckResult, 'endpoint'>;

export function pass(part: string, statement: string, detail = ''): Judgement {
  return { part, statement, verdict: 'pass', detail };
}

export function fail(part: string, statement: string, detail: string): Judgement {
  return { part, statement, verdict: 'fail', detail };
}

export function notShown(part: string, statement: string, detail: string): Judgement {
  return { part, statement, verdict: 'not shown', detail };
}

export function unless(part: string, statement: string, departure: string | null): Judgement {
  return departure === null ? pass(part, statement) : fail(part, statement, departure);
}
