/** Long lists that the host reads for pages, which ask it until they hold them themselves (docs/host.md). */

import { Buffer, isAscii } from 'node:buffer';
import { type HostRead, type HostReply, mostReadByHost } from '../client/held-lists/host-read.ts';
import { ListThread, type ReceivedList, type Thread } from '../client/held-lists/list-thread.ts';
import type { Holder } from '../client/held-lists/remote-listing.ts';
import { written } from '../client/held-lists/wire.ts';
import { type LargeBody, largeBytes } from '../client/large-body.ts';
import { ContractError } from '../contract/decode-record.ts';
import type { EndpointPath } from '../contract/endpoints.ts';
import type { ListResource } from '../contract/resources.ts';
import { questionsIn } from './list-questions.ts';
import { notFound, problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';
import type { UpstreamAnswer, UpstreamOutcome } from './upstream.ts';

/** A body that is read while it comes. */
export interface Reading {
  readonly take: (part: Uint8Array) => void;
  /** Says what has become of it. */
  readonly end: (outcome: UpstreamOutcome) => void;
}

/** Which list, and whose: what was answered to one deployment is no other's. */
export interface ListToRead {
  readonly slug: string;
  readonly resource: ListResource;
  readonly path: EndpointPath;
}

/** A list that is read. */
interface Kept extends ListToRead {
  readonly answer: UpstreamAnswer;
  readonly isPlain: boolean;
  readonly holder: Holder;
  readonly expiry: NodeJS.Timeout;
}

type Told = Omit<HostRead, 'headers'>;

/** Below the address of a deployment. */
export const listsPath = '/lists/';

/** Milliseconds after which a list goes that nobody was told of and nobody asked: longer than it takes to send it. */
const keptMilliseconds = 5 * 60_000;
/** Bytes of bodies of lists that are kept; the oldest go first. */
const room = 128 * 1024 * 1024;
/** Milliseconds after which the list is sent instead. */
const longestReading = 2_000;
/** Milliseconds for which the host does without a thread that died. */
const restMilliseconds = 60_000;
/** Bytes of questions: with them come the regions of a deployment. */
const mostAsked = 4 * 1024 * 1024;

/** Whether a body is ASCII and has no escapes, which may stand for any character. */
function isPlainBody(body: Uint8Array<ArrayBuffer>): boolean {
  return isAscii(body) && !Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('\\');
}

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
  begin(list: ListToRead): Reading {
    const early: Uint8Array[] = [];
    let bytes = 0;
    let body: LargeBody<ReceivedList> | null | undefined;
    return {
      take: (part) => {
        bytes += part.byteLength;
        if (body === null) return;
        early.push(part);
        if (bytes <= largeBytes) return;
        body ??= this.#open(list);
        if (body && bytes > mostReadByHost) {
          body.cancel();
          body = null;
        }
        // Others read it as well.
        for (const each of early.splice(0)) body?.write(new Uint8Array(each));
      },
      end: (outcome) => {
        if (!body) return;
        if (outcome.kind === 'answer') this.#told.set(outcome, this.#tell(list, outcome, body));
        else body.cancel();
      },
    };
  }

  /** What is told of a list in its place; `null` where it was not read, whatever the reason: the page reads it then. */
  async read(list: ListToRead, answer: UpstreamAnswer): Promise<Told | null> {
    if (!this.#told.has(answer)) {
      // It was in hand, or somebody else had asked for it.
      const reading = this.begin(list);
      reading.take(answer.body);
      reading.end(answer);
    }
    const told = (await this.#told.get(answer)) ?? null;
    // From now on there is somebody who will ask.
    if (told) this.#kept.get(told.place)?.expiry.refresh();
    return told;
  }

  /** Answers a deployment's page at the address of a list. */
  async answer(slug: string, place: string, request: Request): Promise<Response> {
    const kept = this.#kept.get(place);
    if (!kept || kept.slug !== slug) return notFound('This list is not held any more.');
    kept.expiry.refresh();
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...apiHeaders };
    if (request.method !== 'POST') return new Response(kept.answer.body, { headers });
    const isShort = Number(request.headers.get('content-length') ?? Number.NaN) <= mostAsked;
    const asks = isShort ? questionsIn(await request.text(), kept.resource, kept.isPlain) : null;
    if (!asks) return problem({ status: 400, title: 'Bad question', detail: 'That is no question to a list.' });
    const replies = await Promise.all(
      asks.map(
        ({ lookups, call }): Promise<HostReply> =>
          kept.holder.ask(lookups, call).then(
            (value) => ({ value }),
            (cause: unknown) => ({ failed: cause instanceof Error ? cause.message : String(cause) }),
          ),
      ),
    );
    return new Response(written(replies), { headers });
  }

  close(): void {
    for (const place of this.#kept.keys()) this.#drop(place);
  }

  async #tell(list: ListToRead, answer: UpstreamAnswer, body: LargeBody<ReceivedList>): Promise<Told | null> {
    const late = setTimeout(() => body.cancel(), longestReading);
    try {
      const { value, findings, unlisted } = await body.end();
      const { facts, holder } = value;
      const isPlain = isPlainBody(answer.body);
      const place = this.#keep({ ...list, answer, isPlain, holder });
      return { place, bytes: answer.body.byteLength, isPlain, read: written({ facts, findings, unlisted }) };
    } catch (cause) {
      body.cancel();
      // What is wrong with the list itself the page finds, too, and says; anything else may be over with the next.
      if (!(cause instanceof ContractError || cause instanceof SyntaxError)) this.#told.delete(answer);
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  #keep(list: Omit<Kept, 'expiry'>): string {
    const place = listsPath + crypto.randomUUID();
    const expiry = setTimeout(() => this.#drop(place), keptMilliseconds);
    expiry.unref();
    this.#kept.set(place, { ...list, expiry });
    let bytes = 0;
    for (const [each, { answer }] of [...this.#kept].toReversed()) {
      bytes += answer.body.byteLength;
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

  #open({ resource, path }: ListToRead): LargeBody<ReceivedList> | null {
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
    // Those who fetch a list that it held go on; nobody else is told of it.
    for (const { answer } of this.#kept.values()) this.#told.delete(answer);
    this.#report('The thread that reads long lists died; for a minute pages read them themselves.');
  }
}
