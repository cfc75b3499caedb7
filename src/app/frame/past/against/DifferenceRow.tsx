import { Fragment, type ReactNode } from 'react';
import { ChangeMark } from '#app/components/changes/ChangeMark.tsx';
import { Subject } from '#app/components/changes/ChangeSentence.tsx';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { ArrowTo } from '#app/ui/elements/ArrowTo.tsx';
import type { Deployment } from '#contract/host.ts';
import { type Difference, severityOfDifference } from '#domain/history/past/against/differences.ts';
import type { Change, ChangedSubject } from '#domain/memory/changes.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';

export interface DifferenceRowProps {
  readonly difference: Difference;
  readonly before: Deployment;
  readonly after: Deployment;
  /** Names of regions at both moments, by code. */
  readonly names: ReadonlyMap<string, string>;
  /** The two moments in words. */
  readonly times: readonly [before: string, after: string];
}

/** One subject that differs: a ghost if it vanished, with an arrow between two values if they differ. */
export function DifferenceRow({ difference, before, after, names, times }: DifferenceRowProps) {
  const [lead] = difference.changes;
  if (!lead) return null;
  const words = after.words;
  const isGone = lead.kind === 'gone';
  // A name that may only be missing from a list is no ghost.
  const isGhost = isGone && difference.isCertain;
  const severity = difference.isCertain ? severityOfDifference(difference, words) : 'unvouched';
  return (
    <li
      data-difference={isGone && !isGhost ? 'uncertain' : lead.kind}
      className="grid min-h-8 grid-cols-[0.9rem_minmax(0,1fr)] items-baseline gap-x-2.5 gap-y-0.5 border-b border-line py-1.5 md:grid-cols-[0.9rem_minmax(0,15rem)_minmax(0,1fr)]"
    >
      <ChangeMark group={{ severity, lead }} size={11} />
      <span className="min-w-0 truncate">
        <span className={isGhost ? 'border border-dashed border-text-3 px-1 text-text-2' : ''}>
          <Subject change={lead} slug={isGone ? before.slug : after.slug} />
        </span>
        {lead.subject === 'region' && (
          <span className="ml-1.5 text-text-2">
            <RegionCode code={lead.id} />
          </span>
        )}
      </span>
      <span className="min-w-0 text-text-2 max-md:col-start-2">
        {difference.changes.map((change, index) => (
          <Fragment key={change.kind}>
            {index > 0 && ', '}
            <What change={change} {...{ difference, words, names, times }} />
          </Fragment>
        ))}
      </span>
    </li>
  );
}

/** Whether subjects of this kind have states. */
export function isStated(subject: ChangedSubject): boolean {
  return subject !== 'bucket' && subject !== 'application' && subject !== 'event';
}

function Word({ word, words }: { readonly word: string | null; readonly words: WordOverrides }) {
  const state = classify(word, words);
  return (
    <span className="whitespace-nowrap">
      <StatusGlyph severity={state.severity} size={10} className="mr-1 inline align-[-1px]" />
      <StatusWord state={state} />
    </span>
  );
}

function FromTo({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) {
  return (
    <>
      {before}
      <ArrowTo />
      {after}
    </>
  );
}

/** Fields that a move changes, by subject. */
const placeOf: Partial<Record<ChangedSubject, string>> = { region: 'zone', event: 'source' };

function What({
  change,
  difference,
  words,
  names,
  times,
}: Pick<DifferenceRowProps, 'difference' | 'names' | 'times'> & {
  readonly change: Change;
  readonly words: WordOverrides;
}) {
  const { kind, from, to, subject } = change;
  const place = (code: string | null) => <Verbatim>{names.get(code ?? '') ?? code ?? ''}</Verbatim>;
  const sent = (text: string | null) => <Verbatim>{text ?? ''}</Verbatim>;
  switch (kind) {
    case 'state':
      return <FromTo before={<Word word={from} words={words} />} after={<Word word={to} words={words} />} />;
    case 'gone':
    case 'appeared': {
      const isGone = kind === 'gone';
      const verb = isGone ? 'vanished' : 'appeared';
      const there = isGone ? difference.before : difference.after;
      const code = subject === 'node' || subject === 'bucket' ? (there?.region ?? null) : null;
      return (
        <>
          {difference.isCertain ? verb : `known only of ${isGone ? times[0] : times[1]}`}
          {code !== null && <> in {place(code)}</>}
          {isStated(subject) && (
            <>
              , {isGone && 'was '}
              <Word word={isGone ? from : to} words={words} />
            </>
          )}
        </>
      );
    }
    case 'moved':
      return (
        <>
          {placeOf[subject] ?? 'moved,'} <FromTo before={place(from)} after={place(to)} />
        </>
      );
    case 'capacity':
      return (
        <>
          capacity <FromTo before={sent(from)} after={sent(to)} />
        </>
      );
    case 'renamed':
      return (
        <>
          renamed, <FromTo before={sent(from)} after={sent(to)} />
        </>
      );
    case 'scopes':
      return (
        <>
          scopes <FromTo before={sent(from)} after={sent(to)} />
        </>
      );
    case 'contact-lost':
    case 'contact-restored':
    case 'contradicted':
    case 'contradiction-ended':
    case 'unobserved':
    case 'word':
      return null;
  }
}
