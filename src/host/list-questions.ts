/** What may be asked of a list that the host holds: nothing reaches its thread that is not written here. */

import { isForHost } from '../client/held-lists/for-host.ts';
import type { HostAsk } from '../client/held-lists/host-read.ts';
import { unwritten } from '../client/held-lists/wire.ts';
import { isPlainObject } from '../contract/json.ts';
import type { ListResource } from '../contract/resources.ts';

const mostAsks = 64;
/** Fields to sort, group, filter or sum by. */
const mostFields = 32;
const mostValues = 1_000;
const mostPlaces = 20_000;

type Test = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Test>>;

const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isNumber: Test = (value) => typeof value === 'number' || typeof value === 'bigint';
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);

/** A list that may be written shorter than it is (a sparse one) is looked at only once it is known to be short. */
const listOf =
  (test: Test, most: number, least = 0): Test =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(test);

const recordOf =
  (test: Test, most: number): Test =>
  (value) =>
    isPlainObject(value) && Object.keys(value).length <= most && Object.values(value).every(test);

/** Members of these names and no others; those that are `optional` may be missing. */
const shaped =
  (needed: Shape, optional: Shape = {}): Test =>
  (value) =>
    isPlainObject(value) &&
    Object.keys(needed).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const test = Object.hasOwn(needed, name) ? needed[name] : Object.hasOwn(optional, name) && optional[name];
      return test ? test(member) : false;
    });

const question = shaped(
  {},
  {
    text: isText,
    where: recordOf(listOf(orNull(isText), mostValues), mostFields),
    between: recordOf(listOf(orNull(isNumber), 2, 2), mostFields),
    sort: listOf(shaped({ field: isText, descending: isFlag }), mostFields),
  },
);

const names = listOf(isText, mostFields);

/** Of each call but `numbers`, which is no figure of a screen. */
const calls: Readonly<Record<string, Test>> = {
  rows: shaped({ name: isText, question }),
  slice: shaped({ name: isText, question, from: isCount, to: isCount }),
  find: shaped({ name: isText, question, field: isText, value: isText, near: isNumber }),
  group: shaped({ name: isText, question, by: names, sums: names, least: isCount }),
  sum: shaped({ name: isText, question, field: isText }),
  cloud: shaped({ name: isText, question, across: isText, up: isText }),
};

/** What a region list says of a region. */
const isPlace = recordOf(orNull(isText), mostFields);

const isLookups = shaped(
  {
    places: (value) =>
      value instanceof Map &&
      value.size <= mostPlaces &&
      [...value].every(([code, place]) => isText(code) && isPlace(place)),
    words: recordOf(isText, mostValues),
  },
  {
    asOf: isNumber,
    repeated: (value) => value instanceof Set && [...value].every(isText),
  },
);

const isCall: Test = (value) => {
  if (!isPlainObject(value)) return false;
  const { name } = value;
  return typeof name === 'string' && Object.hasOwn(calls, name) && (calls[name]?.(value) ?? false);
};

const areAsks = listOf(shaped({ lookups: isLookups, call: isCall }), mostAsks, 1);

/** The questions of a page; `null` where they are none, or none for the host. */
export function questionsIn(text: string, resource: ListResource, isPlain: boolean): readonly HostAsk[] | null {
  let asks: unknown;
  try {
    asks = unwritten(text);
  } catch {
    return null;
  }
  if (!areAsks(asks)) return null;
  // As its shape says.
  const shapely = asks as readonly HostAsk[];
  return shapely.every((ask) => isForHost(resource, isPlain, ask)) ? shapely : null;
}
