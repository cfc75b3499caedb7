/**
 * Runs `edgewatch check`: compares a deployment with every statement of the API document that is visible from
 * outside.
 */

import { endpoints } from '#contract/endpoints.ts';
import { maskOf } from '../net/mask-secrets.ts';
import { judgeCaches } from './caches.ts';
import { type Evidence, exchange, gather, isNotOffered, regionsIn } from './evidence.ts';
import { judgeAnswers } from './judge-answers.ts';
import { judgeComparisons, judgeDeployment } from './judge-comparisons.ts';
import { makeReport, reportJson, reportText } from './report.ts';
import { type CheckLimits, defaultCheckLimits, type Fetch, requestsOf, type SendRequest } from './requests.ts';
import { type CheckResult, type Judgement, wholeDeployment } from './result.ts';

export interface CheckOptions {
  readonly json: boolean;
  readonly fetch?: Fetch;
  readonly limits?: CheckLimits;
  /**
   * Further request headers by name, such as credentials. Sent with every request; the report masks their
   * values.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

const atOnce = 4;

/**
 * Checks the deployment at `baseUrl` (http or https, without query). Sends GET requests only: at most five to
 * an endpoint, or ten if its responses seem to contradict each other. One list gets one more. Never throws
 * because of a response.
 */
export async function runCheck(
  baseUrl: string,
  options: CheckOptions,
): Promise<{ text: string; passed: boolean }> {
  const { headers = {}, limits = defaultCheckLimits } = options;
  const ask = requestsOf(baseUrl, options.fetch ?? fetch, limits, headers);
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
  const masked = [...results, ...overall].map((result) => ({ ...result, detail: mask(result.detail) }));
  const report = makeReport(baseUrl, masked);
  return { text: options.json ? reportJson(report) : reportText(report), passed: report.passed };
}

async function judgeEndpoint(
  ask: SendRequest,
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
  // Rows may have changed between two requests, so a contradiction counts only if it occurs twice.
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
