import { Fragment } from 'react';
import type { Clause } from '#domain/text/clause.ts';
import { Verbatim } from '../records/Verbatim.tsx';
import { Claimed } from './Count.tsx';

/** A sentence that keeps what a deployment sent apart from our words, and whose counts carry their claims. */
export function Sentence({ clauses }: { readonly clauses: readonly Clause[] }) {
  return clauses.map(({ text, sent, strong, claim }, index) => {
    const said = sent ? <Verbatim>{text}</Verbatim> : text;
    const words = claim ? <Claimed claim={claim}>{said}</Claimed> : said;
    // A sentence's clauses have no identity beyond their place in it.
    return strong || claim ? (
      <b key={index} className={claim && !strong ? 'font-[580]' : undefined}>
        {words}
      </b>
    ) : (
      <Fragment key={index}>{words}</Fragment>
    );
  });
}
