import { type ListSearch, shownValue } from '#app/url/search.ts';
import { otherSeverities } from '#domain/figures/severity-counts.ts';

interface Named {
  readonly field: string;
  readonly header: string;
  readonly exportedAs?: string;
}

/** Describes the filter of a list, such as "“nod_1”", "zone eu-west" or "status degraded or down". */
export function conditions(
  { text, where }: Pick<ListSearch, 'text' | 'where'>,
  columns: readonly Named[],
): readonly string[] {
  const name = (field: string) =>
    columns.find((column) => column.field === field || column.exportedAs === field)?.header.toLowerCase() ??
    field.replaceAll('_', ' ');
  const fields = Object.entries(where)
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) =>
      isAllNotOperational(field, values)
        ? 'status not operational'
        : `${name(field)} ${values.map((value) => (value === null ? 'not provided' : shownValue(value))).join(' or ')}`,
    );
  return text.trim() === '' ? fields : [`“${text.trim().slice(0, 80)}”`, ...fields];
}

/** Whether the filter is exactly the menu's choice "not operational". */
export function isAllNotOperational(field: string, values: readonly (string | null)[]): boolean {
  return field === 'severity' && otherSeverities.every((each) => values.includes(each));
}
