/** First screens for documents: drawn at most once a second each, however many ask for one. */

import { draw } from '#app/draw.tsx';
import type { FirstScreen } from '#domain/answer/first-screen.ts';

interface Held {
  readonly screen: FirstScreen;
  readonly markup: string;
}

/** Of one second; what is more is drawn for each who asks. */
const mostHeld = 50;

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
    a.tallies.length === b.tallies.length &&
    a.tallies.every(({ slug, path, tally }, index) => {
      const other = b.tallies[index];
      return slug === other?.slug && path === other.path && tally === other.tally;
    })
  );
}

export class FirstScreenCache {
  readonly #held = new Map<string, Held>();
  readonly #report: (line: string) => void;
  readonly #draw: (screen: FirstScreen) => string;
  #second = 0;

  constructor(report: (line: string) => void, drawScreen = draw) {
    this.#report = report;
    this.#draw = drawScreen;
  }

  /** @param now - epoch milliseconds. */
  of(screen: FirstScreen, now = Date.now()): string {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#held.clear();
    this.#second = second;
    const held = this.#held.get(screen.path);
    if (held && isAlike(held.screen, screen)) return held.markup;
    const markup = this.#drawn(screen);
    if (this.#held.size < mostHeld) this.#held.set(screen.path, { screen, markup });
    return markup;
  }

  /** Nothing where drawing fails: the app draws it all the same. */
  #drawn(screen: FirstScreen): string {
    try {
      return this.#draw(screen);
    } catch (error) {
      this.#report(
        `${screen.path} could not be drawn: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
      return '';
    }
  }
}
