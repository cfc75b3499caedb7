/** Messages to and from the list server (bench/table/list-server.ts). */

export interface ListOrder {
  readonly count: number;
  readonly files: readonly { readonly path: string; readonly type: string; readonly content: string }[];
}

export interface ListOrigin {
  readonly origin: string;
  readonly bytes: number;
}

/** Base path of a list with a short lifetime: the list is replaced during a visit. */
export const replacedBase = '/replaced';
