/** Status answers that travel with the document, so that the first screen needs no second round trip. */

import { declaredBytes } from '#client/body.ts';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import type { DeliveredAnswer } from '#domain/answer/first-screen.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { bytesInDocument } from './shell.ts';

const deliveredHeaders = ['content-type', 'cache-control', 'age', 'date'] as const;

/** Status paths, the preferred version first (part 9). */
const statusPaths: readonly EndpointPath[] = pathsOf('status');

/** How long a document waits for answers. The app's own request joins one that is still under way. */
export const deliveryMilliseconds = 100;

/** Bytes of answers that come with one document: a longer one would keep everybody waiting while it is written into it. */
const mostBytes = 256 * 1024;

export class StatusDelivery {
  /** Deployments seen to lack the first version: both versions are then asked at once. */
  readonly #lacking = new Set<string>();

  /** What arrives of the deployments' status answers within `milliseconds`. */
  async collect(
    deployments: readonly HostedDeployment[],
    milliseconds = deliveryMilliseconds,
  ): Promise<readonly DeliveredAnswer[]> {
    const arrived: DeliveredAnswer[] = [];
    let room = mostBytes;
    const all = Promise.all(
      deployments.map(async (deployment) => {
        for (const answer of await this.#answersOf(deployment)) {
          const bytes = bytesInDocument(answer);
          if (bytes > room) continue;
          room -= bytes;
          arrived.push(answer);
        }
      }),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
    return [...arrived];
  }

  async #answersOf(deployment: HostedDeployment): Promise<DeliveredAnswer[]> {
    if (this.#lacking.has(deployment.slug)) {
      const answers = await Promise.all(statusPaths.map((path) => answerOf(deployment, path)));
      if (answers[0]?.status === 200) this.#lacking.delete(deployment.slug);
      return answers.filter((answer) => answer !== null);
    }
    const answers: DeliveredAnswer[] = [];
    for (const path of statusPaths) {
      const answer = await answerOf(deployment, path);
      if (!answer) break;
      answers.push(answer);
      if (!isAbsentStatus(answer.status)) break;
      this.#lacking.add(deployment.slug);
    }
    return answers;
  }
}

/** An answer worth delivering; failures are left to the app, which asks again and says what is wrong. */
async function answerOf(deployment: HostedDeployment, path: EndpointPath): Promise<DeliveredAnswer | null> {
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
