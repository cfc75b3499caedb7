/** One way to be wrong: a switch of the fault server. */

import type { Socket } from 'node:net';
import type { Override } from '../double.ts';
import type { ListName } from '../double-data.ts';

/** What an endpoint answers about: a list, or the status document. */
export type Subject = ListName | 'status';

export const lists: readonly ListName[] = ['regions', 'nodes', 'buckets', 'assets', 'applications', 'events'];
export const subjects: readonly Subject[] = ['status', ...lists];

/** What a mode may need to know of the server it runs in. */
export interface Surroundings {
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** Where nobody may ever be sent. */
  readonly trapUrl: string;
  /** The size of a body that its reader still takes, bytes. */
  readonly bodyLimit: number;
}

export interface Mode {
  readonly name: string;
  /** Rows of section 4 of the reliability requirements. */
  readonly rows: readonly string[];
  /** What the endpoint does, one clause. */
  readonly says: string;
  /** What it can be put on. */
  readonly on: readonly Subject[];
  /** Nothing of such an answer may be believed. */
  readonly unreadable: boolean;
  /** Seconds until the next request is due where that is not for the document's lifetimes or for failures to say. */
  readonly due?: number;
  /** Makes what the endpoint does from now on. */
  readonly start: (surroundings: Surroundings) => Override | (() => Override);
}

type About = Pick<Mode, 'name' | 'rows' | 'says'> & Partial<Mode>;
type Start = Override | Mode['start'];

function mode(about: About, start: Start, unreadable: boolean): Mode {
  return { on: subjects, unreadable, ...about, start: typeof start === 'function' ? start : () => start };
}

/** A mode whose answers are none. */
export function broken(name: string, rows: string, says: string, start: Start, more: Partial<Mode> = {}): Mode {
  return mode({ name, rows: rows.split(' '), says, ...more }, start, true);
}

/** A mode whose answers can be read, whatever is odd about them. */
export function odd(name: string, rows: string, says: string, start: Start, more: Partial<Mode> = {}): Mode {
  return mode({ name, rows: rows.split(' '), says, ...more }, start, false);
}

/** Does one thing, then another, and so on from the start. */
export function inTurn(...overrides: readonly Override[]): () => Override {
  let count = 0;
  return () => {
    const override = overrides[count % overrides.length] ?? {};
    count += 1;
    return override;
  };
}

/** Writes text in place of an answer and ends the connection. */
export function raw(make: (body: string) => string): Pick<Override, 'wire'> {
  return { wire: (socket, body) => socket.end(make(body)) };
}

/** The head of an answer that says it is JSON. */
export function head(...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
}

export function withLength(body: string, ...lines: readonly string[]): string {
  return `${head(`Content-Length: ${Buffer.byteLength(body)}`, ...lines)}${body}`;
}

/** Calls back every so many milliseconds for as long as the connection lives. */
export function whileOpen(socket: Socket, milliseconds: number, write: () => void): void {
  const timer = setInterval(write, milliseconds);
  socket.once('close', () => clearInterval(timer));
  socket.on('error', () => undefined);
}

/** Never allowed on a screen: what only a client that believes what it must not can know. */
export const forged = 'forged-answer';
