/** First screens for documents: drawn at most once a second each, however many ask for one. */

import type { DrawnScreen, FirstScreen, HeldList } from '#domain/answer/first-screen.ts';

interface Held {
  readonly screen: FirstScreen;
  readonly drawn: Promise<DrawnScreen>;
}

/** Of one second; what is more is drawn for each who asks. */
const mostHeld = 100;

/** Milliseconds for which a document waits for its lists to be drawn. */
const longestWait = 100;

/** Whether two screens are drawn alike in the same second. */
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
  readonly #held = new Map<string, Held>();
  readonly #draw: (screen: FirstScreen) => Promise<DrawnScreen>;
  /** Lists that the thread has read for an earlier page. Weak: a list that has been replaced is not kept for this. */
  readonly #read = new WeakSet<HeldList>();
  #second = 0;

  constructor(draw: (screen: FirstScreen) => Promise<DrawnScreen>) {
    this.#draw = draw;
  }

  /**
   * A page's first screen; without its lists where those take too long.
   *
   * @param now - epoch milliseconds.
   */
  async of(screen: FirstScreen, now = Date.now()): Promise<DrawnScreen> {
    const withoutLists = { ...screen, lists: [] };
    if (screen.lists.length === 0) return this.#take(withoutLists, now);
    const isQuick = this.#isKnown(screen);
    const plain = isQuick ? null : this.#take(withoutLists, now);
    const page = this.#take(screen, now);
    if (!plain) return page;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestWait);
    });
    const drawn = await Promise.race([page, late.then(() => plain)]);
    clearTimeout(timer);
    return drawn.markup === '' ? plain : drawn;
  }

  /** Whether the thread has read all lists of a page, so that drawing it is quick. */
  #isKnown({ lists }: FirstScreen): boolean {
    const isKnown = lists.every(({ list }) => this.#read.has(list));
    for (const { list } of lists) this.#read.add(list);
    return isKnown;
  }

  #take(screen: FirstScreen, now: number): Promise<DrawnScreen> {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#held.clear();
    this.#second = second;
    const key = `${screen.isPhone} ${screen.withPage} ${screen.lists.length > 0} ${screen.basePath}${screen.path}`;
    const held = this.#held.get(key);
    if (held && isAlike(held.screen, screen)) return held.drawn;
    const drawn = this.#draw(screen);
    if (this.#held.size < mostHeld) this.#held.set(key, { screen, drawn });
    return drawn;
  }
}
