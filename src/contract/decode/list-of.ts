import { type Fields, fail, fieldsOf } from './history.ts';

/** Reads a list member of a response. In its own file because the first screen loads history.ts, but needs no list. */
export function listOf<Row>(fields: Fields, name: string, read: (row: Fields) => Row): readonly Row[] {
  const list = fields[name];
  return Array.isArray(list) ? list.map((row: unknown) => read(fieldsOf(row, name))) : fail(name);
}
