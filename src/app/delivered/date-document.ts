/**
 * Finds the age of an HTML document that a shared cache may have stored. A document cannot read its own headers, and
 * not every cache sends `Age`. So the host's time in the document is compared with that of a newer response.
 */

import { responseHeaders } from '#domain/answer/answer.ts';
import { grace } from '#domain/answer/poll.ts';
import { clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import { hostStampOf } from '#domain/answer/stamps.ts';
import { now } from '../ui/time/clock.ts';
import { hostAddress } from './base.ts';
import { dateDocument } from './delivered.ts';

/** Milliseconds for which the newer response, too, may have been stored (host/routes/shared-responses.ts). */
const longestStored = 2_000;
/** Milliseconds to wait for the newer response. */
const patience = 2_000;

/** Returns the age of the document in milliseconds, at least; `null` if a time is missing. */
function ageOf(documentServed: unknown, newer: number | undefined): number | null {
  const age = (newer ?? Number.NaN) - Date.parse(String(documentServed));
  // The newer response may come from another copy, but not from another time.
  return Math.abs(age) <= grace ? Math.max(0, age) : null;
}

function dropOld(): void {
  dateDocument(null, unknownClocks);
  document.querySelector('.host-drawn')?.remove();
}

/**
 * Dates the document, and sets the difference to the host's clock. A document of unknown age, or older than 10 s, loses
 * its responses and its server-rendered screen.
 */
export async function findDocumentTime(documentServed: unknown): Promise<void> {
  const requestedAt = now();
  try {
    const response = await fetch(hostAddress('config.json'), {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const headersAt = now();
    // Unread, a body would close the connection.
    response.text().catch(() => undefined);
    const headers = responseHeaders((name) => response.headers.get(name));
    const { host } = clocksAfterResponse(unknownClocks, headers, { requestedAt, headersAt });
    const age = ageOf(documentServed, hostStampOf(headers)?.at);
    if (age === null) dropOld();
    else dateDocument(headersAt - age - longestStored, { ...unknownClocks, host });
  } catch {
    dropOld();
  }
}
