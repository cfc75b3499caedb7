/**
 * How the app takes the place of what its host drew: it is laid out behind it, at the same size (`data-covered` in
 * src/app/styles.css), and shown as soon as it has all that the drawn screen shows. So nothing is seen to be drawn twice, and
 * nothing jumps; hydration gives up wherever the two differ by a word (docs/develop/decisions.md).
 */

import type { QueryClient } from '@tanstack/react-query';
import { isEndpointPath } from '#contract/endpoints.ts';
import { drawnScreen } from '../delivered/drawn-screen.ts';
import { cachedFeed } from '../queries/keys.ts';
import { isSettled } from '../ui/loading/settling.ts';
import { drawnLists } from './drawn-lists.ts';
import { isUsed } from './meanwhile.ts';
import { uncover } from './uncover.ts';

/** Milliseconds after which the app is shown as far as it is. */
const longestWait = 2_000;
/** Milliseconds between two looks. */
const pause = 50;

/** What has come of the lists that were drawn from: as much of each, or not; of one that failed there may be no rows. */
function listsOf(client: QueryClient, slug: string, drawn: HTMLElement): 'awaited' | 'failed' | 'there' {
  const lists = drawnLists(drawn).map(({ path, region, count }) => {
    if (!isEndpointPath(path)) return 'there';
    const { answer, failure } = cachedFeed(client, slug, path, region);
    const held = answer && 'count' in answer.value ? answer.value.count : 0;
    return failure === null ? (held >= count ? 'there' : 'awaited') : 'failed';
  });
  return lists.find((each) => each === 'awaited') ?? lists.find((each) => each === 'failed') ?? 'there';
}

/** Rows, or that there are none. */
const rows = 'main :is(tr[aria-rowindex], table[aria-rowcount="0"], li [data-region], [data-no-rows])';

/** A reader who already uses the page gets it as soon as there is something to use, however little of the rest. */
function hasRows(root: HTMLElement): boolean {
  return root.querySelector(rows) !== null;
}

/** Whether the page stands there, with rows where some were drawn: between a list that came and a page with it nothing is on its way. */
function hasPage(root: HTMLElement, drawn: HTMLElement, lists: 'failed' | 'there'): boolean {
  const wanted = lists === 'failed' ? ['main h1'] : ['main h1', rows];
  return wanted.every((each) => !drawn.querySelector(each) || root.querySelector(each));
}

export interface TakingOver {
  readonly client: QueryClient;
  readonly slug: string;
  /** Where the app is. */
  readonly root: HTMLElement;
  /** Whether a reader used the drawn screen before anybody listened. */
  readonly wasUsed: boolean;
  /** Called once the app has the page, at once where none was drawn. */
  readonly onTaken: () => void;
}

export function takeOver({ client, slug, root, wasUsed, onTaken }: TakingOver): void {
  const drawn = drawnScreen();
  if (!drawn) {
    onTaken();
    return;
  }
  root.dataset['covered'] = '';
  const finish = () => {
    changes.disconnect();
    clearInterval(timer);
    clearTimeout(late);
    uncover(drawn, root);
    onTaken();
  };
  const look = () => {
    const lists = listsOf(client, slug, drawn);
    const isWhole = lists !== 'awaited' && hasPage(root, drawn, lists) && isSettled();
    if (isWhole || ((isUsed || wasUsed) && hasRows(root))) finish();
  };
  const changes = new MutationObserver(look);
  changes.observe(root, { childList: true, subtree: true, characterData: true });
  // What settles without a change is found as well.
  const timer = setInterval(look, pause);
  const late = setTimeout(finish, longestWait);
}
