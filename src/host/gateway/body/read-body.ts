/** Reads a response body within limits and checks that it is one JSON document. */

import type { Readable } from 'node:stream';
import { type Body, Collector, partsOf } from './body.ts';
import { type Flaw, JsonScan } from './json-scan.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Position of the first fault in a JSON text. Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  /** Column in UTF-16 units. */
  readonly column: number;
  readonly isEnd: boolean;
}

export type ReadBody =
  | { readonly kind: 'whole'; readonly body: Body }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'flawed'; readonly flaw: 'nothing there' | 'too deep' }
  | { readonly kind: 'flawed'; readonly flaw: 'not JSON'; readonly place: Place };

/**
 * Reads a body and checks it.
 * @param source - destroyed early if the body can no longer become valid.
 */
export async function readBody(source: Readable, maximumBytes: number): Promise<ReadBody> {
  const scan = new JsonScan();
  const collector = new Collector();
  let bytes = 0;
  try {
    for await (const part of source) {
      // Streams without a text encoding set yield bytes.
      const chunk = part as Uint8Array;
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) return { kind: 'too-large' };
      await yieldToEventLoop(chunk.byteLength);
      scan.take(chunk);
      await collector.add(chunk);
      if (scan.isAstray()) break;
    }
    const flaw = scan.flaw();
    if (flaw === null) return { kind: 'whole', body: await collector.end() };
    if (typeof flaw === 'string') return { kind: 'flawed', flaw };
    return { kind: 'flawed', flaw: 'not JSON', place: await placeOf(flaw, await collector.end(), bytes) };
  } finally {
    collector.drop();
  }
}

const newLine = 0x0a;
const mark = [0xef, 0xbb, 0xbf];

async function placeOf({ after }: Exclude<Flaw, string>, body: Body, bytes: number): Promise<Place> {
  let line = 1;
  let units = 0;
  let from = 0;
  for await (const part of partsOf(body)) {
    await yieldToEventLoop(part.byteLength);
    const isMarked = from === 0 && mark.every((byte, index) => byte === part[index]);
    for (const byte of part.subarray(isMarked ? mark.length : 0, after - from)) {
      if (byte === newLine) {
        line += 1;
        units = 0;
      } else if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2;
    }
    from += part.byteLength;
    if (from >= after) break;
  }
  return { line, column: units + 1, isEnd: after === bytes };
}
