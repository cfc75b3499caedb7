import { Fragment } from 'react';
import type { Clause } from '../../domain/clause.ts';
import { Verbatim } from './Verbatim.tsx';

/** A sentence that keeps what a deployment sent apart from our words. */
export function Sentence({ clauses }: { readonly clauses: readonly Clause[] }) {
  return clauses.map(({ text, sent, strong }, index) => {
    const words = sent ? <Verbatim>{text}</Verbatim> : text;
    // A sentence's clauses have no identity beyond their place in it.
    return strong ? <b key={index}>{words}</b> : <Fragment key={index}>{words}</Fragment>;
  });
}
