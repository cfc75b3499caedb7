import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { useOutOfContact } from '#app/components/vouching/vouching.tsx';
import { deployments } from '#app/delivered/config.ts';
import { Icon } from '#app/ui/Icon.tsx';
import type { Deployment } from '#contract/host.ts';
import { createFindIndex, type FindIndex, find } from '#domain/text/find.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { type Destination, pagesOf } from './entries.ts';
import { useFindIndexes } from './use-indexes.ts';

const shown = 12;

type Indexes = readonly FindIndex<Destination>[];

/** Jumps to any page, region, node, bucket, application or event by name, id or code, with the keyboard alone. */
export default function Palette({
  deployment,
  onClose,
}: {
  /** Absent where the reader is in none: then everything of all of them is found. */
  readonly deployment: Deployment | undefined;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [held, setHeld] = useState<ReadonlyMap<string, Indexes>>(new Map());
  const others = deployments.filter((each) => each !== deployment);
  const indexes = [createFindIndex(pagesOf(deployment, others)), ...[...held.values()].flat()];
  const { best, count } = find(indexes, query, shown);
  const isLost = useOutOfContact();
  const navigate = useNavigate();
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const go = (destination: Destination | undefined) => {
    if (!destination) return;
    onClose();
    void navigate(destination.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') go(best[chosen]);
    if (step === 0 || best.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + best.length) % best.length);
  };
  const searched = deployment ? [deployment] : deployments;
  const hold = useCallback(
    (slug: string, found: Indexes) =>
      setHeld((before) => (isSame(before.get(slug), found) ? before : new Map(before).set(slug, found))),
    [],
  );
  return (
    <dialog
      ref={dialog}
      aria-label="Find"
      className="find m-0 mx-auto mt-[10vh] w-[min(40rem,calc(100vw-2rem))] border border-ctl bg-bg p-0 text-text"
      onClose={onClose}
      onKeyDown={onKey}
      // A click beside it: the dialog itself is hit only where nothing of its content is.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {searched.map((each) => (
        <Loaded key={each.slug} deployment={each} amongOthers={!deployment} onIndexes={hold} />
      ))}
      <div className="relative border-b border-line-strong">
        <Icon name="find" className="absolute top-3.5 left-3" />
        <input
          // The palette is opened to type into it.
          autoFocus
          role="combobox"
          aria-label="Find"
          aria-expanded={best.length > 0}
          aria-controls={id}
          aria-activedescendant={best.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder="Page, region, city, node, bucket, application or event"
          className="w-full border-0 bg-transparent py-2.5 pr-3 pl-10 text-[15px] leading-6 outline-none"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        data-freshness={isLost ? 'lost' : undefined}
        className="max-h-[60vh] overflow-auto"
      >
        {best.map((destination, index) => (
          <div
            key={`${destination.to} ${index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="grid cursor-pointer grid-cols-[6rem_1fr_auto] items-baseline gap-x-3 border-b border-line px-3 py-1.5 aria-selected:bg-s2"
            onPointerMove={() => setChosen(index)}
            onPointerUp={() => go(destination)}
          >
            <span className="text-text-2">{destination.kind}</span>
            <span className="drains truncate font-[560]">
              <Verbatim>{destination.name}</Verbatim>
            </span>
            <span className="mono max-w-48 truncate text-text-2">{settled(destination.detail ?? '')}</span>
          </div>
        ))}
      </div>
      <p aria-live="polite" className="caption px-3 py-1.5">
        {said(query, best.length, count, indexes)}
        {isLost && ' As last known.'}
      </p>
    </dialog>
  );
}

/** What of one deployment is loaded; draws nothing. */
function Loaded({
  deployment,
  amongOthers,
  onIndexes,
}: {
  readonly deployment: Deployment;
  readonly amongOthers: boolean;
  readonly onIndexes: (slug: string, indexes: Indexes) => void;
}) {
  const indexes = useFindIndexes(deployment, amongOthers);
  useEffect(() => onIndexes(deployment.slug, indexes), [deployment, indexes, onIndexes]);
  return null;
}

function isSame(before: Indexes | undefined, after: Indexes): boolean {
  return before?.length === after.length && after.every((index, position) => index === before[position]);
}

function said(query: string, seen: number, count: number, indexes: Indexes): string {
  const all = indexes.reduce((sum, index) => sum + index.entries.length, 0);
  if (query.trim() === '') return `${plural(all, 'thing')} loaded: by name, id or code.`;
  if (count === 0) return `Nothing of the ${formatExact(all)} things loaded here is called so.`;
  return seen < count ? `${formatExact(seen)} of ${formatExact(count)}.` : `${formatExact(count)} found.`;
}
