import { decodeList, type ListParameters, regionField } from '#contract/decode/list.ts';
import { type Finding, refuseDepth, type UnlistedField } from '#contract/decode/row.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { parseOrExplain } from '#contract/json/flaw.ts';
import { parseJson } from '#contract/json/parse.ts';
import { type ListResource, listFields } from '#contract/resources.ts';
import type { PageFacts } from '#domain/lists/planner/page.ts';
import { factsOf } from '#domain/lists/planner/pages-of-rows.ts';
import { type Column, textAt } from '../column.ts';
import { type ColumnTable, columnTable } from '../column-table.ts';
import { ByteReader, type ByteRows } from './byte-reader.ts';

export interface ReadColumns<R extends ListResource> {
  readonly table: ColumnTable<R>;
  readonly facts: PageFacts;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

export class ListReader<R extends ListResource> {
  readonly #resource: R;
  readonly #path: EndpointPath;
  readonly #asked: ListParameters;
  /** The fast reader; `null` for assets, whose comparison with other lists needs row objects. */
  readonly #quick: ByteReader | null;
  #parts: Uint8Array[] = [];

  constructor(resource: R, path: EndpointPath, parameters: ListParameters) {
    this.#resource = resource;
    this.#path = path;
    this.#asked = parameters;
    this.#quick = resource === 'asset' ? null : new ByteReader(resource);
  }

  take(part: Uint8Array): void {
    this.#parts.push(part);
    this.#quick?.take(part);
  }

  /**
   * Ends the list and returns its rows as columns.
   * @throws SyntaxError or ContractError if the body is not a list.
   */
  end(): ReadColumns<R> {
    return this.readQuickly() ?? readWhole(this.#resource, this.#path, this.#text(), this.#asked);
  }

  /** Ends the list and returns the result of the fast reader; `null` if the list would have findings. */
  readQuickly(): ReadColumns<R> | null {
    const read = this.#quick?.end();
    return read ? columnsOf(read, this.#resource, this.#path, this.#asked) : null;
  }

  #text(): string {
    const decoder = new TextDecoder();
    const text = this.#parts.map((part) => decoder.decode(part, { stream: true })).join('');
    this.#parts = [];
    return text + decoder.decode();
  }
}

export function readWhole<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  text: string,
  parameters: ListParameters,
): ReadColumns<R> {
  const body = parseOrExplain(text);
  refuseDepth(body);
  const answer = decodeList(endpointAt(path), resource, body, parameters);
  const { findings, unlisted } = answer;
  return { table: columnTable(resource, answer.rows), facts: factsOf(answer), findings, unlisted };
}

function columnsOf<R extends ListResource>(
  { count, columns, envelope }: ByteRows,
  resource: R,
  path: EndpointPath,
  parameters: ListParameters,
): ReadColumns<R> | null {
  const code = regionField(resource);
  const regions = code === null ? null : countRegions(columns.get(code), count);
  if (
    parameters.region !== undefined &&
    regions &&
    [...regions.keys()].some((each) => each !== parameters.region)
  )
    return null;
  let body: unknown;
  try {
    body = parseJson(envelope);
    refuseDepth(body);
  } catch {
    return null;
  }
  const { pagination, findings, unlisted, rows } = decodeList(
    endpointAt(path),
    resource,
    body,
    parameters,
    count,
  );
  if (rows.length > 0) return null;
  const inOrder = Object.keys(listFields[resource]).flatMap((name) => {
    const column = columns.get(name);
    return column ? [[name, column] as const] : [];
  });
  return {
    table: { resource, count, columns: Object.fromEntries(inOrder), flaws: new Map() },
    facts: { count, pagination, repeated: 0, regions, ids: null, likeness: null },
    findings,
    unlisted,
  };
}

function countRegions(column: Column | undefined, count: number): ReadonlyMap<string | null, number> {
  const regions = new Map<string | null, number>();
  if (column?.kind === 'few') {
    const counts = new Uint32Array(column.values.length);
    for (let row = 0; row < count; row += 1) {
      const code = column.codes[row] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    for (const [code, value] of column.values.entries()) regions.set(value, counts[code] ?? 0);
  } else if (column?.kind === 'pool')
    for (let row = 0; row < count; row += 1) {
      const value = textAt(column, row);
      regions.set(value, (regions.get(value) ?? 0) + 1);
    }
  return regions;
}
