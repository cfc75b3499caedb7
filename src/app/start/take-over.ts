/**
 * How the app takes the place of what its host drew: it is laid out behind it, at the same size (`data-covered` in
 * src/app/styles.css), and shown as soon as it has all that the drawn screen shows. So nothing is seen to be drawn twice, and
 * nothing jumps; hydration gives up wherever the two differ by a word (docs/architecture.md, "Taking over").
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

/** Whether as much has come of each list as was drawn from, or it failed to. */
function hasLists(client: QueryClient, slug: string, drawn: HTMLElement): boolean {
  return drawnLists(drawn).every(({ path, region, count }) => {
    if (!isEndpointPath(path)) return true;
    const { answer, failure } = cachedFeed(client, slug, path, region);
    const held = answer && 'count' in answer.value ? answer.value.count : 0;
    return failure !== null || held >= count;
  });
}

/** Rows, or that there are none. */
const rows = 'main :is(tr[aria-rowindex], table[aria-rowcount="0"], li [data-region])';

/** A reader who already uses the page gets it as soon as there is something to use, however little of the rest. */
function hasRows(root: HTMLElement): boolean {
  return root.querySelector(rows) !== null;
}

/**
 * Whether what was drawn has begun to be drawn: a list that has come is asked what is shown of it only once the page is drawn
 * with it, and until then nothing is on its way (ui/loading/settling.ts).
 */
function hasBegun(root: HTMLElement, drawn: HTMLElement): boolean {
  return ['h1', rows].every((each) => !drawn.querySelector(each) || root.querySelector(each));
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
    const isWhole = hasBegun(root, drawn) && hasLists(client, slug, drawn) && isSettled();
    if (isWhole || ((isUsed || wasUsed) && hasRows(root))) finish();
  };
  const changes = new MutationObserver(look);
  changes.observe(root, { childList: true, subtree: true, characterData: true });
  // What settles without a change is found as well.
  const timer = setInterval(look, pause);
  const late = setTimeout(finish, longestWait);
}
