/**
 * What the host has recorded, as far as there is a host that records: one query an answer (docs/understand/history-api.md). A host without
 * a record, or plain files, is found out once, and asked no further.
 */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { hostAddress } from '#app/delivered/base.ts';
import { hostNow, now, setHostClock } from '#app/ui/time/clock.ts';
import { Semaphore } from '#client/semaphore.ts';
import {
  decodeChanges,
  decodeHistoryStates,
  decodeSight,
  decodeStrips,
  HistoryFormError,
} from '#contract/decode/history.ts';
import type {
  ChangedKind,
  ChangeEntry,
  HistoryStates,
  SightEntry,
  StripsAnswer,
  SubjectKind,
  Windowed,
} from '#contract/history.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { answerHeaders } from '#domain/answer/answer.ts';
import { clocksAfterResponse, skewOfService, unknownClocks } from '#domain/answer/service-clock.ts';
import type { Window } from '#domain/history/shares.ts';
import { type Range, windowOf } from '#domain/history/windows.ts';
import { historyKey } from './keys.ts';

/** `no-host`: nothing there keeps a record. `off`: it does not of this deployment. `paused`: of none now. */
export type HistoryFailureKind = 'no-host' | 'off' | 'paused' | 'unreachable' | 'failing';

export interface HistoryFailure {
  readonly kind: HistoryFailureKind;
  /** A clause. */
  readonly why: string;
}

/** The last good answer, and the failure after it. */
export interface HistoryRead<T> {
  readonly value: T | null;
  readonly failure: HistoryFailure | null;
  /** Epoch milliseconds at which it is asked for again. */
  readonly dueAt: number;
  /** When the value was read, by the clock of the host. */
  readonly readAt?: number;
}

/** A window, or a range whose window is that at the time of the request. */
export type Spanned = Window | Range;

function nameOf(of: Spanned): string {
  return typeof of === 'string' ? of : `${of.to - of.from}`;
}

/** @param address - of a window. */
export function addressOf(of: Spanned, address: (window: Window) => string): string | (() => string) {
  return typeof of === 'string' ? () => address(windowOf(of, hostNow())) : address(of);
}

/** Milliseconds between two requests for what a range shows (history-refresh.ts). */
export const refreshPause = 120_000;

/** Milliseconds. */
const patience = 15_000;
const leastPause = 5_000;
const pauseAfterFailure = 30_000;
const pauseWithoutHost = 5 * 60_000;

/** For what a page asks as often as it has rows: status and lists must find a connection beside them. */
export const turns = new Semaphore(2);

class HistoryUnavailable extends Error {
  readonly kind: HistoryFailureKind;

  constructor(kind: HistoryFailureKind, why: string) {
    super(why);
    this.kind = kind;
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return null;
  return response.json().catch(() => null);
}

function refused(status: number, body: unknown): HistoryUnavailable {
  const fields = isPlainObject(body) ? body : {};
  if (fields['code'] === 'not-observed')
    return new HistoryUnavailable('off', 'this deployment is not observed');
  if (status === 503 && typeof fields['reason'] === 'string')
    return new HistoryUnavailable('paused', `nothing is recorded: ${fields['reason'].slice(0, 40)}`);
  if (status === 404) return new HistoryUnavailable('no-host', 'there is no record here');
  return new HistoryUnavailable('failing', `the host answers ${status}`);
}

function failureOf(cause: unknown): HistoryFailure {
  if (cause instanceof HistoryUnavailable) return { kind: cause.kind, why: cause.message };
  if (cause instanceof HistoryFormError)
    return { kind: 'failing', why: `the host’s answer cannot be read, ${cause.message}` };
  return { kind: 'unreachable', why: 'the host does not answer' };
}

function pauseAfter({ kind }: HistoryFailure): number {
  return kind === 'no-host' || kind === 'off' ? pauseWithoutHost : pauseAfterFailure;
}

let hostClocks = unknownClocks;

/** The record is dated by the host's clock, whose difference from ours its responses teach. */
function noteClock({ headers }: Response, requestedAt: number, headersAt: number): void {
  const response = { headers: answerHeaders((name) => headers.get(name)), isStatus: true };
  hostClocks = clocksAfterResponse(hostClocks, response, { requestedAt, headersAt });
  setHostClock(skewOfService(hostClocks));
}

async function askHistory<T>(address: string, decode: (body: unknown) => T, signal: AbortSignal) {
  const askedAt = now();
  const response = await fetch(hostAddress(address), {
    headers: { accept: 'application/json' },
    // A proxy in front of the host may redirect to a log-in page elsewhere.
    redirect: 'manual',
    // An answer from the browser's cache would have an old `Date`.
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  });
  const headersAt = now();
  const body = await bodyOf(response);
  if (!response.ok) throw refused(response.status, body);
  noteClock(response, askedAt, headersAt);
  // A server of plain files answers every address with the page.
  if (body === null) throw new HistoryUnavailable('no-host', 'there is no record here');
  const seconds = /\bmax-age=(\d{1,6})\b/.exec(response.headers.get('cache-control') ?? '')?.[1];
  return {
    value: decode(body),
    readAt: hostNow(),
    dueAt: now() + Math.max(leastPause, Number(seconds ?? 10) * 1000),
  };
}

/** Asks once. The last good value stays where it fails; it throws only once nobody wants the answer any more. */
export async function readHistory<T>(
  slug: string,
  address: string,
  decode: (body: unknown) => T,
  earlier: T | null,
  signal: AbortSignal,
): Promise<HistoryRead<T>> {
  try {
    const path = `history${slug === '' ? '' : `/${encodeURIComponent(slug)}`}${address}`;
    return { ...(await askHistory(path, decode, signal)), failure: null };
  } catch (cause) {
    if (signal.aborted) throw cause;
    const failure = failureOf(cause);
    return { value: earlier, failure, dueAt: now() + pauseAfter(failure) };
  }
}

/** When what the record says is asked for again. */
export const asDue = {
  // Windows move on by the minute, and none of the past is shown again.
  gcTime: 30_000,
  staleTime: ({ state }: { readonly state: { readonly data: HistoryRead<unknown> | undefined } }) =>
    state.data && state.data.dueAt > now() ? Number.POSITIVE_INFINITY : 0,
  refetchInterval: ({ state }: { readonly state: { readonly data: HistoryRead<unknown> | undefined } }) =>
    state.data ? Math.max(1_000, state.data.dueAt - now()) : (false as const),
  refetchIntervalInBackground: false,
};

/**
 * @param name - what is asked, of which one window takes the place of the one before.
 * @param turns - where many are asked at once: a browser has few connections, and status needs one.
 */
export function historyQuery<T>(
  slug: string,
  name: string,
  address: string | (() => string),
  decode: (body: unknown) => T,
  turns?: Semaphore,
) {
  const isOfRange = typeof address === 'function';
  const queryKey = historyKey(slug, name, isOfRange ? '' : address);
  return queryOptions<HistoryRead<T>, Error, HistoryRead<T>, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const earlier = client.getQueryData<HistoryRead<T>>(queryKey);
      const done = await turns?.take(signal);
      const asked = isOfRange ? address() : address;
      return readHistory(slug, asked, decode, earlier?.value ?? null, signal).finally(done);
    },
    // What stands there stays while its next window is asked for.
    placeholderData: (before, query) => (query && isOf(query.queryKey, slug, name) ? before : undefined),
    ...asDue,
    ...(isOfRange && refreshedInTurn(refreshPause)),
  });
}

/** Not requested again by a timer of its own: {@link watchHistory} does, a few a minute. */
export function refreshedInTurn(pause: number) {
  return { staleTime: pause, refetchInterval: false as const, meta: { pause } };
}

function isOf([, ofSlug, named]: readonly unknown[], slug: string, name: string): boolean {
  return ofSlug === slug && named === name;
}

export const nothing: HistoryRead<never> = { value: null, failure: null, dueAt: 0 };

/** A name that a service gave, for an address: half a character cannot stand in one. */
export function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

/** Of one subject, as a part of {@link searchOf}. */
export function named(kind: ChangedKind, key: string): string {
  return `&kind=${kind}&key=${encodedName(key)}`;
}

export function searchOf({ from, to }: Window, more = ''): string {
  return `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}${more}`;
}

/**
 * What the host says of its record, of all deployments at once.
 *
 * @param isWanted - nothing is asked before a verdict is on screen.
 */
export function useHistoryStates(isWanted: boolean): HistoryRead<HistoryStates> {
  const { data } = useQuery({
    ...historyQuery('', 'states', '', decodeHistoryStates),
    ...refreshedInTurn(refreshPause),
    enabled: isWanted,
  });
  return data ?? nothing;
}

export function useStrips(
  slug: string,
  kind: SubjectKind,
  of: Spanned,
  isWanted: boolean,
): HistoryRead<StripsAnswer> {
  const address = addressOf(of, (window) => `/strips${searchOf(window, `&kind=${kind}`)}`);
  const query = historyQuery(slug, `strips ${kind} ${nameOf(of)}`, address, decodeStrips);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}

export function useSight(slug: string, of: Spanned, isWanted: boolean): HistoryRead<Windowed<SightEntry>> {
  const address = addressOf(of, (window) => `/sight${searchOf(window)}`);
  const { data } = useQuery({
    ...historyQuery(slug, `sight ${nameOf(of)}`, address, decodeSight),
    enabled: isWanted,
  });
  return data ?? nothing;
}

/** Changes of a window, as far as one response has them. */
export function useRecordedChanges(
  slug: string,
  of: Spanned,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  const address = addressOf(of, (window) => `/changes${searchOf(window, '&limit=200')}`);
  const { data } = useQuery({
    ...historyQuery(slug, `changes ${nameOf(of)}`, address, decodeChanges),
    enabled: isWanted,
  });
  return data ?? nothing;
}
