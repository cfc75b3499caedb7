import './find.css';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { Confirmed, useOutOfContact } from '#app/components/freshness/freshness-context.tsx';
import { KeyHints } from '#app/components/keys/KeyHints.tsx';
import { hostAddress } from '#app/delivered/base.ts';
import { findDeployment, useDeployments } from '#app/delivered/config.ts';
import { offeredNow } from '#app/observe/availability.ts';
import { listQuery } from '#app/queries/lists.ts';
import { usePreferred } from '#app/queries/source.ts';
import { useCompleteLists } from '#app/queries/wanted-lists.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';
import { areLettersKeys } from '#app/url/settings.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import { createFindIndex } from '#domain/text/find.ts';
import { findInGroups } from '#domain/text/find-groups.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { type Command, type Entry, type Pointed, pagesOf, placeOf } from './entries.ts';
import { FoundRow } from './FoundRow.tsx';
import { inSameTime, requestedPages } from './in-time.ts';
import { loadKey, loadRows, notSearched, type UnreadList } from './unread-lists.ts';
import { type Findable, statesFor, useFindable } from './use-findable.ts';

const mostShown = 13;
const titles = ['States', 'Places and things', 'Pages', 'Actions and settings', 'Not loaded'] as const;
const things = titles.indexOf('Places and things');

/** Search over states, places, things, pages and commands. The keyboard alone is enough to use it. */
export default function Palette({
  deployment,
  commands,
  onOpened,
  onClose,
}: {
  /** The deployment to search; `undefined` to search all deployments. */
  readonly deployment: Deployment | undefined;
  readonly commands: readonly Command[];
  readonly onOpened: (type: (text: string) => void) => void;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Keeps its own text: a value from React would undo a letter typed before the next render. */
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  /** The row chosen since the last typed letter; `null` if none. */
  const [pointed, setPointed] = useState<Pointed | null>(null);
  /** Whether the last key was an arrow key. A letter key is then a command, not text. */
  const [isWalking, setWalking] = useState(false);
  /** Lists that the viewer chose to load. They are read completely while the Find dialog is open. */
  const [wanted, setWanted] = useState<readonly Pick<UnreadList, 'slug' | 'resource'>[]>([]);
  const [findables, setFindables] = useState<ReadonlyMap<string, Findable>>(new Map());
  const client = useQueryClient();
  const navigate = useNavigate();
  const isLost = useOutOfContact();
  const id = useId();
  const deployments = useDeployments();
  const loaded = [...findables.values()];
  const location = useLocation();
  const pages = [
    ...pagesOf(deployment, inSameTime(deployments, deployment), ({ needs }) => {
      return deployment === undefined || offeredNow(client, deployment.slug, needs) !== 'no';
    }),
    ...requestedPages(query, deployment, location),
  ];
  const isWanted = (list: UnreadList) =>
    wanted.some(({ slug, resource }) => slug === list.slug && resource === list.resource);
  const load = (lists: readonly UnreadList[]) =>
    setWanted([...wanted, ...lists.filter((list) => !isWanted(list))]);
  const toLoad = loadRows(
    query,
    loaded.flatMap(({ unread }) => unread),
    isWanted,
    load,
  );
  // Rows for partly loaded lists end the group of things. Rows for unloaded lists have a group of their own.
  const [unread, parts] = [true, false].map((isUnread) => toLoad.filter((row) => row.isUnread === isUnread));
  const found = findInGroups<Entry>(
    [
      loaded.flatMap((each) => statesFor(query, each)),
      loaded.flatMap((each) => each.things),
      [createFindIndex(pages)],
      [createFindIndex(commands)],
    ],
    query,
    mostShown - (parts?.length ?? 0),
  );
  const groups: readonly (readonly Entry[])[] = [
    ...found.map(({ best }, group) => (group === things ? [...best, ...(parts ?? [])] : best)),
    unread ?? [],
  ];
  const options = groups.flat();
  // The first search result is chosen by default, never a row that would load lists.
  const firstHit = Math.max(
    0,
    options.findIndex((entry) => toLoad.every((row) => row !== entry)),
  );
  const chosen = pointed ? placeOf(options, pointed) : Math.min(firstHit, options.length - 1);
  const point = (place: number) => {
    const entry = options[place];
    if (entry) setPointed({ entry, place });
  };
  const go = (entry: Entry | undefined, inNewTab: boolean) => {
    if (!entry) return;
    if (!('stays' in entry && entry.stays)) dialog.current?.close();
    if ('act' in entry) entry.act();
    else if (inNewTab) globalThis.open(hostAddress(entry.to), '_blank', 'noopener');
    else void navigate(entry.to);
  };
  const keyed = toLoad.find(({ key }) => key === loadKey);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') go(options[chosen], event.shiftKey);
    else if (event.key === loadKey && keyed && isWalking && areLettersKeys()) keyed.act();
    else if (step !== 0 && options.length > 0) {
      setWalking(true);
      const from = chosen < 0 && step < 0 ? 0 : chosen;
      point((from + step + options.length) % options.length);
    } else return;
    event.preventDefault();
  };
  const storeFindable = useCallback(
    (slug: string, findable: Findable) => setFindables((before) => new Map(before).set(slug, findable)),
    [],
  );
  const typeInField = (text: string) => {
    if (field.current) field.current.value = text;
    setQuery(text);
  };
  const opened = useEffectEvent(() => onOpened(typeInField));
  // Runs after the field's own effects.
  useEffect(() => opened(), []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const group = (entries: readonly Entry[], place: number) => (
    <div key={titles[place]} role="group" aria-labelledby={`${id}-group-${place}`}>
      <b
        id={`${id}-group-${place}`}
        className="block border-b border-line px-4 pt-[7px] pb-1 text-[12px] leading-4 font-[620]"
      >
        {titles[place]}
      </b>
      {entries.map((entry) => {
        const index = options.indexOf(entry);
        return (
          <ByItsDeployment key={index} entry={entry} deployment={deployment} held={findables}>
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="find-row"
              onPointerMove={() => point(index)}
              onPointerUp={() => go(entry, false)}
            >
              <FoundRow entry={entry} query={query} isChosen={index === chosen} isWalking={isWalking} />
            </div>
          </ByItsDeployment>
        );
      })}
    </div>
  );
  return (
    <Modal label="Find" dialog={dialog} className="w-[min(45rem,calc(100vw-2rem))]" onClose={onClose}>
      {(deployment ? [deployment] : deployments).map((each) => (
        <Loaded key={each.slug} deployment={each} amongOthers={!deployment} onLoaded={storeFindable} />
      ))}
      {wanted.map(({ slug, resource }) => {
        const owner = deployment?.slug === slug ? deployment : findDeployment(slug);
        return owner && <WholeList key={`${slug} ${resource}`} deployment={owner} resource={resource} />;
      })}
      <div className="relative flex items-center border-b border-line-strong pr-4">
        <Icon name="find" className="absolute left-4" />
        <input
          ref={field}
          role="combobox"
          aria-label="Find"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          placeholder="State, place, thing, page, action or setting"
          className="min-w-0 grow border-0 bg-transparent py-3 pr-3 pl-12 text-[16px] leading-7 outline-none"
          onChange={(event) => {
            setQuery(event.target.value);
            setPointed(null);
            setWalking(false);
          }}
          onKeyDown={onKey}
        />
        <CloseModal />
      </div>
      <div id={id} role="listbox" aria-label="Found" className="max-h-[65vh] overflow-auto">
        {groups.map((entries, place) => entries.length > 0 && group(entries, place))}
      </div>
      <footer className="flex items-center justify-between gap-4 px-4 py-2">
        <p aria-live="polite" className="caption text-text-2">
          {summary(
            query,
            options.length - toLoad.length,
            found.map(({ count }) => count),
            loaded.flatMap((each) => each.things).reduce((sum, { entries }) => sum + entries.length, 0),
            notSearched(
              toLoad,
              loaded.flatMap(({ partial }) => partial),
            ),
          )}
          {isLost && ' As last known.'}
        </p>
        <KeyHints hints={hints} className="flex gap-4 text-[12px] whitespace-nowrap max-md:hidden" />
      </footer>
    </Modal>
  );
}

/**
 * Puts a row into the contact of its deployment. A row for a state also depends on the freshness of the lists
 * it counts.
 */
function ByItsDeployment({
  entry,
  deployment,
  held: findables,
  children,
}: {
  readonly entry: Entry;
  readonly deployment: Deployment | undefined;
  readonly held: ReadonlyMap<string, Findable>;
  readonly children: ReactNode;
}) {
  const of = 'act' in entry ? undefined : entry.of;
  const owner = deployment && deployment.slug === of ? deployment : findDeployment(of);
  if (!owner) return children;
  return (
    <DeploymentContact deployment={owner}>
      <Confirmed feeds={entry.kind === 'State' ? (findables.get(owner.slug)?.stateFeeds ?? []) : []}>
        {children}
      </Confirmed>
    </DeploymentContact>
  );
}

function WholeList({
  deployment,
  resource,
}: {
  readonly deployment: Deployment;
  readonly resource: ListResource;
}) {
  const [resources] = useState([resource]);
  useCompleteLists(deployment, resources);
  usePreferred(pathsOf(resource), (path) => listQuery(deployment, resource, path));
  return null;
}

function Loaded({
  deployment,
  amongOthers,
  onLoaded,
}: {
  readonly deployment: Deployment;
  readonly amongOthers: boolean;
  readonly onLoaded: (slug: string, findable: Findable) => void;
}) {
  const findable = useFindable(deployment, amongOthers);
  useEffect(() => onLoaded(deployment.slug, findable), [deployment, findable, onLoaded]);
  return null;
}

const hints = [
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['Shift', '↵'], does: 'new tab' },
] as const;

/**
 * Sentence in the footer of the Find dialog.
 * @param seen - number of results shown.
 * @param counts - number of results per group.
 * @param all - number of searched things.
 * @param rest - which lists were not searched; added if nothing was found.
 */
function summary(query: string, seen: number, counts: readonly number[], all: number, rest: string): string {
  if (query.trim() === '') return `${plural(all, 'thing')} loaded: by name, id, code or state.`;
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0) return `Nothing found in ${plural(all, 'loaded thing')}.${rest}`;
  const found = `${seen < count ? `${formatExact(seen)} of ${formatExact(count)}` : formatExact(count)} found`;
  return count === counts[things] ? `${found} in ${plural(all, 'loaded thing')}.` : `${found}.`;
}
