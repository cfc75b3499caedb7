/** Long lists that the host reads for pages, which ask it until they hold them themselves (docs/host.md). */

import { parse, stringify } from 'devalue';
import { type HostAsk, type HostRead, type HostReply, mostReadByHost } from '../client/held-lists/host-read.ts';
import { ListThread, type Received, type Thread } from '../client/held-lists/list-thread.ts';
import type { Holder } from '../client/held-lists/remote-listing.ts';
import { type LargeBody, largeBytes } from '../client/large-body.ts';
import type { EndpointPath } from '../contract/endpoints.ts';
import { isPlainObject } from '../contract/json.ts';
import type { ListResource } from '../contract/resources.ts';
import { notFound, problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';
import type { UpstreamAnswer, UpstreamOutcome } from './upstream.ts';

/** A body that is read while it comes. */
export interface Reading {
  readonly take: (part: Uint8Array) => void;
  /** Says what has become of it. */
  readonly end: (outcome: UpstreamOutcome) => void;
}

/** A list that is read. */
interface Kept {
  readonly answer: UpstreamAnswer;
  readonly holder: Holder;
  readonly expiry: NodeJS.Timeout;
}

type Told = Omit<HostRead, 'headers'>;

/** Below the address of a deployment. */
export const listsPath = '/lists/';

/** Milliseconds after a page last asked for which a list is kept. */
const keptMilliseconds = 60_000;
/** Bytes of bodies of lists that are kept; the oldest go first. */
const room = 128 * 1024 * 1024;
/** Milliseconds after which the list is sent instead. */
const longestReading = 2_000;
/** Milliseconds for which the host does without a thread that died. */
const restMilliseconds = 60_000;
/** Bytes of questions: with them come the regions of a deployment. */
const mostAsked = 4 * 1024 * 1024;
const mostAsks = 256;

export class ReadLists {
  readonly #start: () => Thread;
  readonly #report: (line: string) => void;
  #thread: ListThread | null = null;
  #restsUntil = Number.NEGATIVE_INFINITY;
  readonly #kept = new Map<string, Kept>();
  readonly #told = new WeakMap<UpstreamAnswer, Promise<Told | null>>();

  /**
   * @param start - starts a thread that runs list-thread.ts.
   * @param report - tells the operator of a thread that died.
   */
  constructor(start: () => Thread, report: (line: string) => void) {
    this.#start = start;
    this.#report = report;
  }

  /** Reads a body beside others, from the moment in which it turns out to be long. */
  begin(resource: ListResource, path: EndpointPath): Reading {
    const early: Uint8Array[] = [];
    let bytes = 0;
    let body: LargeBody<Received> | null = null;
    return {
      take: (part) => {
        bytes += part.byteLength;
        early.push(part);
        if (bytes <= largeBytes) return;
        if (bytes > mostReadByHost) {
          body?.cancel();
          body = null;
        } else body ??= this.#open(resource, path);
        // Others read it as well.
        for (const each of early.splice(0)) body?.write(new Uint8Array(each));
      },
      end: (outcome) => {
        if (!body) return;
        if (outcome.kind === 'answer') this.#told.set(outcome, this.#tell(outcome, body));
        else body.cancel();
      },
    };
  }

  /** What is told of a list in its place; `null` where it was not read, whatever the reason: the page reads it then. */
  async read(answer: UpstreamAnswer, resource: ListResource, path: EndpointPath): Promise<Told | null> {
    if (!this.#told.has(answer)) {
      // It was in hand, or somebody else had asked for it.
      const reading = this.begin(resource, path);
      reading.take(answer.body);
      reading.end(answer);
    }
    return (await this.#told.get(answer)) ?? null;
  }

  /** Answers at the address of a list. */
  async answer(place: string, request: Request): Promise<Response> {
    const kept = this.#kept.get(place);
    if (!kept) return notFound('This list is not held any more.');
    kept.expiry.refresh();
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...apiHeaders };
    if (request.method !== 'POST') return new Response(kept.answer.body, { headers });
    const asks = await asksOf(request);
    if (!asks)
      return problem({ status: 400, title: 'Bad question', detail: 'These are no questions to a list.' });
    const replies = await Promise.all(
      asks.map(
        ({ lookups, call }): Promise<HostReply> =>
          kept.holder.ask(lookups, call).then(
            (value) => ({ value }),
            (cause: unknown) => ({ failed: cause instanceof Error ? cause.message : String(cause) }),
          ),
      ),
    );
    return new Response(stringify(replies), { headers });
  }

  close(): void {
    for (const place of this.#kept.keys()) this.#drop(place);
  }

  async #tell(answer: UpstreamAnswer, body: LargeBody<Received>): Promise<Told | null> {
    const late = setTimeout(() => body.cancel(), longestReading);
    try {
      const { value, findings, unlisted } = await body.end();
      const { facts, holder } = value;
      const read = stringify({ facts, findings, unlisted });
      return { place: this.#keep(answer, holder), bytes: answer.body.byteLength, read };
    } catch {
      // What is wrong with it the page finds, too, and says.
      body.cancel();
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  #keep(answer: UpstreamAnswer, holder: Holder): string {
    const place = listsPath + crypto.randomUUID();
    const expiry = setTimeout(() => this.#drop(place), keptMilliseconds);
    expiry.unref();
    this.#kept.set(place, { answer, holder, expiry });
    let bytes = 0;
    for (const [
      each,
      {
        answer: { body },
      },
    ] of [...this.#kept].toReversed()) {
      bytes += body.byteLength;
      if (bytes > room) this.#drop(each);
    }
    return place;
  }

  #drop(place: string): void {
    const kept = this.#kept.get(place);
    if (!kept) return;
    this.#kept.delete(place);
    this.#told.delete(kept.answer);
    clearTimeout(kept.expiry);
    kept.holder.release();
  }

  #open(resource: ListResource, path: EndpointPath): LargeBody<Received> | null {
    if (Date.now() < this.#restsUntil) return null;
    try {
      if (!this.#thread || this.#thread.isGone)
        this.#thread = new ListThread(this.#start(), () => this.#rest());
      return this.#thread.receive(resource, path, {});
    } catch {
      this.#rest();
      return null;
    }
  }

  #rest(): void {
    this.#restsUntil = Date.now() + restMilliseconds;
    this.#report('The thread that reads long lists died; for a minute pages read them themselves.');
  }
}

/** The page's own words; `null` where they are somebody else's. */
async function asksOf(request: Request): Promise<readonly HostAsk[] | null> {
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= mostAsked)) return null;
  try {
    const asks: unknown = parse(await request.text());
    if (!Array.isArray(asks) || asks.length > mostAsks) return null;
    return asks.every(isAsk) ? asks : null;
  } catch {
    return null;
  }
}

/** As far as it has to be known that the thread can take it: what it cannot answer, it says. */
function isAsk(value: unknown): value is HostAsk {
  if (!isPlainObject(value)) return false;
  const { lookups, call } = value;
  if (!isPlainObject(lookups) || !(lookups['places'] instanceof Map)) return false;
  return isPlainObject(call) && typeof call['name'] === 'string' && isPlainObject(call['question']);
}
