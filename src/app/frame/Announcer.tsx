import { useEffect, useRef, useState } from 'react';
import type { Change } from '../../domain/changes.ts';
import { useSession } from '../session/store.ts';

const spoken = 3;

function sentence(change: Change): string {
  switch (change.kind) {
    case 'state':
      return `${change.name} is now ${change.to ?? 'without a status'}.`;
    case 'appeared':
      return `${change.name} appeared.`;
    case 'gone':
      return `${change.name} is no longer listed.`;
    case 'contact-lost':
      return `${change.name} could not be read: ${change.to ?? 'no answer'}.`;
    case 'contact-restored':
      return `${change.name} is read again.`;
  }
}

/** Tells screen readers what changed, once, politely, several changes together. Nodes are too many to be read out. */
export function Announcer({ slug }: { readonly slug: string }) {
  const { changes } = useSession(slug);
  const [said, setSaid] = useState('');
  const newest = useRef<Change | undefined>(changes[0]);
  useEffect(() => {
    const known = newest.current;
    if (changes[0] === known) return;
    const end = known === undefined ? changes.length : changes.indexOf(known);
    const fresh = changes
      .slice(0, end < 0 ? changes.length : end)
      .filter((change) => change.subject !== 'node');
    newest.current = changes[0];
    if (fresh.length === 0) return;
    const rest = fresh.length > spoken ? ` And ${fresh.length - spoken} more changes.` : '';
    setSaid(fresh.slice(0, spoken).map(sentence).join(' ') + rest);
  }, [changes]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
