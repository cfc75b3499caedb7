import type { Clause } from '../../domain/clause.ts';
import { Claimed } from './Count.tsx';
import { Sentence } from './Sentence.tsx';

/** A sentence whose counts carry their claims; apart, for no verdict has any. */
export function CountedSentence({ clauses }: { readonly clauses: readonly Clause[] }) {
  return clauses.map((clause, index) =>
    clause.claim ? (
      <b key={index} className="font-[580]">
        <Claimed claim={clause.claim}>{clause.text}</Claimed>
      </b>
    ) : (
      <Sentence key={index} clauses={[clause]} />
    ),
  );
}
