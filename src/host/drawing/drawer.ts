/**
 * Server-renders first screens in a thread of its own. So neither large lists nor many readers delay other responses
 * (docs/understand/host-api.md).
 */

import { Worker } from 'node:worker_threads';
import {
  type DrawnScreen,
  type FirstScreen,
  type HeldList,
  nothingDrawn,
} from '#domain/first-screen/first-screen.ts';
import type { DrawnMessage, DrawTask, Kept, News } from './messages.ts';

/** Milliseconds. Later the HTML document is sent without a first screen, and the app renders it. */
const longestWait = 500;
/** Milliseconds after which the thread is replaced. */
const longestDraw = 10_000;
/** Milliseconds. Lists of a deployment that was viewed within this time are parsed ahead. */
const longestInterest = 10 * 60_000;

/** Milliseconds between two starts of the thread. */
const startPause = 10_000;

export interface Drawing {
  /** The first screen of a page; an empty one if rendering fails or takes too long. */
  draw(screen: FirstScreen): Promise<DrawnScreen>;
  /** Passes on a new list, so that the thread can parse it before a page needs it. */
  take(slug: string, list: HeldList): void;
  close(): Promise<void>;
}

export const noDrawing: Drawing = {
  draw: async () => nothingDrawn,
  take: () => undefined,
  close: async () => undefined,
};

interface Waiting {
  readonly settle: (drawn: DrawnScreen) => void;
  readonly giveUpTimer: NodeJS.Timeout;
}

/** Bytes of lists in the thread. The oldest are dropped first. */
const maximumBytes = 32 * 1024 ** 2;

function nameOf(slug: string, { path, region }: HeldList): string {
  return region === undefined ? `${slug} ${path}` : `${slug} ${path} ${region}`;
}

class SentLists {
  readonly #lists = new Map<string, HeldList>();
  #bytes = 0;

  updates(lists: ReadonlyMap<string, HeldList>): readonly Kept[] {
    const updates: Kept[] = [];
    for (const [name, list] of lists) {
      if (this.#lists.get(name) === list) continue;
      this.#drop(name);
      this.#lists.set(name, list);
      this.#bytes += list.body?.byteLength ?? 0;
      updates.push([name, list]);
    }
    for (const name of this.#lists.keys()) {
      if (this.#bytes <= maximumBytes) break;
      if (lists.has(name)) continue;
      this.#drop(name);
      updates.push([name, null]);
    }
    return updates;
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
  #sent = new SentLists();
  /** Monotonic milliseconds of the last request for a page, by deployment. */
  readonly #drawnAt = new Map<string, number>();
  #thread: Worker | null = null;
  #count = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param script - the built thread script. */
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
      news: this.#sent.updates(lists),
      lists: screen.lists.map(({ list, heldMilliseconds }) => [nameOf(slug, list), heldMilliseconds]),
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(nothingDrawn), longestWait);
      const giveUpTimer = setTimeout(() => this.#giveUp(`${screen.path} took too long to render`), longestDraw);
      giveUpTimer.unref();
      this.#waiting.set(id, {
        giveUpTimer,
        settle: (drawn) => {
          clearTimeout(timer);
          clearTimeout(giveUpTimer);
          resolve(drawn);
        },
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows alone
      thread.postMessage(task);
    });
  }

  take(slug: string, list: HeldList): void {
    if (performance.now() - (this.#drawnAt.get(slug) ?? Number.NEGATIVE_INFINITY) > longestInterest) return;
    const updates = this.#sent.updates(new Map([[nameOf(slug, list), list]]));
    this.#thread?.postMessage({ news: updates } satisfies News);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  start(): Worker | null {
    if (this.#thread) return this.#thread;
    if (this.#isClosed || performance.now() < this.#startedAt + startPause) return null;
    this.#startedAt = performance.now();
    const thread = new Worker(this.#script, {
      execArgv: [],
      // Warnings of a library about requested addresses are no news for the operator.
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
    thread.on('error', (error) => this.#giveUp(`The thread that renders pages failed: ${error.message}`));
    this.#sent = new SentLists();
    this.#thread = thread;
    return thread;
  }

  /** The next page starts another thread. */
  #giveUp(why: string): void {
    const broken = this.#thread;
    this.#thread = null;
    for (const { settle } of this.#waiting.values()) settle(nothingDrawn);
    this.#waiting.clear();
    if (!this.#isClosed) this.#report(why);
    void broken?.terminate();
  }
}
