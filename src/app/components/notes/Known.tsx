import type { KnownNote } from '#contract/history.ts';
import { settled } from '#domain/text/visible-text.ts';
import { Verbatim } from '../fields/Verbatim.tsx';

/** States that a problem is known, in one line by the words of a person: "known: The link is cut. (Ada)". */
export function Known({ note: { text, who } }: { readonly note: KnownNote }) {
  return (
    <span title={settled(text)}>
      known: <Verbatim>{text.replaceAll('\n', ' ')}</Verbatim>
      <span className="text-text-3">
        {' '}
        (<Verbatim>{who}</Verbatim>)
      </span>
    </span>
  );
}
