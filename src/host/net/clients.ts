/**
 * Sends requests to one origin over a limited number of connections, each with one request at a time. It takes
 * the place of a pool of undici, whose queue takes 16 KiB for each pool, and which its agent makes anew after
 * each pause.
 */

import type { Client, Dispatcher } from 'undici';
import { Semaphore } from '#client/semaphore.ts';

export interface Connections {
  request(
    options: Dispatcher.RequestOptions & { readonly signal: AbortSignal },
  ): Promise<Dispatcher.ResponseData>;
  /** Closes the connections after all requests that were made before. */
  close(): Promise<void>;
  destroy(): Promise<void>;
}

const never = new AbortController().signal;

export class Clients implements Connections {
  readonly #most: number;
  readonly #open: () => Client;
  readonly #slots: Semaphore;
  readonly #all = new Set<Client>();
  readonly #idle: Client[] = [];
  #isDestroyed = false;

  /** @param most - maximum number of simultaneous connections. Further requests wait. */
  constructor(most: number, open: () => Client) {
    this.#most = most;
    this.#slots = new Semaphore(most);
    this.#open = open;
  }

  async request(options: Parameters<Connections['request']>[0]): Promise<Dispatcher.ResponseData> {
    const endSlot = await this.#slots.take(options.signal);
    const client = this.#idle.pop() ?? this.#open();
    this.#all.add(client);
    try {
      if (this.#isDestroyed) throw new Error('The connections are closed.');
      const response = await client.request(options);
      response.body.once('close', () => {
        this.#idle.push(client);
        endSlot();
      });
      return response;
    } catch (cause) {
      this.#all.delete(client);
      void client.destroy();
      endSlot();
      throw cause;
    }
  }

  async close(): Promise<void> {
    // Requests that wait for a slot come first.
    const slots = Array.from({ length: this.#most }, () => this.#slots.take(never));
    const endSlots = await Promise.all(slots);
    await this.destroy();
    for (const endSlot of endSlots) endSlot();
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    await Promise.all([...this.#all].map((client) => client.destroy()));
  }
}
