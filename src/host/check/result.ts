/** What a conformance check says: one result per statement of the API document and endpoint. */

/**
 * `not offered`: deployments show different sets of endpoints (part 1).
 * `not shown`: the document does not say, or there was nothing to see it by; information, never a failure.
 */
export type CheckOutcome = 'pass' | 'fail' | 'not offered' | 'not shown';

export interface CheckResult {
  /** Path of the endpoint; {@link wholeDeployment} where a statement is about several. */
  readonly endpoint: string;
  /** Part of the API document, `2` or `4, rule 1`. */
  readonly part: string;
  readonly statement: string;
  readonly verdict: CheckOutcome;
  /** What was seen, with a sample; empty where everything was as stated. */
  readonly detail: string;
}

export const wholeDeployment = 'deployment';

/** A result about one endpoint, still without its path. */
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

/** Fails with what was seen; passes where nothing was. */
export function unless(part: string, statement: string, departure: string | null): Judgement {
  return departure === null ? pass(part, statement) : fail(part, statement, departure);
}
