/** Counts the connections of clients to the host, and decides which one is closed when there are too many. */

import type { Socket } from 'node:net';
import { isTooLong, isTooSlow, Pace, type PaceLimits } from './pace.ts';
import type { SecuredResponse } from './secured-response.ts';

export interface ConnectionLimits extends PaceLimits {
  /** Maximum number of connections from one client address, idle ones not counted. */
  readonly ofAnAddress: number;
  readonly inAll: number;
}

export interface Seat {
  readonly address: string;
  /** Monotonic milliseconds at which `state` began. */
  readonly since: number;
  /** `waiting`: the head of the first request has not arrived. */
  readonly state: 'waiting' | 'busy' | 'idle';
}

/** Maximum milliseconds in which an honest client sends the head of its request, or its next request. */
const honestDelay = 1_000;

/**
 * Decides whether a new connection from `address` is accepted: `free`, `none`, or the connection that has to
 * be closed for it. First choice is the longest idle one, then one whose head is late, then one of the
 * address that has the most connections. Last is one that has just become idle: its client may be about to
 * send the next request.
 * @param seats - all open connections.
 */
export function roomFor<T extends Seat>(
  address: string,
  seats: readonly T[],
  { ofAnAddress, inAll }: Pick<ConnectionLimits, 'ofAnAddress' | 'inAll'>,
  now: number,
): 'free' | 'none' | T {
  let taken = 0;
  let ofAddress = 0;
  let idle: T | null = null;
  let late: T | null = null;
  let lateOfAddress: T | null = null;
  const earlier = (one: T | null, other: T) => (one && one.since <= other.since ? one : other);
  for (const seat of seats) {
    taken += 1;
    if (seat.state === 'idle') {
      idle = earlier(idle, seat);
      continue;
    }
    const isOwn = seat.address === address;
    if (isOwn) ofAddress += 1;
    if (seat.state === 'busy' || now - seat.since < honestDelay) continue;
    late = earlier(late, seat);
    if (isOwn) lateOfAddress = earlier(lateOfAddress, seat);
  }
  if (ofAddress >= ofAnAddress) return lateOfAddress ?? 'none';
  if (taken < inAll) return 'free';
  const longIdle = idle && now - idle.since >= honestDelay ? idle : null;
  return longIdle ?? late ?? waitingOfMost(address, seats) ?? idle ?? 'none';
}

/**
 * Returns the oldest waiting connection of the address with the most connections, if that has more than
 * `address`; otherwise `null`.
 */
function waitingOfMost<T extends Seat>(address: string, seats: readonly T[]): T | null {
  const counts = new Map<string, number>();
  const waiting = new Map<string, T>();
  for (const seat of seats) {
    counts.set(seat.address, (counts.get(seat.address) ?? 0) + 1);
    if (seat.state === 'waiting' && !waiting.has(seat.address)) waiting.set(seat.address, seat);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (!most || most[1] <= (counts.get(address) ?? 0) + 1) return null;
  return waiting.get(most[0]) ?? null;
}

interface OpenConnection extends Seat {
  state: Seat['state'];
  since: number;
  readonly socket: Socket;
  /** Responses in progress, with the pace of their reader. Several if the client pipelines requests. */
  readonly answers: Map<SecuredResponse, Pace>;
  last: SecuredResponse | null;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isExempt: (address: string) => boolean;
  readonly #seats = new Map<Socket, OpenConnection>();

  /**
   * @param isExempt - whether the limit of one address does not apply, as for trusted proxies, which serve
   * many clients.
   */
  constructor(limits: ConnectionLimits, isExempt: (address: string) => boolean = () => false) {
    this.#limits = limits;
    this.#isExempt = isExempt;
  }

  /**
   * Accepts a connection if there is room, and closes another one for it if necessary. @returns whether it is
   * accepted.
   */
  admit(socket: Socket): boolean {
    const { inAll, ofAnAddress } = this.#limits;
    const address = socket.remoteAddress ?? '';
    const now = performance.now();
    if (this.#seats.size >= Math.min(inAll, ofAnAddress)) {
      const own = this.#isExempt(address) ? inAll : ofAnAddress;
      const decision = roomFor(address, [...this.#seats.values()], { inAll, ofAnAddress: own }, now);
      if (decision === 'none') return false;
      if (decision !== 'free') this.#take(decision);
    }
    this.#seats.set(socket, { address, since: now, state: 'waiting', socket, answers: new Map(), last: null });
    socket.once('close', () => this.#seats.delete(socket));
    return true;
  }

  passOn(inner: Socket): void {
    const { remoteAddress, remotePort } = inner;
    const isOuter = ({ socket }: OpenConnection) =>
      socket !== inner && socket.remoteAddress === remoteAddress && socket.remotePort === remotePort;
    const outer = [...this.#seats.values()].find(isOuter);
    if (!outer) return;
    this.#seats.delete(outer.socket);
    this.#seats.set(inner, { ...outer, socket: inner });
    inner.once('close', () => this.#seats.delete(inner));
  }

  /**
   * Marks a connection as busy until `answer` is sent. Call it when the head of a request has arrived.
   * @returns false if the connection was refused, because there are too many.
   */
  begin(socket: Socket, answer: SecuredResponse): boolean {
    const seat = this.#seats.get(socket);
    if (!seat) return false;
    seat.state = 'busy';
    seat.last = answer;
    seat.answers.set(answer, new Pace(performance.now()));
    answer.on('close', () => {
      seat.answers.delete(answer);
      if (seat.answers.size > 0) return;
      seat.state = 'idle';
      seat.since = performance.now();
    });
    return true;
  }

  lastOf(socket: Socket): SecuredResponse | null {
    return this.#seats.get(socket)?.last ?? null;
  }

  /** Closes connections whose client reads too slowly. Call it every second. */
  cutSlow(): void {
    const now = performance.now();
    for (const { socket, answers: responses } of this.#seats.values()) {
      // Without the bytes that still wait in this process.
      const sent = socket.bytesWritten - socket.writableLength;
      for (const [answer, pace] of responses) {
        pace.note(now, answer.headersSent, sent);
        if (isTooLong(pace, now, this.#limits) || isTooSlow(pace, socket.writableLength, this.#limits))
          socket.destroy();
        // Pipelined responses wait for the first one.
        break;
      }
    }
  }

  #take({ socket }: OpenConnection): void {
    this.#seats.delete(socket);
    socket.destroy();
  }
}
