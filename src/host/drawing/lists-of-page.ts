/** The lists that a page is drawn from, as far as they are at hand or come in time. */

import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { HeldList, ListAtHand, ShownList } from '#domain/answer/first-screen.ts';
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

interface Asked {
  readonly path: EndpointPath;
  readonly region: string | undefined;
}

function isOf({ path, region }: HeldList, asked: Asked): boolean {
  return path === asked.path && region === asked.region;
}

/** What is at hand of a deployment once the page's own lists were asked for, or `milliseconds` later. */
export async function listsOfPage(
  deployment: HostedDeployment,
  shown: readonly ShownList[],
  held: HeldLists,
  milliseconds: number,
): Promise<readonly ListAtHand[]> {
  const region = shown.find((list) => list.region !== undefined)?.region;
  const known = held.of(deployment.slug, region);
  const due = shown
    .flatMap((list) =>
      pathsOf(list.resource)
        .slice(0, 1)
        .map((path) => ({ path, region: list.region })),
    )
    .filter((asked) =>
      isWorthAsking(
        deployment,
        known.find(({ list }) => isOf(list, asked)),
      ),
    );
  if (due.length > 0) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([Promise.all(due.map((asked) => ask(deployment, asked))), late]);
    clearTimeout(timer);
  }
  return held.of(deployment.slug, region);
}

/** Asks as a page does; the answer is taken down on its way (held-lists.ts). */
async function ask(deployment: HostedDeployment, { path, region }: Asked): Promise<void> {
  const search = region === undefined ? '' : `?region=${region}`;
  try {
    const response = await deployment.answer(new Request(`http://localhost${path}${search}`), path);
    await response.body?.cancel();
  } catch {
    // The page asks for itself, and says what is wrong.
  }
}
