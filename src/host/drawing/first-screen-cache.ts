/** Caches server-rendered first screens: the same screen is rendered at most once a second. */

import type { DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';

interface CachedScreen {
  readonly screen: FirstScreen;
  readonly drawn: Promise<DrawnScreen>;
}

/** Maximum number of screens cached in one second. Further ones are rendered without being cached. */
const mostScreens = 100;

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
  #second = 0;

  constructor(draw: (screen: FirstScreen) => Promise<DrawnScreen>) {
    this.#draw = draw;
  }

  /**
   * Returns the rendered first screen.
   * @param now - epoch milliseconds.
   */
  of(screen: FirstScreen, now = Date.now()): Promise<DrawnScreen> {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#screens.clear();
    this.#second = second;
    const key = `${screen.basePath}${screen.path}`;
    const cached = this.#screens.get(key);
    if (cached && isAlike(cached.screen, screen)) return cached.drawn;
    const drawn = this.#draw(screen);
    if (this.#screens.size < mostScreens) this.#screens.set(key, { screen, drawn });
    return drawn;
  }
}
