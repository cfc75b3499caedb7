/** Checks a body while it comes: whether it is a JSON document and, of a list, what its rows are as columns. */

import type { Asked } from '../contract/decode-list.ts';
import type { EndpointPath } from '../contract/endpoints.ts';
import type { ListResource } from '../contract/resources.ts';
import { QuickReader } from '../domain/columns/quick-rows.ts';
import { packList } from '../domain/columns/read-list.ts';
import { JsonScan } from './json-scan.ts';

/** What a list was asked for with. */
export interface AskedList {
  readonly resource: ListResource;
  readonly path: EndpointPath;
  readonly asked: Asked;
}

export interface CheckedBody {
  readonly isJson: boolean;
  /** A list, packed (domain/columns/packed-rows.ts); `null` where nobody wants it, or there is something to say of its rows. */
  readonly columns: Uint8Array<ArrayBuffer> | null;
}

export class BodyCheck {
  readonly #scan = new JsonScan();
  #unscanned: Uint8Array[] = [];
  readonly #list: AskedList | null;
  readonly #rows: QuickReader | null;

  /** @param list - what was asked for, where it is wanted as columns. */
  constructor(list: AskedList | null) {
    this.#list = list;
    this.#rows = list && new QuickReader(list.resource);
  }

  take(part: Uint8Array): void {
    this.#unscanned.push(part);
    this.#rows?.take(part);
    // What is read row by row is JSON as far as that goes.
    if (this.#rows?.hasGivenUp ?? true) this.#scanAll();
  }

  end(): CheckedBody {
    const columns = this.#rows && this.#list ? packList(this.#rows, this.#list) : null;
    if (columns) return { isJson: true, columns };
    this.#scanAll();
    return { isJson: this.#scan.isWhole(), columns };
  }

  #scanAll(): void {
    for (const part of this.#unscanned) this.#scan.take(part);
    this.#unscanned = [];
  }
}
