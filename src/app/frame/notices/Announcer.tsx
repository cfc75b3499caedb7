import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import type { Deployment } from '#contract/host.ts';
import { type Change, hasOwnName } from '#domain/memory/changes.ts';
import { type Clause, plain, sent } from '#domain/sentences/clause.ts';
import { formatExact } from '#domain/text/format.ts';

const mostSpoken = 3;
/**
 * Milliseconds in which changes are collected before they are announced together, because responses arrive
 * one by one.
 */
const batch = 1_000;

const longest = 80;

function shortened({ contradiction }: Change): readonly Clause[] {
  const clauses = (contradiction?.sentence ?? []).map((clause) => ({
    ...clause,
    text: clause.text.slice(0, longest).toWellFormed(),
  }));
  return [...clauses, plain(' ')];
}

function sentence(change: Change): readonly Clause[] {
  const name = { text: change.name.slice(0, longest).toWellFormed(), sent: hasOwnName(change) };
  const to = change.to?.slice(0, longest).toWellFormed();
  switch (change.kind) {
    case 'state':
      return [name, plain(' is now '), to === undefined ? plain('without a status') : sent(to), plain('. ')];
    case 'appeared':
      return [name, plain(' is listed. ')];
    case 'gone':
      return [name, plain(' is no longer listed. ')];
    case 'contradicted':
      return shortened(change);
    case 'contradiction-ended':
      return [plain('No longer so: '), ...shortened(change)];
    case 'contact-lost':
      return [name, plain(` could not be read: ${to ?? 'no response'}. `)];
    case 'contact-restored':
      return [name, plain(' is readable again. ')];
    // Changes of nodes are not announced. The other kinds of change do not change a state.
    case 'moved':
    case 'capacity':
    case 'renamed':
    case 'scopes':
    case 'word':
    case 'unobserved':
      return [];
  }
}

/**
 * Returns the changes that are newer than `known`, newest first; all changes if the list does not contain
 * `known`.
 */
function since(changes: readonly Change[], known: Change | undefined): readonly Change[] {
  const end = known === undefined ? -1 : changes.indexOf(known);
  return end < 0 ? changes : changes.slice(0, end);
}

const nothing: readonly Clause[] = [];

/**
 * Announces changes to screen readers, politely and several at once. Changes of nodes are not announced,
 * because they are too many.
 */
export function Announcer({
  deployment,
  named = false,
}: {
  readonly deployment: Deployment;
  /** Whether each announcement names the deployment. */
  readonly named?: boolean;
}) {
  const { changes } = useSession(deployment.slug);
  const [announced, setAnnounced] = useState({ count: 0, clauses: nothing });
  const newest = useRef<Change | undefined>(changes[0]);
  const announce = useEffectEvent(() => {
    const fresh = since(changes, newest.current).filter(({ subject }) => subject !== 'node');
    newest.current = changes[0];
    if (fresh.length === 0) return;
    const clauses = [
      ...(named ? [plain(`${deployment.name}: `)] : []),
      ...fresh.slice(0, mostSpoken).flatMap(sentence),
      ...(fresh.length > mostSpoken
        ? [plain(`And ${formatExact(fresh.length - mostSpoken)} more changes.`)]
        : []),
    ];
    setAnnounced(({ count }) => ({ count: count + 1, clauses }));
  });
  const latest = changes[0];
  useEffect(() => {
    if (latest === newest.current) return undefined;
    const timer = setTimeout(announce, batch);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element for each announcement, so that a repeated text is announced again. */}
      <span key={announced.count}>
        <Sentence clauses={announced.clauses} />
      </span>
    </p>
  );
}
