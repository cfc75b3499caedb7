/** Fetches a long list, of which its rows are on the screen already, from the host that has read it. */

import type { LargeBody } from '../large-body.ts';
import { plainRequest } from '../plain-request.ts';
import type { HostPlace } from './ask-host.ts';

/** What came is not the list that the host told of, or nobody has it any more: no other try would bring it. */
export class NotTheList extends Error {
  override readonly name = 'NotTheList';
}

/** Takes in the list itself, of so many bytes. */
export async function takeIn<T>(
  body: LargeBody<T>,
  bytes: number,
  { address, exchange, patience }: HostPlace,
  signal: AbortSignal,
): Promise<T> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const release = () => {
    leave();
    body.cancel();
  };
  signal.addEventListener('abort', release, { once: true });
  let timer = setTimeout(leave, patience);
  // However long the whole takes: its rows are on the screen.
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, patience);
  };
  try {
    const response = await exchange(address, { ...plainRequest, signal: leaving.signal });
    if (response.status === 404) throw new NotTheList('The host has let it go');
    if (response.status !== 200 || !response.body) throw new Error(`HTTP ${response.status}`);
    const reader = response.body.getReader();
    let received = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      received += part.value.byteLength;
      body.write(part.value);
    }
    clearTimeout(timer);
    if (received < bytes) throw new Error(`${received} bytes came of ${bytes}`);
    if (received > bytes) throw new NotTheList('More came than was told of');
    return await body.end().then(
      ({ value }) => value,
      (cause: unknown) => {
        throw new NotTheList(String(cause));
      },
    );
  } catch (cause) {
    body.cancel();
    throw cause;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', release);
  }
}
