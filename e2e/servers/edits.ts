/** Departures from the API document, made by editing the bodies of a double (double.ts). */

import type { Override } from './double.ts';

export type Body = Record<string, unknown>;
export type Edit = NonNullable<Override['edit']>;

export function rowsOf(body: Body): Body[] {
  const { data } = body;
  return Array.isArray(data) ? data.map((row: unknown) => ({ ...Object(row) })) : [];
}

/** A list envelope with these rows. The other pagination fields are those of `body`. */
export function list(data: readonly unknown[], body?: Body): Body {
  const pagination = { limit: 10, has_more: false, ...Object(body?.['pagination']), count: data.length };
  return { object: 'list', data, pagination };
}

export function item(change: (row: Body) => unknown): Edit {
  return (body) => {
    const [first, ...rest] = rowsOf(body);
    return first ? { ...body, data: [change(first), ...rest] } : body;
  };
}

export function field(name: string, value: unknown): Edit {
  return item((row) => ({ ...row, [name]: value }));
}

export function pagination(name: string, value: unknown): Edit {
  return (body) => ({ ...body, pagination: { ...Object(body['pagination']), [name]: value } });
}

export function component(change: object): Edit {
  return (body) => ({ ...body, components: [{ name: 'A', status: 'operational', ...change }] });
}
