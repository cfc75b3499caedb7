import type { ReactNode } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { KeyCap } from '#app/components/keys/KeyCap.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { areLettersKeys } from '#app/url/settings.ts';
import { typedParts } from '#domain/text/typed-parts.ts';
import { settled } from '#domain/text/visible-text.ts';
import type { Entry } from './entries.ts';
import { loadKey } from './unread-lists.ts';

export function FoundRow({
  entry,
  query,
  isChosen,
  isWalking,
}: {
  readonly entry: Entry;
  readonly query: string;
  readonly isChosen: boolean;
  /** Whether the last key was an arrow key. A letter key is then a command, not text. */
  readonly isWalking: boolean;
}) {
  const draw = (text: string) => <Typed text={text} query={query} />;
  const isAsOfNow = useSurroundingFreshness() === 'fresh';
  // The note stands before the counts, because long text is cut at its end.
  const caveat = entry.kind === 'State' && !isAsOfNow ? 'as last known: ' : '';
  const detail = `${caveat}${settled(entry.detail ?? '')}`;
  const isCommand = 'act' in entry;
  const isCoded = !isCommand && entry.hint === undefined;
  const key = isCommand && areLettersKeys() && (isWalking || entry.key !== loadKey) ? entry.key : undefined;
  return (
    <>
      <span className="max-md:row-span-2">
        {isCommand ? (
          <Icon name={entry.icon} className="size-3.5" />
        ) : entry.severity ? (
          <StatusGlyph severity={entry.severity} size={11} />
        ) : (
          <Icon name="forth" className="size-3" />
        )}
      </span>
      <span className="text-text-2 max-md:sr-only">{entry.kind}</span>
      <span className={`drains font-[560] ${isCommand ? 'py-1.5 [overflow-wrap:anywhere]' : 'truncate'}`}>
        {isCommand ? (
          draw(entry.name)
        ) : (
          <>
            {entry.hint !== undefined && draw(entry.hint)}
            {entry.name !== '' && <Verbatim draw={draw}>{entry.name}</Verbatim>}
          </>
        )}
      </span>
      <span
        className={`drains truncate text-text-2 max-md:col-start-2 max-md:text-[12px] ${isCoded ? 'mono' : ''}`}
      >
        {isCoded ? draw(detail) : detail}
      </span>
      <span aria-hidden="true" className="flex w-5 justify-end max-md:hidden">
        {isChosen ? <KeyCap>↵</KeyCap> : key !== undefined && <KeyCap>{key}</KeyCap>}
      </span>
    </>
  );
}

function Typed({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  return typedParts(text, query).map(({ text: part, typed }, place) =>
    typed ? (
      <u key={place} className="decoration-2 underline-offset-4">
        {part}
      </u>
    ) : (
      part
    ),
  );
}
