/**
 * Reads the host's history, with one query per response (docs/understand/history-api.md). If the host has no
 * history, or is a plain file server, requests are 5 minutes apart.
 */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { hostAddress } from '#app/delivered/base.ts';
import { hostNow, now, setHostClock } from '#app/ui/time/clock.ts';
import { retryAfter } from '#client/request.ts';
import { Semaphore } from '#client/semaphore.ts';
import {
  decodeChanges,
  decodeCoverage,
  decodeHistoryStates,
  decodeStrips,
  HistoryFormError,
} from '#contract/decode/history.ts';
import type {
  ChangedKind,
  ChangeEntry,
  CoverageEntry,
  HistoryStates,
  StripsResponse,
  SubjectKind,
  Windowed,
} from '#contract/history.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { responseHeaders } from '#domain/answer/answer.ts';
import { clocksAfterResponse, skewOfService, unknownClocks } from '#domain/answer/service-clock.ts';
import { momentOf, presentSlug } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type Range, windowOf, windowUntil } from '#domain/history/windows.ts';
import { historyKey } from '../keys.ts';
import {
  asDue,
  leastPause,
  patience,
  pauses,
  pausesAfterFailure,
  retryIn,
  type TimedRetry,
  withoutOwnTimer,
} from './timing.ts';

/**
 * Why history could not be read. `no-host`: the server has no history. `off`: this deployment is not
 * recorded. `paused`: the host records nothing now.
 */
export type HistoryFailureKind = 'no-host' | 'off' | 'paused' | 'unreachable' | 'failing';

export interface HistoryFailure {
  readonly kind: HistoryFailureKind;
  /** Reason of the failure, as a clause. */
  readonly why: string;
  /** If the response had a `Retry-After`. */
  readonly retry?: TimedRetry;
}

export interface HistoryRead<T> {
  readonly value: T | null;
  readonly failure: HistoryFailure | null;
  /** When the next request is due, epoch milliseconds. */
  readonly dueAt: number;
  /** When the value was read, epoch milliseconds of the host's clock. */
  readonly readAt?: number;
}

/**
 * Time that a request covers: a fixed window, or a range. A range ends at the time of the request, or at the moment of a
 * deployment of the past.
 */
export type Spanned = Window | Range;

/** Returns the window of a range for a deployment, now or at its past moment. */
export function windowFor(slug: string, range: Range): Window {
  const moment = momentOf(slug);
  return moment === null ? windowOf(range, hostNow()) : windowUntil(range, moment);
}

export function nameOf(of: Spanned): string {
  return typeof of === 'string' ? of : `${of.to - of.from}`;
}

/**
 * Returns the URL for a fixed window. For a range, returns a function that builds it when the request is
 * sent.
 * @param address - builds the URL for a window.
 */
export function addressOf(
  slug: string,
  of: Spanned,
  address: (window: Window) => string,
): string | (() => string) {
  return typeof of === 'string' ? () => address(windowFor(slug, of)) : address(of);
}

/** Limits queries that a page makes per row, so that connections stay free for status and lists. */
export const requestLimit = new Semaphore(2);

class HistoryUnavailable extends Error {
  readonly kind: HistoryFailureKind;
  /** Seconds of `Retry-After`; `null` without one. */
  readonly retryAfter: number | null;

  constructor(kind: HistoryFailureKind, why: string, seconds: number | null = null) {
    super(why);
    this.kind = kind;
    this.retryAfter = seconds;
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return null;
  return response.json().catch(() => null);
}

function refused({ status, headers }: Response, body: unknown): HistoryUnavailable {
  const fields = isPlainObject(body) ? body : {};
  if (fields['code'] === 'not-observed')
    return new HistoryUnavailable('off', 'this deployment is not observed');
  const seconds = retryAfter(headers.get('retry-after'), headers.get('date'), now());
  if (status === 503 && typeof fields['reason'] === 'string')
    return new HistoryUnavailable('paused', `nothing is recorded: ${fields['reason'].slice(0, 40)}`, seconds);
  if (status === 404) return new HistoryUnavailable('no-host', 'there is no history here');
  return new HistoryUnavailable('failing', `the host returned ${status}`, seconds);
}

function failureOf(cause: unknown, before: HistoryFailure | null | undefined): HistoryFailure {
  if (cause instanceof HistoryUnavailable) {
    const { kind, message: why, retryAfter: seconds } = cause;
    return seconds === null ? { kind, why } : { kind, why, retry: retryIn(seconds, before?.retry) };
  }
  if (cause instanceof HistoryFormError)
    return { kind: 'failing', why: `the host’s response cannot be read: ${cause.message}` };
  return { kind: 'unreachable', why: 'the host does not respond' };
}

function pauseAfter({ kind }: HistoryFailure): number {
  const { withoutHost, other } = pausesAfterFailure;
  return kind === 'no-host' || kind === 'off' ? withoutHost : other;
}

let hostClocks = unknownClocks;

/**
 * Updates the difference between the host's clock and ours from a response. History timestamps are on the
 * host's clock.
 */
function noteClock({ headers }: Response, requestedAt: number, headersAt: number): void {
  const stamps = responseHeaders((name) => headers.get(name));
  hostClocks = clocksAfterResponse(hostClocks, stamps, { requestedAt, headersAt });
  setHostClock(skewOfService(hostClocks));
}

async function askHistory<T>(address: string, decode: (body: unknown) => T, signal: AbortSignal) {
  const requestedAt = now();
  const response = await fetch(hostAddress(address), {
    headers: { accept: 'application/json' },
    // A proxy in front of the host may redirect to a log-in page on another origin.
    redirect: 'manual',
    // A response from the browser's cache would have an old `Date`.
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  });
  const headersAt = now();
  const body = await bodyOf(response);
  if (!response.ok) throw refused(response, body);
  noteClock(response, requestedAt, headersAt);
  // A plain file server answers every URL with the HTML document.
  if (body === null) throw new HistoryUnavailable('no-host', 'there is no history here');
  const seconds = /\bmax-age=(\d{1,6})\b/.exec(response.headers.get('cache-control') ?? '')?.[1];
  return {
    value: decode(body),
    readAt: hostNow(),
    dueAt: now() + Math.max(leastPause, Number(seconds ?? 10) * 1000),
  };
}

/**
 * Reads one response of the history. After a failure, returns `earlier` (the last good value) with the
 * failure. For a deployment of the past, a response is never due again.
 * @throws only if `signal` is aborted.
 */
export async function readHistory<T>(
  slug: string,
  address: string,
  decode: (body: unknown) => T,
  earlier: Partial<Pick<HistoryRead<T>, 'value' | 'failure'>> | undefined,
  signal: AbortSignal,
): Promise<HistoryRead<T>> {
  try {
    const path = `history${slug === '' ? '' : `/${encodeURIComponent(presentSlug(slug))}`}${address}`;
    const read = { ...(await askHistory(path, decode, signal)), failure: null };
    return momentOf(slug) === null ? read : { ...read, dueAt: Number.POSITIVE_INFINITY };
  } catch (cause) {
    if (signal.aborted) throw cause;
    const failure = failureOf(cause, earlier?.failure);
    const dueAt = failure.retry?.at ?? now() + pauseAfter(failure);
    return { value: earlier?.value ?? null, failure, dueAt };
  }
}

/**
 * Creates the query for one kind of history data.
 * @param name - name of the data. Two windows with the same name replace each other.
 * @param address - path and query below `/history/:slug`. A function builds it when the request is sent.
 * @param requestLimit - limits the parallel requests of many queries, because a browser has few connections
 * and status needs one.
 */
export function historyQuery<T>(
  slug: string,
  name: string,
  address: string | (() => string),
  decode: (body: unknown) => T,
  requestLimit?: Semaphore,
) {
  const isOfRange = typeof address === 'function';
  const queryKey = historyKey(slug, name, isOfRange ? '' : address);
  return queryOptions<HistoryRead<T>, Error, HistoryRead<T>, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const earlier = client.getQueryData<HistoryRead<T>>(queryKey);
      const done = await requestLimit?.take(signal);
      const requestAddress = isOfRange ? address() : address;
      return readHistory(slug, requestAddress, decode, earlier, signal).finally(done);
    },
    // Shows the data of the previous window until those of the new window are read.
    placeholderData: (before, query) => (query && isOf(query.queryKey, slug, name) ? before : undefined),
    ...asDue,
    ...(isOfRange && withoutOwnTimer(pauses.range)),
  });
}

function isOf([, ofSlug, named]: readonly unknown[], slug: string, name: string): boolean {
  return ofSlug === slug && named === name;
}

export const nothing: HistoryRead<never> = { value: null, failure: null, dueAt: 0 };

/** Encodes a name from a service for a URL. `toWellFormed` avoids an error for lone surrogates. */
export function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

export function named(kind: ChangedKind, key: string): string {
  return `&kind=${kind}&key=${encodedName(key)}`;
}

export function searchOf({ from, to }: Window, more = ''): string {
  return `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}${more}`;
}

/** Milliseconds after the first recorded poll in which the first polls of further endpoints are recorded. */
const firstPolls = 60_000;

/**
 * Returns the milliseconds until the next request for the states while first polls are still being recorded.
 * The states then change with each poll. Returns `null` after that.
 */
export function pauseBeforeFirstPoll({ data }: HistoryStates): number | null {
  const begins = data.filter(
    ({ recording, since, knownUntil }) =>
      recording &&
      (since === null || knownUntil === null || Date.parse(knownUntil) - Date.parse(since) < firstPolls),
  );
  if (begins.length === 0) return null;
  return Math.max(leastPause, 1000 * Math.min(...begins.map(({ poll }) => poll)));
}

/**
 * Reads the state of the history record for all deployments.
 * @param isWanted - whether to request it; `false` until a verdict is on screen.
 */
export function useHistoryStates(isWanted: boolean): HistoryRead<HistoryStates> {
  const { data } = useQuery({
    ...historyQuery('', 'states', '', decodeHistoryStates),
    ...withoutOwnTimer<HistoryStates>(pauses.range, pauseBeforeFirstPoll),
    enabled: isWanted,
  });
  return data ?? nothing;
}

export function useStrips(
  slug: string,
  kind: SubjectKind,
  of: Spanned,
  isWanted: boolean,
): HistoryRead<StripsResponse> {
  const address = addressOf(slug, of, (window) => `/strips${searchOf(window, `&kind=${kind}`)}`);
  const query = historyQuery(slug, `strips ${kind} ${nameOf(of)}`, address, decodeStrips);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}

export function useCoverage(
  slug: string,
  of: Spanned,
  isWanted: boolean,
): HistoryRead<Windowed<CoverageEntry>> {
  const address = addressOf(slug, of, (window) => `/sight${searchOf(window)}`);
  const { data } = useQuery({
    ...historyQuery(slug, `sight ${nameOf(of)}`, address, decodeCoverage),
    enabled: isWanted,
  });
  return data ?? nothing;
}

/** Reads the recorded changes of a window, at most 200. */
export function useRecordedChanges(
  slug: string,
  of: Spanned,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  const address = addressOf(slug, of, (window) => `/changes${searchOf(window, '&limit=200')}`);
  const { data } = useQuery({
    ...historyQuery(slug, `changes ${nameOf(of)}`, address, decodeChanges),
    enabled: isWanted,
  });
  return data ?? nothing;
}
