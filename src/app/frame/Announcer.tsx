import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Change } from '../../domain/changes.ts';
import { settled } from '../../domain/settled-text.ts';
import { useSession } from '../session/store.ts';

const spoken = 3;
/** Answers arrive one after another: what comes within this time is said together, milliseconds. */
const batch = 1_000;

function sentence(change: Change): string {
  switch (change.kind) {
    case 'state':
      return `${change.name} is now ${change.to ?? 'without a status'}.`;
    case 'appeared':
      return `${change.name} is listed.`;
    case 'gone':
      return `${change.name} is no longer listed.`;
    case 'contact-lost':
      return `${change.name} could not be read: ${change.to ?? 'no answer'}.`;
    case 'contact-restored':
      return `${change.name} is read again.`;
  }
}

/** The changes behind the newest one known, newest first. */
function since(changes: readonly Change[], known: Change | undefined): readonly Change[] {
  const end = known === undefined ? -1 : changes.indexOf(known);
  return end < 0 ? changes : changes.slice(0, end);
}

/** Tells screen readers what changed, once, politely, several changes together. Nodes are too many to be read out. */
export function Announcer({ slug }: { readonly slug: string }) {
  const { changes } = useSession(slug);
  const [said, setSaid] = useState({ count: 0, text: '' });
  const newest = useRef<Change | undefined>(changes[0]);
  const say = useEffectEvent(() => {
    const fresh = since(changes, newest.current).filter(({ subject }) => subject !== 'node');
    newest.current = changes[0];
    if (fresh.length === 0) return;
    const rest = fresh.length > spoken ? ` And ${fresh.length - spoken} more changes.` : '';
    const text = settled(fresh.slice(0, spoken).map(sentence).join(' ')) + rest;
    setSaid(({ count }) => ({ count: count + 1, text }));
  });
  const latest = changes[0];
  useEffect(() => {
    if (latest === newest.current) return undefined;
    const timer = setTimeout(say, batch);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element each time: the same words twice are said twice. */}
      <span key={said.count}>{said.text}</span>
    </p>
  );
}
