/** A mode: one kind of fault that the fault server can simulate. */

import type { Socket } from 'node:net';
import type { Override } from '../double.ts';
import type { ListName } from '../double-data.ts';

export type Subject = ListName | 'status';

export const lists: readonly ListName[] = ['regions', 'nodes', 'buckets', 'assets', 'applications', 'events'];
export const subjects: readonly Subject[] = ['status', ...lists];

export interface Surroundings {
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** URL of the trap: a server to which responses point and which no client may ever request. */
  readonly trapUrl: string;
  /** Maximum bytes of a body that the reader accepts. */
  readonly bodyLimit: number;
}

export interface Mode {
  readonly name: string;
  /** Rows of docs/understand/untrusted-responses.md that the mode covers, such as `A14`. */
  readonly rows: readonly string[];
  readonly says: string;
  readonly on: readonly Subject[];
  /** Whether no part of such a response may be used. */
  readonly unreadable: boolean;
  /**
   * Seconds until the endpoint must be polled again. Set only if that differs from the documented lifetimes
   * and the failure backoff.
   */
  readonly due?: number;
  readonly start: (surroundings: Surroundings) => Override | (() => Override);
}

type About = Pick<Mode, 'name' | 'rows' | 'says'> & Partial<Mode>;
type Start = Override | Mode['start'];

function mode(about: About, start: Start, unreadable: boolean): Mode {
  return { on: subjects, unreadable, ...about, start: typeof start === 'function' ? start : () => start };
}

/** Makes a mode whose responses are unusable. */
export function broken(name: string, rows: string, says: string, start: Start, more: Partial<Mode> = {}): Mode {
  return mode({ name, rows: rows.split(' '), says, ...more }, start, true);
}

/** Makes a mode whose responses are odd but usable. */
export function odd(name: string, rows: string, says: string, start: Start, more: Partial<Mode> = {}): Mode {
  return mode({ name, rows: rows.split(' '), says, ...more }, start, false);
}

export function inTurn(...overrides: readonly Override[]): () => Override {
  let count = 0;
  return () => {
    const override = overrides[count % overrides.length] ?? {};
    count += 1;
    return override;
  };
}

export function raw(make: (body: string) => string): Pick<Override, 'wire'> {
  return { wire: (socket, body) => socket.end(make(body)) };
}

export function head(...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
}

export function withLength(body: string, ...lines: readonly string[]): string {
  return `${head(`Content-Length: ${Buffer.byteLength(body)}`, ...lines)}${body}`;
}

export function whileOpen(socket: Socket, milliseconds: number, write: () => void): void {
  const timer = setInterval(write, milliseconds);
  socket.once('close', () => clearInterval(timer));
  socket.on('error', () => undefined);
}

/** A text in forged responses only. It must never appear on a screen. */
export const forged = 'forged-answer';
