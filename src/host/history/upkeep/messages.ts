/**
 * What a command says to the host that has the record, by a socket in its folder: one line of JSON, and one for an answer.
 * The socket is its owner's alone.
 */

import { join } from 'node:path';
import { z } from 'zod';

export const upkeepRequest = z.discriminatedUnion('ask', [
  /** To copy the record into a file that is not there yet; an absolute path. */
  z.object({ ask: z.literal('backup'), file: z.string() }),
  z.object({ ask: z.literal('check') }),
  /** To say that somebody is there. */
  z.object({ ask: z.literal('hello') }),
]);
export type UpkeepRequest = z.infer<typeof upkeepRequest>;

export const upkeepAnswer = z.object({
  /** Why it could not be done. */
  failed: z.string().optional(),
  /** What a check found. */
  problems: z.array(z.string()).optional(),
});
export type UpkeepAnswer = z.infer<typeof upkeepAnswer>;

/** Characters of one line. */
export const longestLine = 64 * 1024;

export function socketIn(folder: string): string {
  return join(folder, 'edgewatch.sock');
}
