/** What is said to the server of the list, and by it. */

export interface ListOrder {
  readonly count: number;
  /** The peer's page: path of its address → type and content. */
  readonly files: readonly { readonly path: string; readonly type: string; readonly content: string }[];
}

export interface ListOrigin {
  readonly origin: string;
  /** Of the list. */
  readonly bytes: number;
}

/** Below this path the list may be cached for so short a time that it is replaced while somebody looks, seconds. */
export const replacedBase = '/replaced';
