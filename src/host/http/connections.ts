/** Who holds a connection of the host, and whom it is taken from where there are too many. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTooLong, isTooSlow, Pace, type PaceLimits } from './pace.ts';

export interface ConnectionLimits extends PaceLimits {
  /** Connections of one address, idle ones apart. */
  readonly ofAnAddress: number;
  readonly inAll: number;
}

export interface Seat {
  readonly address: string;
  /** Milliseconds of a monotonic clock at which it got into its state. */
  readonly since: number;
  /** `waiting` for the head of its first request. */
  readonly state: 'waiting' | 'busy' | 'idle';
}

/** An honest client has sent the head of its request by then, and its next one if it is about to, milliseconds. */
const shortly = 1_000;

/**
 * What a further connection finds: room, the seat of another that has to go, or none. Idle ones go first, the longest
 * idle before all, then those that owe a head, then one of whoever holds the most, and at last one that was answered just
 * now: its client is about to ask again.
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
    if (seat.state === 'busy' || now - seat.since < shortly) continue;
    late = earlier(late, seat);
    if (isOwn) lateOfAddress = earlier(lateOfAddress, seat);
  }
  if (ofAddress >= ofAnAddress) return lateOfAddress ?? 'none';
  if (taken < inAll) return 'free';
  const rested = idle && now - idle.since >= shortly ? idle : null;
  return rested ?? late ?? owedByMost(address, seats) ?? idle ?? 'none';
}

/** The longest owed head of the address that holds the most, where that holds more than another one. */
function owedByMost<T extends Seat>(address: string, seats: readonly T[]): T | null {
  const held = new Map<string, number>();
  const owing = new Map<string, T>();
  for (const seat of seats) {
    held.set(seat.address, (held.get(seat.address) ?? 0) + 1);
    if (seat.state === 'waiting' && !owing.has(seat.address)) owing.set(seat.address, seat);
  }
  const [most] = [...held].toSorted(([, one], [, other]) => other - one);
  if (!most || most[1] <= (held.get(address) ?? 0) + 1) return null;
  return owing.get(most[0]) ?? null;
}

interface Held extends Seat {
  state: Seat['state'];
  since: number;
  readonly socket: Socket;
  /** Answers under way; more than one where a client did not wait for the first. */
  readonly answers: Map<ServerResponse, Pace>;
  last: ServerResponse | null;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isExempt: (address: string) => boolean;
  readonly #seats = new Map<Socket, Held>();

  /** @param isExempt - addresses that stand for many clients: proxies of ours. */
  constructor(limits: ConnectionLimits, isExempt: (address: string) => boolean = () => false) {
    this.#limits = limits;
    this.#isExempt = isExempt;
  }

  /** Gives a connection its seat, if need be another's. @returns whether there is one. */
  admit(socket: Socket): boolean {
    const { inAll, ofAnAddress } = this.#limits;
    const address = socket.remoteAddress ?? '';
    const now = performance.now();
    if (this.#seats.size >= Math.min(inAll, ofAnAddress)) {
      const own = this.#isExempt(address) ? inAll : ofAnAddress;
      const room = roomFor(address, [...this.#seats.values()], { inAll, ofAnAddress: own }, now);
      if (room === 'none') return false;
      if (room !== 'free') this.#take(room);
    }
    this.#seats.set(socket, { address, since: now, state: 'waiting', socket, answers: new Map(), last: null });
    socket.once('close', () => this.#seats.delete(socket));
    return true;
  }

  /** Leaves the seat of a connection to the encrypted one in it, of the same client. */
  passOn(inner: Socket): void {
    const { remoteAddress, remotePort } = inner;
    const isOuter = ({ socket }: Held) =>
      socket !== inner && socket.remoteAddress === remoteAddress && socket.remotePort === remotePort;
    const outer = [...this.#seats.values()].find(isOuter);
    if (!outer) return;
    this.#seats.delete(outer.socket);
    this.#seats.set(inner, { ...outer, socket: inner });
    inner.once('close', () => this.#seats.delete(inner));
  }

  /** Whether a socket has a seat; one that was refused may still send requests. */
  has(socket: Socket): boolean {
    return this.#seats.has(socket);
  }

  /** A request has come whole. */
  begin(socket: Socket, answer: ServerResponse): void {
    const seat = this.#seats.get(socket);
    if (!seat) return;
    seat.state = 'busy';
    seat.last = answer;
    seat.answers.set(answer, new Pace(performance.now()));
    answer.once('close', () => {
      seat.answers.delete(answer);
      if (seat.answers.size > 0) return;
      seat.state = 'idle';
      seat.since = performance.now();
    });
  }

  /** The answer to what was asked last on a connection. */
  lastOf(socket: Socket): ServerResponse | null {
    return this.#seats.get(socket)?.last ?? null;
  }

  /** Cuts those who take an answer too slowly; to be called every second. */
  cutSlow(): void {
    const now = performance.now();
    for (const { socket, answers } of this.#seats.values()) {
      // What waits here is not with the client.
      const sent = socket.bytesWritten - socket.writableLength;
      for (const [answer, pace] of answers) {
        pace.note(now, answer.headersSent, sent);
        if (isTooLong(pace, now, this.#limits) || isTooSlow(pace, socket.writableLength, this.#limits))
          socket.destroy();
        // Those behind it wait for it.
        break;
      }
    }
  }

  #take({ socket }: Held): void {
    this.#seats.delete(socket);
    socket.destroy();
  }
}
