/**
 * Replaces the server-rendered screen by the app. The app renders behind it at the same size (`data-covered`
 * in src/app/styles/styles.css). It is shown when it has everything that the screen shows, so that nothing
 * flickers or shifts. Hydration would fail if the two differ by one word (docs/develop/decisions.md).
 */

import type { QueryClient } from '@tanstack/react-query';
import { isEndpointPath } from '#contract/endpoints.ts';
import { drawnScreen } from '../delivered/drawn-screen.ts';
import { cachedFeed } from '../queries/keys.ts';
import { isSettled } from '../ui/loading/settling.ts';
import { drawnLists } from './drawn-lists.ts';
import { isUsed } from './meanwhile.ts';
import { uncover } from './uncover.ts';

/** Milliseconds after which the app is shown even if parts of its page are missing. */
const longestWait = 2_000;
/**
 * Milliseconds after which the app is shown even without the code of its page, because nothing renews the
 * server-rendered screen.
 */
const longestWithoutPage = 10_000;
/** Milliseconds between two checks whether the app is ready. */
const pause = 50;

/**
 * Returns whether the app has as many rows of each list as the server-rendered screen. A failed list may have
 * none.
 */
function listsOf(client: QueryClient, slug: string, drawn: HTMLElement): 'awaited' | 'failed' | 'there' {
  const lists = drawnLists(drawn).map(({ path, region, count }) => {
    if (!isEndpointPath(path)) return 'there';
    const { answer, failure } = cachedFeed(client, slug, path, region);
    const rowCount = answer && 'count' in answer.value ? answer.value.count : 0;
    return failure === null ? (rowCount >= count ? 'there' : 'awaited') : 'failed';
  });
  return lists.find((each) => each === 'awaited') ?? lists.find((each) => each === 'failed') ?? 'there';
}

/** CSS selector of table rows, or of the element that says that there are none. */
const rows = 'main :is(tr[aria-rowindex], table[aria-rowcount="0"], li [data-region], [data-no-rows])';

/**
 * Whether the app shows rows. A viewer who already uses the page gets the app at that moment, even if other
 * parts are missing.
 */
function hasRows(root: HTMLElement): boolean {
  return root.querySelector(rows) !== null;
}

/**
 * Whether the app has rendered the page, with rows if the server-rendered screen has some. A list may be
 * cached before its rows are rendered.
 */
function hasPage(root: HTMLElement, drawn: HTMLElement, lists: 'failed' | 'there'): boolean {
  const wanted = lists === 'failed' ? ['main h1'] : ['main h1', rows];
  return wanted.every((each) => !drawn.querySelector(each) || root.querySelector(each));
}

/**
 * Whether the code of the page is loaded. Until then a placeholder stands in its place
 * (ui/loading/NotYet.tsx).
 */
function hasCode(root: HTMLElement): boolean {
  return root.querySelector('main h1:not(.awaited)') !== null;
}

export interface TakingOver {
  readonly client: QueryClient;
  readonly slug: string;
  readonly root: HTMLElement;
  /** Whether the viewer typed text into the server-rendered screen before the app started to render. */
  readonly wasUsed: boolean;
  /** Called when the app is visible; immediately if there is no server-rendered screen. */
  readonly onTaken: () => void;
}

export function takeOver({ client, slug, root, wasUsed, onTaken }: TakingOver): void {
  const drawn = drawnScreen();
  if (!drawn) {
    onTaken();
    return;
  }
  root.dataset['covered'] = '';
  const begin = performance.now();
  const finish = () => {
    changes.disconnect();
    clearInterval(timer);
    uncover(drawn, root);
    onTaken();
  };
  const check = () => {
    const lists = listsOf(client, slug, drawn);
    const isComplete = lists !== 'awaited' && hasPage(root, drawn, lists) && isSettled();
    const waited = performance.now() - begin;
    const isLate = waited > (hasCode(root) ? longestWait : longestWithoutPage);
    if (isComplete || isLate || ((isUsed || wasUsed) && hasRows(root))) finish();
  };
  const changes = new MutationObserver(check);
  changes.observe(root, { childList: true, subtree: true, characterData: true });
  // Notices settled parts and the end of the wait even if no mutation happens.
  const timer = setInterval(check, pause);
}
