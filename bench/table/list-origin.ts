/** Messages to and from the list server. */

export interface ListOrder {
  readonly count: number;
  readonly files: readonly { readonly path: string; readonly type: string; readonly content: string }[];
}

export interface ListOrigin {
  readonly origin: string;
  readonly bytes: number;
}

/** Below this path the list has a short lifetime, so that it is replaced during a visit. */
export const replacedBase = '/replaced';
