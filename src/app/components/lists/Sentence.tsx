import { Fragment } from 'react';
import type { Clause } from '#domain/sentences/clause.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { Claimed } from './Count.tsx';

/**
 * A sentence of clauses. It marks text from a deployment as verbatim and shows counts with their
 * completeness.
 */
export function Sentence({ clauses }: { readonly clauses: readonly Clause[] }) {
  return clauses.map(({ text, sent, strong, claim }, index) => {
    const content = sent ? <Verbatim>{text}</Verbatim> : text;
    const words = claim ? <Claimed claim={claim}>{content}</Claimed> : content;
    // The index is the key, because a clause has no identity except its position.
    return strong || claim ? (
      <b key={index} className={claim && !strong ? 'font-[580]' : undefined}>
        {words}
      </b>
    ) : (
      <Fragment key={index}>{words}</Fragment>
    );
  });
}
