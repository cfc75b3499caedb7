/** A request at the gate, with what it says about its viewer. */

import type { Forwarded } from '../http/forwarded.ts';
import type { CookiePlace } from './cookies.ts';

export interface ViewerRequest {
  readonly request: Request;
  readonly cookies: string | null;
  readonly forwarded: Forwarded;
  readonly path: string;
  readonly place: CookiePlace;
}
