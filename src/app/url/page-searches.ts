/** Lists the URL parameters that each page reads. `check-search.ts` reports all others. */

import { isEndpointPath } from '#contract/endpoints.ts';
import { zoneNamed } from '#domain/history/local-days.ts';
import { isMonth } from '#domain/history/report/month.ts';
import { timeIn } from '#domain/history/time-in.ts';
import { changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import { isSeverity } from '#domain/severity/severity.ts';
import { choices } from './choice.ts';
import { listSchemas } from './list-schemas.ts';
import { readView } from './map-view.ts';
import { type ListSearchSchema, longestText, longestValue } from './search.ts';

export interface PageSearch {
  readonly list?: ListSearchSchema;
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Text parameters with their maximum length in characters. */
  readonly texts?: Readonly<Record<string, number>>;
  /** Tests of values, for parameters that do not have a fixed set of options. */
  readonly values?: Readonly<Record<string, (value: string) => boolean>>;
}

const { view, size, outline, cacheMap, range, values } = choices;
const isView = (value: string) => readView(value, { width: 1_000, height: 500 }) !== null;

const isTime = (value: string) => timeIn(value) !== null;

/** A chosen range of time, and the time zone of its fields. */
const chosen = { from: isTime, to: isTime, zone: (value: string) => zoneNamed(value) !== null };

function isOneOf(words: readonly string[]) {
  return (value: string) => words.includes(value);
}

/** Parameters by section of the path. A trailing `/` stands for the page of one record. */
export const pageSearches: Readonly<Record<string, PageSearch>> = {
  '': { choices: { view, size, outline, range }, values: { map: isView, ...chosen } },
  regions: {
    list: listSchemas.regions,
    choices: { size, outline },
    values: { row: () => true, map: isView },
  },
  'regions/': { choices: { range }, values: chosen },
  nodes: { list: listSchemas.nodes },
  'nodes/': { choices: { range }, values: chosen },
  buckets: { list: listSchemas.buckets },
  'buckets/': {},
  assets: { list: listSchemas.assets, choices: { map: cacheMap } },
  applications: { list: listSchemas.applications },
  events: {
    list: listSchemas.events,
    choices: { range, values },
    values: chosen,
  },
  'events/': {
    choices: { range, values },
    values: chosen,
  },
  changes: {
    choices: { range },
    texts: { q: longestText },
    values: { kind: isOneOf(changeKinds), severity: isSeverity, of: isOneOf(subjectKinds), ...chosen },
  },
  handover: { values: chosen },
  report: { values: { month: isMonth } },
  endpoints: { values: { answer: isEndpointPath }, texts: { find: longestValue } },
};
