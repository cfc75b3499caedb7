/** `edgewatch check`: every statement of the API document that can be seen from outside, asked of a deployment. */

import { endpoints } from '#contract/endpoints.ts';
import { type Ask, type AskLimits, defaultAskLimits, type Fetch, openAsk } from './ask.ts';
import { judgeCaches } from './caches.ts';
import { type Evidence, exchange, gather, isNotOffered, regionsIn } from './evidence.ts';
import { judgeAnswers } from './judge-answers.ts';
import { judgeComparisons, judgeDeployment } from './judge-comparisons.ts';
import { makeReport, reportJson, reportText } from './report.ts';
import { type CheckResult, type Judgement, wholeDeployment } from './result.ts';
import { maskOf } from './secrets.ts';

export interface CheckOptions {
  /** Structured results instead of a table. */
  readonly json: boolean;
  readonly fetch?: Fetch;
  readonly limits?: AskLimits;
  /** Sent with every question, and never told. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Endpoints that are asked at the same time. */
const atOnce = 4;

/**
 * Checks the deployment at `baseUrl` (http or https, without query). Asks GET only: at most five
 * questions an endpoint, ten where answers seem to contradict each other, and one list once more. Never throws for what is answered.
 */
export async function runCheck(
  baseUrl: string,
  options: CheckOptions,
): Promise<{ text: string; passed: boolean }> {
  const { headers = {}, limits = defaultAskLimits } = options;
  const ask = openAsk(baseUrl, options.fetch ?? fetch, limits, headers);
  const mask = maskOf(Object.values(headers));
  const firsts = await inBatches(endpoints, async (endpoint) => ({
    endpoint,
    plain: await exchange(ask, endpoint),
  }));
  const knownRegions = new Set(firsts.flatMap(regionsIn));
  const checked = await inBatches(firsts, async ({ endpoint, plain }) => {
    const evidence = await gather(ask, endpoint, plain, knownRegions);
    return { evidence, judgements: await judgeEndpoint(ask, evidence, knownRegions) };
  });
  const results = checked.flatMap(({ evidence, judgements }) => resultsOf(evidence.endpoint.path, judgements));
  const all = checked.map(({ evidence }) => evidence);
  const overall = resultsOf(wholeDeployment, [...judgeDeployment(all), ...(await judgeCaches(ask, all))]);
  const told = [...results, ...overall].map((result) => ({ ...result, detail: mask(result.detail) }));
  const report = makeReport(baseUrl, told);
  return { text: options.json ? reportJson(report) : reportText(report), passed: report.passed };
}

async function judgeEndpoint(
  ask: Ask,
  evidence: Evidence,
  knownRegions: ReadonlySet<string>,
): Promise<readonly Judgement[]> {
  const { endpoint, plain } = evidence;
  if (isNotOffered(plain)) {
    const detail = plain.problem?.text ?? '';
    return [{ part: '1', statement: 'the endpoint is offered', verdict: 'not offered', detail }];
  }
  const alone = judgeAnswers(evidence);
  const between = judgeComparisons(evidence);
  if (between.every(({ verdict }) => verdict !== 'fail')) return [...alone, ...between];
  // Items may have come or gone between two answers: only what contradicts twice counts.
  const again = await gather(ask, endpoint, await exchange(ask, endpoint), knownRegions);
  return [...alone, ...judgeComparisons(again)];
}

function resultsOf(endpoint: string, judgements: readonly Judgement[]): CheckResult[] {
  return judgements.map((judgement) => ({ endpoint, ...judgement }));
}

async function inBatches<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < values.length; start += atOnce)
    done.push(...(await Promise.all(values.slice(start, start + atOnce).map(work))));
  return done;
}
