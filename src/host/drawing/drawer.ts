/**
 * Server-renders first screens in a thread of its own (drawing-thread.ts). So neither large lists nor many
 * readers delay other responses (docs/understand/host-api.md).
 */

import type { NoMethods } from '#client/rpc/peer.ts';
import {
  type CachedList,
  type DrawnScreen,
  type FirstScreen,
  nothingDrawn,
} from '#domain/first-screen/first-screen.ts';
import { HostThread } from '../threads/host-thread.ts';
import { within } from '../threads/within.ts';
import type { DrawingThread, ListUpdate } from './messages.ts';

/**
 * Maximum milliseconds that a page waits for its first screen. After it the HTML document is sent without
 * one, and the app renders it.
 */
const longestWait = 500;
/** Maximum milliseconds for rendering one screen. After it the thread is replaced. */
const longestDraw = 10_000;
/** Milliseconds after the last view of a deployment's page in which its new lists are parsed ahead. */
const longestInterest = 10 * 60_000;

export interface Drawing {
  /** Renders the first screen of a page; resolves to an empty one if rendering fails or takes too long. */
  draw(screen: FirstScreen): Promise<DrawnScreen>;
  /** Passes a new list to the thread, which can then parse it before a page needs it. */
  take(slug: string, list: CachedList): void;
  close(): Promise<void>;
}

export const noDrawing: Drawing = {
  draw: async () => nothingDrawn,
  take: () => undefined,
  close: async () => undefined,
};

/** Maximum bytes of all lists that the thread stores. The oldest are dropped first. */
const maximumBytes = 32 * 1024 ** 2;

function nameOf(slug: string, { path, region }: CachedList): string {
  return region === undefined ? `${slug} ${path}` : `${slug} ${path} ${region}`;
}

class SentLists {
  readonly #lists = new Map<string, CachedList>();
  #bytes = 0;

  updates(lists: ReadonlyMap<string, CachedList>): readonly ListUpdate[] {
    const updates: ListUpdate[] = [];
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
  readonly #thread: HostThread<DrawingThread, NoMethods>;
  readonly #report: (line: string) => void;
  #sent = new SentLists();
  /** Monotonic milliseconds of the last request for a page, by slug of the deployment. */
  readonly #drawnAt = new Map<string, number>();

  /** @param script - URL of the built thread script. */
  constructor(script: URL, report: (line: string) => void) {
    this.#report = report;
    this.#thread = new HostThread<DrawingThread, NoMethods>({
      script,
      name: 'The thread that renders pages',
      handlers: {},
      report,
      onStart: () => {
        this.#sent = new SentLists();
      },
    });
  }

  start(): void {
    this.#thread.start();
  }

  async draw(screen: FirstScreen): Promise<DrawnScreen> {
    const thread = this.#thread.start();
    if (!thread) return nothingDrawn;
    const slug = screen.path.split('/')[1] ?? '';
    this.#drawnAt.set(slug, performance.now());
    const lists = new Map(screen.lists.map(({ list }) => [nameOf(slug, list), list]));
    const drawn = thread.call('draw', {
      screen: { ...screen, lists: [] },
      updates: this.#sent.updates(lists),
      lists: screen.lists.map(({ list, heldMilliseconds }) => [nameOf(slug, list), heldMilliseconds]),
    });
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

  take(slug: string, list: CachedList): void {
    if (performance.now() - (this.#drawnAt.get(slug) ?? Number.NEGATIVE_INFINITY) > longestInterest) return;
    const updates = this.#sent.updates(new Map([[nameOf(slug, list), list]]));
    this.#thread.peer?.notify('take', updates);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
