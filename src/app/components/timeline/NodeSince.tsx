import { useRecord } from '#app/components/strips/record.ts';
import { useSinceOf } from '#app/queries/history-since.ts';
import type { Node } from '#contract/resources.ts';
import { RowSince } from './RowSince.tsx';

/** Since when one node of a short list is in its state. */
export default function NodeSince({ slug, node }: { readonly slug: string; readonly node: Node }) {
  const id = node.id ?? '';
  const { isThere } = useRecord(slug);
  const told = useSinceOf(slug, 'node', id, isThere && id !== '');
  // Where the page is ahead of the record, what that tells is of another word.
  return <RowSince told={told?.word === node.status ? told : undefined} />;
}
