/**
 * Messages between commands and the host. They use a socket in the data folder that only its owner can use,
 * with one line of JSON each way.
 */

import { join } from 'node:path';
import { z } from 'zod';

export const upkeepRequest = z.discriminatedUnion('ask', [
  /** Request to copy the record into a new file. `file` is its absolute path. */
  z.object({ ask: z.literal('backup'), file: z.string() }),
  z.object({ ask: z.literal('check') }),
  z.object({ ask: z.literal('hello') }),
]);
export type UpkeepRequest = z.infer<typeof upkeepRequest>;

export const upkeepAnswer = z.object({
  failed: z.string().optional(),
  problems: z.array(z.string()).optional(),
});
export type UpkeepAnswer = z.infer<typeof upkeepAnswer>;

/** Maximum characters of a message, which is one line. */
export const longestLine = 64 * 1024;

export function socketIn(folder: string): string {
  return join(folder, 'edgewatch.sock');
}
