/** What the host and its checking thread say to each other; `body` is the number that the host gave a body. */

import type { AskedList, CheckedBody } from './body-check.ts';

export type ToThread =
  | { readonly kind: 'open'; readonly body: number; readonly list: AskedList | null }
  | { readonly kind: 'part'; readonly body: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** All of it has been sent: {@link FromThread}. */
  | { readonly kind: 'end'; readonly body: number }
  | { readonly kind: 'drop'; readonly body: number };

export interface FromThread {
  readonly body: number;
  readonly checked: CheckedBody;
}
