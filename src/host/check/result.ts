/** Types of the results of `edgewatch check`: one result per endpoint and statement of the API document. */

/**
 * Outcome for one statement. `not offered`: the deployment lacks the endpoint, which the API document (part 1) allows.
 * `not shown`: information that never fails a check, such as a fact that no response showed.
 */
export type CheckOutcome = 'pass' | 'fail' | 'not offered' | 'not shown';

export interface CheckResult {
  /** Path of the endpoint; {@link wholeDeployment} for a statement about several endpoints. */
  readonly endpoint: string;
  /** Part of the API document that has the statement: `2`, or `4, rule 1`. */
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
