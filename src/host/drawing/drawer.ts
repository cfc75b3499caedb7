/**
 * Draws first screens in a thread of its own, so that neither what a deployment sent nor what many readers ask for keeps
 * an answer waiting (docs/understand/host-api.md).
 */

import { Worker } from 'node:worker_threads';
import {
  type DrawnScreen,
  type FirstScreen,
  type HeldList,
  nothingDrawn,
} from '#domain/answer/first-screen.ts';
import type { DrawnMessage, DrawTask, Kept, News } from './messages.ts';

/** Milliseconds after which a document goes without; the app draws it all the same. */
const longestWait = 500;
/** Milliseconds after which the thread is given up: nothing that it reads should take so long. */
const longestDraw = 10_000;
/** Milliseconds after the last look at a deployment in which what comes of its lists is read ahead. */
const longestInterest = 10 * 60_000;

/** Milliseconds between two starts of it, however often it breaks. */
const startPause = 10_000;

export interface Drawing {
  /** A page's first screen; nothing where it takes too long or fails. */
  draw(screen: FirstScreen): Promise<DrawnScreen>;
  /** Tells of a list that came, which is read while nobody waits for it: of a deployment that somebody looked at of late. */
  take(slug: string, list: HeldList): void;
  close(): Promise<void>;
}

/** Nothing is drawn before the app runs. */
export const noDrawing: Drawing = {
  draw: async () => nothingDrawn,
  take: () => undefined,
  close: async () => undefined,
};

interface Waiting {
  readonly settle: (drawn: DrawnScreen) => void;
  readonly givenUp: NodeJS.Timeout;
}

/** Bytes of lists that the thread keeps; where it ends the oldest go first. */
const room = 32 * 1024 ** 2;

function nameOf(slug: string, { path, region }: HeldList): string {
  return region === undefined ? `${slug} ${path}` : `${slug} ${path} ${region}`;
}

/** What the thread has of lists. */
class Sent {
  readonly #lists = new Map<string, HeldList>();
  #bytes = 0;

  /** What the thread is to be told before it draws from these, by name. */
  news(lists: ReadonlyMap<string, HeldList>): readonly Kept[] {
    const news: Kept[] = [];
    for (const [name, list] of lists) {
      if (this.#lists.get(name) === list) continue;
      this.#drop(name);
      this.#lists.set(name, list);
      this.#bytes += list.body?.byteLength ?? 0;
      news.push([name, list]);
    }
    for (const name of this.#lists.keys()) {
      if (this.#bytes <= room) break;
      if (lists.has(name)) continue;
      this.#drop(name);
      news.push([name, null]);
    }
    return news;
  }

  #drop(name: string): void {
    this.#bytes -= this.#lists.get(name)?.body?.byteLength ?? 0;
    this.#lists.delete(name);
  }
}

export class Drawer implements Drawing {
  readonly #script: URL;
  readonly #report: (line: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #sent = new Sent();
  /** When each deployment was looked at last, monotonic milliseconds. */
  readonly #drawnAt = new Map<string, number>();
  #thread: Worker | null = null;
  #count = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param script - the thread's, built. */
  constructor(script: URL, report: (line: string) => void) {
    this.#script = script;
    this.#report = report;
  }

  draw(screen: FirstScreen): Promise<DrawnScreen> {
    const thread = this.start();
    if (!thread) return Promise.resolve(nothingDrawn);
    const id = (this.#count += 1);
    const slug = screen.path.split('/')[1] ?? '';
    this.#drawnAt.set(slug, performance.now());
    const lists = new Map(screen.lists.map(({ list }) => [nameOf(slug, list), list]));
    const task: DrawTask = {
      id,
      screen: { ...screen, lists: [] },
      news: this.#sent.news(lists),
      lists: screen.lists.map(({ list, heldMilliseconds }) => [nameOf(slug, list), heldMilliseconds]),
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(nothingDrawn), longestWait);
      const givenUp = setTimeout(() => this.#giveUp(`${screen.path} took too long to draw`), longestDraw);
      givenUp.unref();
      this.#waiting.set(id, {
        givenUp,
        settle: (drawn) => {
          clearTimeout(timer);
          clearTimeout(givenUp);
          resolve(drawn);
        },
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows alone
      thread.postMessage(task);
    });
  }

  take(slug: string, list: HeldList): void {
    if (performance.now() - (this.#drawnAt.get(slug) ?? Number.NEGATIVE_INFINITY) > longestInterest) return;
    const news = this.#sent.news(new Map([[nameOf(slug, list), list]]));
    this.#thread?.postMessage({ news } satisfies News);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  /** Starts the thread ahead of the first page. */
  start(): Worker | null {
    if (this.#thread) return this.#thread;
    if (this.#isClosed || performance.now() < this.#startedAt + startPause) return null;
    this.#startedAt = performance.now();
    const thread = new Worker(this.#script, {
      execArgv: [],
      // A library's warnings about addresses that anybody may ask for are no news to the operator.
      stdout: true,
      stderr: true,
    });
    thread.unref();
    thread.on('message', ({ id, drawn, failure }: DrawnMessage) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure !== undefined) this.#report(failure);
      waiting?.settle(drawn);
    });
    thread.on('error', (error) => this.#giveUp(`The thread that draws pages broke: ${error.message}`));
    this.#sent = new Sent();
    this.#thread = thread;
    return thread;
  }

  /** The next page that is to be drawn starts another. */
  #giveUp(why: string): void {
    const broken = this.#thread;
    this.#thread = null;
    for (const { settle } of this.#waiting.values()) settle(nothingDrawn);
    this.#waiting.clear();
    if (!this.#isClosed) this.#report(why);
    void broken?.terminate();
  }
}
