/** Checks of bodies: long ones in a thread of their own, so that the host goes on answering meanwhile (design, part 8). */

import { largeBytes } from '../client/large-body.ts';
import { type AskedList, BodyCheck, type CheckedBody } from './body-check.ts';
import type { FromThread, ToThread } from './check-messages.ts';
import { JsonScan } from './json-scan.ts';

/** What of a Node worker is used here. */
export interface CheckThread {
  postMessage(message: ToThread, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

export interface Check {
  take(part: Uint8Array): void;
  /** @param parts - all that were taken. */
  end(parts: readonly Uint8Array[]): Promise<CheckedBody>;
  cancel(): void;
}

/** What was made of a body elsewhere; `null` where the thread died. */
type Reply = (checked: CheckedBody | null) => void;

export class Checks {
  readonly #start: () => CheckThread;
  #thread: CheckThread | null = null;
  readonly #waiting = new Map<number, Reply>();
  #opened = 0;

  /** @param start - starts a thread that runs check-thread.ts. */
  constructor(start: () => CheckThread) {
    this.#start = start;
  }

  /** @param list - what was asked for, where a long answer is wanted as columns. */
  open(list: AskedList | null): Check {
    const scan = new JsonScan();
    const early: Uint8Array[] = [];
    let bytes = 0;
    let elsewhere: Check | null = null;
    return {
      take: (part) => {
        bytes += part.byteLength;
        if (!elsewhere && bytes > largeBytes) {
          elsewhere = this.#openElsewhere(list);
          for (const each of early) elsewhere.take(each);
        }
        if (elsewhere) elsewhere.take(part);
        else {
          early.push(part);
          scan.take(part);
        }
      },
      end: async (parts) => elsewhere?.end(parts) ?? { isJson: scan.isWhole(), columns: null },
      cancel: () => elsewhere?.cancel(),
    };
  }

  #openElsewhere(list: AskedList | null): Check {
    const body = this.#opened;
    this.#opened += 1;
    const thread = (this.#thread ??= this.#started());
    const answer = new Promise<CheckedBody | null>((resolve) => {
      this.#waiting.set(body, resolve);
    });
    thread.postMessage({ kind: 'open', body, list }, []);
    return {
      take: (part) => {
        const copy = new Uint8Array(part);
        thread.postMessage({ kind: 'part', body, bytes: copy }, [copy.buffer]);
      },
      end: async (parts) => {
        thread.postMessage({ kind: 'end', body }, []);
        return (await answer) ?? checkHere(list, parts);
      },
      cancel: () => {
        this.#waiting.delete(body);
        thread.postMessage({ kind: 'drop', body }, []);
      },
    };
  }

  #started(): CheckThread {
    const thread = this.#start();
    thread.on('message', ({ body, checked }) => {
      this.#waiting.get(body)?.(checked);
      this.#waiting.delete(body);
    });
    thread.on('error', () => {
      this.#thread = null;
      for (const resolve of this.#waiting.values()) resolve(null);
      this.#waiting.clear();
    });
    return thread;
  }
}

function checkHere(list: AskedList | null, parts: readonly Uint8Array[]): CheckedBody {
  const check = new BodyCheck(list);
  for (const part of parts) check.take(part);
  return check.end();
}
