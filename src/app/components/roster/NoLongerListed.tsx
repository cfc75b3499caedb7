import { useMissing } from '#app/observe/roster/store.ts';
import type { Source } from '#app/queries/source.ts';
import { formatDateTime, formatExact } from '#domain/text/format.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { Panel } from '../freshness/Panel.tsx';
import { StatusGlyph } from '../severity/StatusGlyph.tsx';
import { Acknowledge, AcknowledgeAll, Acknowledged, shown } from './Acknowledge.tsx';

/** Panel with regions or nodes that a complete list no longer contains. Renders nothing without any. */
export function NoLongerListed({
  slug,
  subject,
  source,
}: {
  readonly slug: string;
  readonly subject: 'region' | 'node';
  readonly source: Source<unknown>;
}) {
  const missing = useMissing(slug, subject);
  if (missing.length === 0) return null;
  const open = missing.filter(({ acknowledged }) => !acknowledged);
  return (
    <Panel
      title="No longer listed"
      note={
        open.length === 0 ? 'all acknowledged' : `${formatExact(open.length)}, for 24 h or until acknowledged`
      }
      aside={open.length > 1 && <AcknowledgeAll slug={slug} subject={subject} ids={open.map(({ id }) => id)} />}
      sources={[source]}
      // On the nodes page, the panel stands between charts and rows, which have small margins.
      className={subject === 'node' ? 'mt-3' : 'mt-8'}
    >
      <ul aria-label="No longer listed" className="m-0 list-none p-0">
        {open.slice(0, shown).map(({ id, name, lastSeen }) => (
          <li key={id} className="flex min-h-[34px] flex-wrap items-center gap-x-4 border-b border-line py-1">
            <StatusGlyph severity="vanished" />
            <span className="mono font-[560] wrap-anywhere">
              <Verbatim>{id}</Verbatim>
            </span>
            {name !== id && <Verbatim>{name}</Verbatim>}
            <span className="text-text-2">no longer listed, last seen {formatDateTime(lastSeen)}</span>
            <span className="ml-auto">
              <Acknowledge slug={slug} subject={subject} id={id} name={name} />
            </span>
          </li>
        ))}
      </ul>
      {open.length > shown && <p className="caption pt-1.5">And {formatExact(open.length - shown)} more.</p>}
      <Acknowledged slug={slug} subject={subject} />
    </Panel>
  );
}
