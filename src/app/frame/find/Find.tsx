import '../conditions.css';
import './find-field.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { isFindKey, releaseKeys } from '#app/components/keys/buffered-keys.ts';
import { KeyCap } from '#app/components/keys/KeyCap.tsx';
import { useKeys } from '#app/components/keys/keys.ts';
import { offeredNow } from '#app/observe/availability.ts';
import { copied } from '#app/ui/copy.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { lazyPart, lazyPartOf } from '#app/ui/loading/lazy-part.tsx';
import { partOf } from '#app/ui/loading/part.ts';
import { now } from '#app/ui/time/clock.ts';
import { whenIdle } from '#app/ui/time/idle.ts';
import { addressOf } from '#app/url/sections.ts';
import type { Deployment } from '#contract/host.ts';
import { sectionAt } from '../keys/key-list.ts';
import { typedWith } from './typed-with.ts';
import { useCommands } from './use-commands.ts';

const palette = partOf(() => import('./Palette.tsx'));
const Palette = lazyPartOf(palette);
const KeyList = lazyPart(() => import('../keys/KeyList.tsx'));

const longestWait = 5_000;
const shownMilliseconds = 4_000;
/** Maximum milliseconds between `g` and the second key of a command. */
const goesFor = 1_500;

function noChange() {
  return () => undefined;
}

function placeInBar(): Element | null {
  return document.getElementById('find');
}

export function Find({ deployment }: { readonly deployment: Deployment | undefined }) {
  const [open, setOpen] = useState<'find' | 'keys' | null>(null);
  // Another dialog may have opened in the meantime and must stay open.
  const close = (which: 'find' | 'keys') => setOpen((shown) => (shown === which ? null : shown));
  const [message, setMessage] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  // The top bar may be rendered together with this component, so its element is looked up after each render.
  const place = useSyncExternalStore(noChange, placeInBar);
  const commands = useCommands({
    showKeys: () => setOpen('keys'),
    copyAddress: () => void copied(globalThis.location.href).then(setMessage),
    say: setMessage,
  });
  /** Text typed for the Find dialog before its field exists; `null` while the dialog is not opening. */
  const typed = useRef<string | null>(null);
  const handOver = (type: (text: string) => void) => {
    if (typed.current) type(typed.current);
    typed.current = null;
  };
  const find = () => {
    if (open !== null) return;
    typed.current ??= '';
    setOpen('find');
  };
  const onFind = useEffectEvent(find);
  const goesUntil = useRef(0);
  useKeys((key) => {
    const isSecond = now() < goesUntil.current;
    goesUntil.current = key === 'g' ? now() + goesFor : 0;
    if (isSecond) {
      const section = sectionAt(key);
      if (!section || !deployment || offeredNow(client, deployment.slug, section.needs) === 'no') return false;
      void navigate(addressOf(section, deployment.slug));
      return true;
    }
    const command = commands.find((each) => each.key === key);
    if (key === '/') find();
    else command?.act();
    return key === '/' || command !== undefined;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      onFind();
    };
    // In the capture phase, so that no other key handler receives these letters.
    const onType = (event: KeyboardEvent) => {
      if (typed.current === null) return;
      const next = typedWith(typed.current, event);
      if (next === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed.current = next;
      if (next === null) setOpen(null);
    };
    document.addEventListener('keydown', onKey);
    globalThis.addEventListener('keydown', onType, { capture: true });
    releaseKeys();
    whenIdle(() => palette.load().catch(() => undefined), longestWait);
    return () => {
      document.removeEventListener('keydown', onKey);
      globalThis.removeEventListener('keydown', onType, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => setMessage(''), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <>
      {place &&
        createPortal(
          <button
            type="button"
            aria-label="Find"
            aria-keyshortcuts="/ Control+K Meta+K"
            title="Find (/)"
            className="find-field inline-flex h-6 w-full items-center justify-center max-md:h-11 md:max-lg:w-6"
            onClick={find}
          >
            <Icon name="find" />
            <span className="find-hint">
              Find <KeyCap>/</KeyCap>
            </span>
          </button>,
          place,
        )}
      {open === 'find' && (
        <Palette
          deployment={deployment}
          commands={commands}
          onOpened={handOver}
          onClose={() => close('find')}
        />
      )}
      {open === 'keys' && <KeyList onClose={() => close('keys')} />}
      <p
        aria-live="polite"
        className={`no-print fixed right-4 bottom-16 z-40 m-0 border-ctl bg-bg ${message === '' ? '' : 'border px-3 py-1.5'}`}
      >
        {message}
      </p>
    </>
  );
}
