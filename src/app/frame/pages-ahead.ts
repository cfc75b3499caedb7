import { allPages } from '../pages.tsx';

/**
 * Loads every page one after the other, so that the way to any of them needs neither time nor a network. What cannot be
 * loaded now is asked for again when it is needed.
 *
 * @param idle - resolves when the page has nothing to do.
 */
export async function loadPagesAhead(idle: () => Promise<void>): Promise<void> {
  for (const page of allPages) {
    // One at a time: nothing that somebody waits for may queue behind this, nor any frame.
    await idle();
    await page.ahead().catch(() => undefined);
  }
}
