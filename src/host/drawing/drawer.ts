/**
 * Server-renders first screens in a thread of its own (drawing-thread.ts): one takes 4 to 70 ms of processor time, and
 * would delay all other responses (docs/understand/host-api.md).
 */

import type { NoMethods } from '#client/rpc/peer.ts';
import { type DrawnScreen, type FirstScreen, nothingDrawn } from '#domain/first-screen/first-screen.ts';
import { HostThread } from '../threads/host-thread.ts';
import { within } from '../threads/within.ts';
import type { DrawingThread } from './messages.ts';

/**
 * Maximum milliseconds that a page waits for its first screen. After it the HTML document is sent without
 * one, and the app renders it.
 */
const longestWait = 500;
/** Maximum milliseconds for rendering one screen. After it the thread is replaced. */
const longestDraw = 10_000;

export interface Drawing {
  /** Renders the first screen of a page; resolves to an empty one if rendering fails or takes too long. */
  draw(screen: FirstScreen): Promise<DrawnScreen>;
  close(): Promise<void>;
}

export const noDrawing: Drawing = {
  draw: async () => nothingDrawn,
  close: async () => undefined,
};

export class Drawer implements Drawing {
  readonly #thread: HostThread<DrawingThread, NoMethods>;
  readonly #report: (line: string) => void;

  /** @param script - URL of the built thread script. */
  constructor(script: URL, report: (line: string) => void) {
    this.#report = report;
    this.#thread = new HostThread<DrawingThread, NoMethods>({
      script,
      name: 'The thread that renders pages',
      handlers: {},
      report,
    });
  }

  start(): void {
    this.#thread.start();
  }

  async draw(screen: FirstScreen): Promise<DrawnScreen> {
    const thread = this.#thread.start();
    if (!thread) return nothingDrawn;
    const drawn = thread.call('draw', screen);
    return within(this.#endOf(drawn, screen), longestWait, nothingDrawn);
  }

  /** Waits for a rendered screen, and replaces the thread if that takes longer than {@link longestDraw}. */
  async #endOf(drawn: Promise<DrawnScreen>, { path }: FirstScreen): Promise<DrawnScreen> {
    const thread = this.#thread.peer;
    const timer = setTimeout(() => this.#thread.replace(`${path} took too long to render`), longestDraw);
    timer.unref();
    try {
      return await drawn;
    } catch (cause) {
      // A crash of the thread was reported already.
      if (thread === this.#thread.peer && cause instanceof Error)
        this.#report(`${path} could not be rendered: ${cause.message}`);
      return nothingDrawn;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
