/** The lists that a page is drawn from, as far as they are at hand or come in time. */

import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import type { ListAtHand } from '#domain/answer/first-screen.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { type HeldLists, secondsLeft } from '../gateway/held-lists.ts';

/**
 * Whether a list is asked for on behalf of a page. The page asks for the same a moment later: of an upstream only what
 * was seen to be kept for it, so that nobody is asked twice.
 */
function isWorthAsking(deployment: HostedDeployment, held: ListAtHand | undefined): boolean {
  if (held && secondsLeft(held) > 0) return false;
  const isAbsent = held?.list.body === null;
  return !isAbsent && (deployment.demo || held !== undefined);
}

/** What is at hand of a deployment once the page's own lists were asked for, or `milliseconds` later. */
export async function listsOfPage(
  deployment: HostedDeployment,
  resources: readonly ListResource[],
  held: HeldLists,
  milliseconds: number,
): Promise<readonly ListAtHand[]> {
  const known = new Map(held.of(deployment.slug).map((each) => [each.list.path, each]));
  const due = resources
    .flatMap((resource) => pathsOf(resource).slice(0, 1))
    .filter((path) => isWorthAsking(deployment, known.get(path)));
  if (due.length > 0) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([Promise.all(due.map((path) => ask(deployment, path))), late]);
    clearTimeout(timer);
  }
  return held.of(deployment.slug);
}

/** Asks as a page does; the answer is taken down on its way (held-lists.ts). */
async function ask(deployment: HostedDeployment, path: EndpointPath): Promise<void> {
  try {
    const response = await deployment.answer(new Request(`http://localhost${path}`), path);
    await response.body?.cancel();
  } catch {
    // The page asks for itself, and says what is wrong.
  }
}
