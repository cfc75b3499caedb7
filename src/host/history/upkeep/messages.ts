/**
 * Messages between commands and the host, over a socket in the data folder that only its owner can use. One line of
 * JSON each way.
 */

import { join } from 'node:path';
import { z } from 'zod';

export const upkeepRequest = z.discriminatedUnion('ask', [
  /** Copies the record into a new file. An absolute path. */
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

/** Characters per line. */
export const longestLine = 64 * 1024;

export function socketIn(folder: string): string {
  return join(folder, 'edgewatch.sock');
}
