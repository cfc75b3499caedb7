/** Collects status responses to embed in the HTML document. They save the first screen a round trip. */

import { declaredBytes } from '#client/body.ts';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import type { DeliveredResponse } from '#domain/first-screen/first-screen.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { within } from '../threads/within.ts';
import { bytesInDocument } from './shell.ts';

const deliveredHeaders = ['content-type', 'cache-control', 'age', 'date'] as const;

/** Status endpoints, the preferred API version first (API document, part 9). */
const statusPaths: readonly EndpointPath[] = pathsOf('status');

/**
 * Maximum milliseconds that an HTML document waits for status responses. A later request of the app joins one
 * that is still under way.
 */
export const deliveryMilliseconds = 100;

/** Maximum bytes of all responses embedded in one document. More would delay the document. */
const mostBytes = 256 * 1024;

export class StatusDelivery {
  /** Slugs of deployments without the preferred API version. Both versions are then requested at once. */
  readonly #withoutPreferred = new Set<string>();

  /** Requests the status of deployments, and returns the responses that arrive within `milliseconds`. */
  async collect(
    deployments: readonly HostedDeployment[],
    milliseconds = deliveryMilliseconds,
  ): Promise<readonly DeliveredResponse[]> {
    const arrived: DeliveredResponse[] = [];
    let bytesLeft = mostBytes;
    const all = Promise.all(
      deployments.map(async (deployment) => {
        for (const answer of await this.#answersOf(deployment)) {
          const bytes = bytesInDocument(answer);
          if (bytes > bytesLeft) continue;
          bytesLeft -= bytes;
          arrived.push(answer);
        }
      }),
    );
    await within(all, milliseconds, null);
    return [...arrived];
  }

  async #answersOf(deployment: HostedDeployment): Promise<DeliveredResponse[]> {
    if (this.#withoutPreferred.has(deployment.slug)) {
      const responses = await Promise.all(statusPaths.map((path) => answerOf(deployment, path)));
      if (responses[0]?.status === 200) this.#withoutPreferred.delete(deployment.slug);
      return responses.filter((answer) => answer !== null);
    }
    const answers: DeliveredResponse[] = [];
    for (const path of statusPaths) {
      const answer = await answerOf(deployment, path);
      if (!answer) break;
      answers.push(answer);
      if (!isAbsentStatus(answer.status)) break;
      this.#withoutPreferred.add(deployment.slug);
    }
    return answers;
  }
}

/**
 * Requests a response to embed; `null` for a failure, which the app requests again and explains, and for a
 * response that is too large.
 */
async function answerOf(deployment: HostedDeployment, path: EndpointPath): Promise<DeliveredResponse | null> {
  try {
    const response = await deployment.answer(new Request(`http://localhost${path}`), path);
    if (response.status !== 200 && !isAbsentStatus(response.status)) return null;
    if (declaredBytes(response.headers) > mostBytes) {
      await response.body?.cancel();
      return null;
    }
    const headers: Record<string, string> = { date: new Date().toUTCString() };
    for (const name of deliveredHeaders) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const body = await response.text();
    return { url: `deployments/${deployment.slug}${path}`, status: response.status, headers, body };
  } catch {
    return null;
  }
}
