/** Caches server-rendered first screens: the same screen is rendered at most once a second. */

import type { CachedList, DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';
import { within } from '../threads/within.ts';

interface CachedScreen {
  readonly screen: FirstScreen;
  readonly drawn: Promise<DrawnScreen>;
}

/** Maximum number of screens cached in one second. Further ones are rendered without being cached. */
const mostScreens = 100;

/**
 * Maximum milliseconds that an HTML document waits for a first screen with lists. After it the screen without
 * lists is sent.
 */
const longestWait = 100;

function isAlike(a: FirstScreen, b: FirstScreen): boolean {
  return (
    a.answers.length === b.answers.length &&
    a.answers.every(({ url, status, headers, body }, index) => {
      const other = b.answers[index];
      return (
        url === other?.url &&
        status === other.status &&
        body === other.body &&
        headers['age'] === other.headers['age']
      );
    }) &&
    a.lists.length === b.lists.length &&
    a.lists.every(({ list }, index) => list === b.lists[index]?.list) &&
    a.tallies.length === b.tallies.length &&
    a.tallies.every(({ slug, path, tally }, index) => {
      const other = b.tallies[index];
      return slug === other?.slug && path === other.path && tally === other.tally;
    })
  );
}

export class FirstScreenCache {
  readonly #screens = new Map<string, CachedScreen>();
  readonly #draw: (screen: FirstScreen) => Promise<DrawnScreen>;
  /** Lists that the rendering thread has parsed. Weak, so that replaced lists are released. */
  readonly #read = new WeakSet<CachedList>();
  #second = 0;

  constructor(draw: (screen: FirstScreen) => Promise<DrawnScreen>) {
    this.#draw = draw;
  }

  /**
   * Returns the rendered first screen; without its lists if rendering them takes too long.
   * @param now - epoch milliseconds.
   */
  async of(screen: FirstScreen, now = Date.now()): Promise<DrawnScreen> {
    const withoutLists = { ...screen, lists: [] };
    if (screen.lists.length === 0) return this.#take(withoutLists, now);
    const isQuick = this.#isKnown(screen);
    const plain = isQuick ? null : this.#take(withoutLists, now);
    const page = this.#take(screen, now);
    if (!plain) return page;
    const drawn = (await within(page, longestWait, null)) ?? (await plain);
    return drawn.markup === '' ? plain : drawn;
  }

  /**
   * Returns whether the thread has already parsed all lists of a page, so that rendering is quick. From now
   * on they count as parsed.
   */
  #isKnown({ lists }: FirstScreen): boolean {
    const isKnown = lists.every(({ list }) => this.#read.has(list));
    for (const { list } of lists) this.#read.add(list);
    return isKnown;
  }

  #take(screen: FirstScreen, now: number): Promise<DrawnScreen> {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#screens.clear();
    this.#second = second;
    const key = `${screen.isPhone} ${screen.withPage} ${screen.lists.length > 0} ${screen.basePath}${screen.path}`;
    const cached = this.#screens.get(key);
    if (cached && isAlike(cached.screen, screen)) return cached.drawn;
    const drawn = this.#draw(screen);
    if (this.#screens.size < mostScreens) this.#screens.set(key, { screen, drawn });
    return drawn;
  }
}
