import { useRecord } from '#app/components/history/use-record.ts';
import { useSinceOf } from '#app/queries/history/since.ts';
import type { Node } from '#contract/resources.ts';
import { RowSince } from './RowSince.tsx';

export default function NodeSince({ slug, node }: { readonly slug: string; readonly node: Node }) {
  const id = node.id ?? '';
  const { isThere } = useRecord(slug);
  const since = useSinceOf(slug, 'node', id, isThere && id !== '');
  // If the page is newer than the history record, the recorded start belongs to an earlier status word.
  return <RowSince since={since?.word === node.status ? since : undefined} />;
}
