/** Fault modes: JSON of another shape (docs/understand/untrusted-responses.md, “Shape”). */

import type { Override } from '../double.ts';
import { type Body, list, pagination, rowsOf } from '../edits.ts';
import { broken, inTurn, lists, odd, type Subject } from './mode.ts';

const status: readonly Subject[] = ['status'];
const withParameters: readonly Subject[] = ['buckets', 'assets', 'nodes'];
const withIds: readonly Subject[] = ['nodes', 'buckets', 'assets', 'applications', 'events'];
const onLists = { on: lists };
const onStatus = { on: status };

function parts(change: (rows: Body[]) => readonly unknown[]): Pick<Override, 'edit'> {
  return {
    edit: (body) => {
      const { components } = body;
      if (!Array.isArray(components)) return list(change(rowsOf(body)), body);
      return { ...body, components: change(components.map((part: unknown) => ({ ...Object(part) }))) };
    },
  };
}

/** Changes only the second row, so that a test can see that the other rows survive. */
function second(change: (row: Body) => unknown) {
  return parts((rows) => rows.map((row, index) => (index === 1 ? change(row) : row)));
}

const wrong = [null, true, 7, 'text', [], {}, [[]], { a: { b: 1 } }];

function everyFieldWrong(row: Body): Body {
  return Object.fromEntries(Object.keys(row).map((name, index) => [name, wrong[index % wrong.length]]));
}

function everyField(row: Body, value: unknown): Body {
  return Object.fromEntries(Object.keys(row).map((name) => [name, value]));
}

function counted(make: (row: Body, index: number, count: number) => Body): () => Override {
  let count = 0;
  return () => {
    count += 1;
    const now = count;
    return parts((rows) => rows.map((row, index) => make(row, index, now)));
  };
}

const identifiers = ['../..', 'a/b', '?x=1#y', ' ', '%2e%2e%2f', '//host/x', 'a b', '__proto__', ''];

function renamed(field: string, values: readonly string[]) {
  return parts((rows) => rows.map((row, index) => ({ ...row, [field]: values[index % values.length] })));
}

export const shapeModes = [
  odd('wrong-types', 'A24', 'sends fields of other types in one item', second(everyFieldWrong)),
  odd(
    'missing-fields',
    'A24',
    'sends one item without fields',
    second(() => ({})),
  ),
  odd(
    'null-fields',
    'A24',
    'sends one item of nulls',
    second((row) => everyField(row, null)),
  ),
  odd(
    'items-not-objects',
    'A24',
    'sends items that are no objects',
    parts((rows) => [...rows, null, 1, 'x', [], true]),
  ),
  odd('extra-fields', 'A25', 'sends more than is documented', {
    edit: (body) => ({ next: 'cursor', ...body, constructor: 1, toString: null, extra: { a: [1] } }),
  }),
  broken(
    'no-data',
    'A26',
    'sends a list without data',
    { edit: (body) => ({ ...body, data: undefined }) },
    onLists,
  ),
  broken('data-object', 'A26', 'sends an object as data', { edit: (body) => ({ ...body, data: {} }) }, onLists),
  broken('data-null', 'A26', 'sends null as data', { edit: (body) => ({ ...body, data: null }) }, onLists),
  broken(
    'not-a-list',
    'A26',
    'calls its list something else',
    { edit: (body) => ({ ...body, object: 'page' }) },
    onLists,
  ),
  odd(
    'no-pagination',
    'A26',
    'says nothing of pages',
    { edit: (body) => ({ ...body, pagination: undefined }) },
    onLists,
  ),
  odd(
    'no-components',
    'A27',
    'lists no components',
    parts(() => []),
    onStatus,
  ),
  odd(
    'a-thousand-components',
    'A27',
    'lists 1,000 components',
    parts(() => Array.from({ length: 1000 }, (_, index) => ({ name: `Part ${index}`, status: 'operational' }))),
    onStatus,
  ),
  odd('names-repeat', 'A28', 'gives all components one name', renamed('name', ['API']), onStatus),
  odd(
    'names-change-case',
    'A28',
    'writes names otherwise each time',
    () =>
      inTurn(
        parts((rows) => rows.map((row) => ({ ...row, name: String(row['name']).toUpperCase() }))),
        parts((rows) => rows.map((row) => ({ ...row, name: String(row['name']).toLowerCase() }))),
      ),
    onStatus,
  ),
  odd(
    'parts-come-and-go',
    'A28',
    'leaves every other part out, each time others',
    () =>
      inTurn(
        parts((rows) => rows.filter((_, index) => index % 2 === 0)),
        parts((rows) => rows.filter((_, index) => index % 2 === 1)),
      ),
    { on: ['status', 'regions', 'nodes'] },
  ),
  odd(
    'duplicate-rows',
    'A29',
    'sends every row twice',
    parts((rows) => [...rows, ...rows]),
    onLists,
  ),
  odd('one-id', 'A29', 'gives all rows one id', renamed('id', ['nod_00000000000000']), { on: withIds }),
  odd('odd-ids', 'A30', 'sends ids that are paths and queries', renamed('id', identifiers), { on: withIds }),
  odd('odd-codes', 'A30', 'sends codes that are paths and queries', renamed('code', identifiers), {
    on: ['regions'],
  }),
  odd(
    'unknown-codes',
    'A31',
    'names regions that no list has',
    parts((rows) => rows.map((row, index) => ({ ...row, pop: `zz${'abc'[index % 3]}9`, region: 'zzz9' }))),
    { on: ['nodes', 'buckets'] },
  ),
  odd(
    'more-but-none',
    'A32',
    'sends no rows and says that there are more',
    { edit: (body) => ({ ...list([], body), pagination: { limit: 100, count: 0, has_more: true } }) },
    onLists,
  ),
  odd(
    'always-more',
    'A33',
    'says that there is more whatever is asked',
    { edit: pagination('has_more', true) },
    onLists,
  ),
  odd('wrong-count', 'A34', 'counts other rows than it sends', { edit: pagination('count', 9999) }, onLists),
  odd('more-than-limit', 'A34', 'sends more rows than its limit', { edit: pagination('limit', 2) }, onLists),
  odd('odd-limit', 'A34', 'calls its limit “many”', { edit: pagination('limit', 'many') }, onLists),
  odd(
    'odd-pagination',
    'A34',
    'sends a list as pagination',
    { edit: (body) => ({ ...body, pagination: [1] }) },
    onLists,
  ),
  odd(
    'filter-ignored',
    'A35',
    'ignores limit and region',
    { ignores: ['limit', 'region'] },
    { on: withParameters },
  ),
  odd('order-changes', 'A36', 'sends its parts in another order each time', () =>
    inTurn(
      {},
      parts((rows) => rows.toReversed()),
    ),
  ),
  odd(
    'ids-change',
    'A36',
    'gives new ids each time',
    () =>
      counted((row, index, count) => ({ ...row, id: `new_${String(count * 1000 + index).padStart(14, '0')}` })),
    { on: withIds },
  ),
];
