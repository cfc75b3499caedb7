/** Long lists that the host reads for pages, which ask it until they hold them themselves (docs/host.md). */

import { Buffer, isAscii } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { isForHost } from '../client/held-lists/for-host.ts';
import { type HostAsk, type HostRead, type HostReply, mostReadByHost } from '../client/held-lists/host-read.ts';
import { ListThread, type ReceivedList, type Thread } from '../client/held-lists/list-thread.ts';
import type { Holder } from '../client/held-lists/remote-listing.ts';
import type { Told } from '../client/held-lists/told.ts';
import { written } from '../client/held-lists/wire.ts';
import { type LargeBody, largeBytes } from '../client/large-body.ts';
import { ContractError } from '../contract/decode-record.ts';
import type { EndpointPath } from '../contract/endpoints.ts';
import type { ListResource } from '../contract/resources.ts';
import { Recent } from '../domain/recent.ts';
import { questionsIn } from './list-questions.ts';
import { notFound, problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';
import type { BodyReader, UpstreamAnswer, UpstreamOutcome } from './upstream.ts';

export interface Reading extends BodyReader {
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
  /** Whether a page was told of it and has not asked yet. */
  awaitsPage: boolean;
}

type ReadBody = Awaited<ReturnType<LargeBody<ReceivedList>['end']>>;

/** What is the same for all who are told of a list. */
type ToldOfAll = Omit<HostRead, 'headers' | 'foreseen'>;

/** Without the headers, which say how old it is. */
interface ToldBefore {
  readonly read: Omit<HostRead, 'headers'>;
  readonly replies: Told['replies'];
}

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
/** A page asks for rows three times: those of its table, and of its figures the largest and the one in the middle. */
const mostForeseen = 4;
/** Characters of a question, which is sent to the next page as well. */
const longestForeseen = 64 * 1024;
/** Milliseconds for which those wait for the thread who are not told of the list. */
const longestWait = 250;

/** Whether a body is ASCII and has no escapes, which may stand for any character. */
function isPlainBody(body: Uint8Array<ArrayBuffer>): boolean {
  return isAscii(body) && !Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('\\');
}

/** @throws as the end of a body does; ListGone where it takes too long. */
async function inTime(body: LargeBody<ReceivedList>): Promise<ReadBody> {
  const late = setTimeout(() => body.cancel(), longestReading);
  try {
    return await body.end();
  } catch (cause) {
    body.cancel();
    throw cause;
  } finally {
    clearTimeout(late);
  }
}

/** `HostReply`s, written. */
async function repliesTo({ holder }: Kept, asks: readonly HostAsk[]): Promise<string> {
  const replies = await Promise.all(
    asks.map(
      ({ lookups, call }): Promise<HostReply> =>
        holder.ask(lookups, call).then(
          (value) => ({ value }),
          (cause: unknown) => ({ failed: cause instanceof Error ? cause.message : String(cause) }),
        ),
    ),
  );
  return written(replies);
}

/** Whether it is for all rows: what somebody searched for is for nobody else. */
function isCommon({ call }: HostAsk): boolean {
  if (call.name !== 'rows') return false;
  const { text = '', where = {}, between = {} } = call.question;
  return text === '' && Object.keys(where).length === 0 && Object.keys(between).length === 0;
}

function nameOf({ slug, path }: ListToRead): string {
  return `${slug} ${path}`;
}

export class ReadLists {
  readonly #start: () => Thread;
  readonly #report: (line: string) => void;
  #thread: ListThread | null = null;
  #restsUntil = Number.NEGATIVE_INFINITY;
  readonly #kept = new Map<string, Kept>();
  readonly #told = new WeakMap<UpstreamAnswer, Promise<ToldOfAll | null>>();
  /** The rows that pages asked for first, by the list: the next page that nobody has searched shows the same ones. */
  readonly #askedFirst = new Map<string, Recent<HostAsk>>();

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
    let read: Promise<ReadBody> | null = null;
    const readWhole = () => {
      read ??= body ? inTime(body) : null;
      return read;
    };
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
      mostBytes: mostReadByHost,
      isRead: async () => {
        const whole = readWhole();
        if (!whole) return false;
        const isWhole = whole.then(
          () => true,
          () => false,
        );
        const late = new AbortController();
        const isLate = delay(longestWait, false, { signal: late.signal }).catch(() => false);
        const isRead = await Promise.race([isWhole, isLate]);
        late.abort();
        return isRead;
      },
      end: (outcome) => {
        if (outcome.kind === 'failure') return body?.cancel();
        const whole = readWhole();
        if (whole) this.#told.set(outcome, this.#tell(list, outcome, whole));
      },
    };
  }

  /** What is told of a list in its place; `null` where it was not read, whatever the reason: the page reads it then. */
  async read(list: ListToRead, answer: UpstreamAnswer): Promise<ToldBefore | null> {
    if (!this.#told.has(answer)) {
      // It was in hand, or somebody else had asked for it.
      const reading = this.begin(list);
      reading.take(answer.body);
      reading.end(answer);
    }
    const told = (await this.#told.get(answer)) ?? null;
    // From now on there is somebody who will ask.
    const kept = told && this.#kept.get(told.place);
    if (!kept) return null;
    kept.expiry.refresh();
    kept.awaitsPage = true;
    const asked = this.#askedFirst.get(nameOf(kept))?.all() ?? [];
    const asks = asked.filter((ask) => isForHost(kept.resource, kept.isPlain, ask));
    return { read: { ...told, foreseen: written(asks) }, replies: repliesTo(kept, asks) };
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
    if (kept.awaitsPage) this.#remember(kept, asks);
    kept.awaitsPage = false;
    return new Response(await repliesTo(kept, asks), { headers });
  }

  #remember(kept: Kept, asks: readonly HostAsk[]): void {
    const name = nameOf(kept);
    const remembered = this.#askedFirst.get(name) ?? new Recent(mostForeseen);
    for (const ask of asks.filter(isCommon)) {
      const text = written(ask);
      if (text.length <= longestForeseen) remembered.put(text, ask);
    }
    this.#askedFirst.set(name, remembered);
  }

  close(): void {
    for (const place of this.#kept.keys()) this.#drop(place);
  }

  async #tell(list: ListToRead, answer: UpstreamAnswer, whole: Promise<ReadBody>): Promise<ToldOfAll | null> {
    try {
      const { value, findings, unlisted } = await whole;
      const { facts, holder } = value;
      const isPlain = isPlainBody(answer.body);
      const place = this.#keep({ ...list, answer, isPlain, holder });
      return { place, bytes: answer.body.byteLength, isPlain, read: written({ facts, findings, unlisted }) };
    } catch (cause) {
      // What is wrong with the list itself the page finds, too, and says; anything else may be over with the next.
      if (!(cause instanceof ContractError || cause instanceof SyntaxError)) this.#told.delete(answer);
      return null;
    }
  }

  #keep(list: Omit<Kept, 'expiry' | 'awaitsPage'>): string {
    const place = listsPath + crypto.randomUUID();
    const expiry = setTimeout(() => this.#drop(place), keptMilliseconds);
    expiry.unref();
    this.#kept.set(place, { ...list, expiry, awaitsPage: false });
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
