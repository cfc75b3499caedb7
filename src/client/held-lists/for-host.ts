/** Which questions a page asks the host, and the host answers. */

import type { ListResource } from '../../contract/resources.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { HostAsk } from './host-read.ts';

/** More rows are for an export, not for a screen. */
const mostRows = 256;

/** Characters that have had their order and their cases for as long as there is a Unicode. */
// oxlint-disable-next-line no-control-regex -- the range begins with them
const latin = /^[\u0000-\u024f]*$/;

/**
 * Whether host and page give the same answer, and it is for a screen. They may know different versions of Unicode, by which
 * words are ordered and searched: what is no plain list waits for the page there, and what joins it with other characters.
 */
export function isForHost(resource: ListResource, isPlain: boolean, { lookups, call }: HostAsk): boolean {
  if (call.name === 'numbers' || (call.name === 'slice' && call.to - call.from > mostRows)) return false;
  const { text = '', sort = [] } = call.question;
  const fields: Readonly<Record<string, { readonly kind: string }>> = fieldsOf[resource](lookups);
  const isOfWords = text.trim() !== '' || sort.some(({ field }) => fields[field]?.kind !== 'number');
  if (!isOfWords) return true;
  const joined = [...lookups.places.values()].flatMap((place) => Object.values<string | null>({ ...place }));
  return isPlain && [text, ...Object.keys(lookups.words), ...joined].every((each) => latin.test(each ?? ''));
}
