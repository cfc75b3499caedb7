import type { Feed } from '../../domain/answer.ts';
import { formatAge, formatExact, joinWords } from '../../domain/format.ts';
import { describeCounts, type Verdict } from '../../domain/verdict.ts';
import { now, useSecond } from '../clock.ts';
import { Verbatim } from './Verbatim.tsx';

const named = 5;

/** Why the headline says what it says: the components that are not operational by name, and how many are. */
export function Evidence({ verdict }: { readonly verdict: Verdict }) {
  const { components, exceptions, contradiction, caveat, counts } = verdict;
  const good = counts.get('ok') ?? 0;
  const more = exceptions.length - named;
  return (
    <>
      {caveat !== null && <span>{caveat} </span>}
      {exceptions.slice(0, named).map(({ id, name, state }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <b>
            <Verbatim>{name}</Verbatim>
          </b>{' '}
          {state.severity === 'unknown' ? 'reports ' : 'is '}
          {state.severity === 'unknown' ? <Verbatim>{state.label}</Verbatim> : state.label.toLowerCase()}
        </span>
      ))}
      {exceptions.length > 0 &&
        (more > 0 ? ` and ${formatExact(more)} more (${describeCounts(counts)}). ` : '. ')}
      {components.length > 0 && (
        <span>
          <b>
            {formatExact(good)} of {formatExact(components.length)}
          </b>{' '}
          components {caveat === null ? 'report operational' : 'reported operational'}
        </span>
      )}
      {components.length === 0 && verdict.claim !== null && <span>The document lists no components</span>}
      {contradiction !== null && <span>. {contradiction}</span>}
    </>
  );
}

/** ", read 6 s ago": counts every second, so it stays out of what is announced. */
export function ReadAge({ feed }: { readonly feed: Feed<unknown> }) {
  const time = Math.max(useSecond(), now());
  if (!feed.answer) return null;
  const age = Math.max(0, time - feed.answer.receivedAt) + feed.answer.ageSeconds * 1000;
  return <span aria-live="off">, read {formatAge(age, { late: false })}.</span>;
}

/** A plain list of names for small places. */
export function exceptionsInWords(verdict: Verdict): string {
  const { exceptions } = verdict;
  const shown = exceptions
    .slice(0, 3)
    .map(
      ({ name, state }) => `${name} ${state.severity === 'unknown' ? state.label : state.label.toLowerCase()}`,
    );
  const more = exceptions.length - shown.length;
  return joinWords(more > 0 ? [...shown, `${more} more`] : shown);
}
