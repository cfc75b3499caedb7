import { Link } from 'react-router';
import { FreshnessProvider, useShownFreshness } from '#app/components/freshness/freshness-context.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { ContradictionSign } from '#app/components/severity/ContradictionSign.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { now, useSecond } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { formatAge } from '#domain/text/format.ts';
import { type EvidenceRow, evidenceRows } from '#domain/verdict/evidence/evidence-rows.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';

const names = { document: 'Status document', region: 'Regions', node: 'Nodes' } as const;

/**
 * Lists what the status document, the regions and the nodes state, if one of these reports a problem;
 * otherwise nothing.
 * @param documentAt - when the status document was last confirmed, epoch milliseconds; `null` without a
 * response.
 */
export function EvidenceRows({
  verdict,
  slug,
  documentAt,
}: {
  readonly verdict: Verdict;
  readonly slug: string;
  readonly documentAt: number | null;
}) {
  const rows = evidenceRows(verdict, documentAt);
  if (rows.length === 0) return null;
  return (
    <ul aria-label="What the verdict rests on" className="m-0 list-none border-t border-line p-0 text-[13px]">
      {rows.map((row) => (
        <Row key={row.subject} row={row} slug={slug} />
      ))}
    </ul>
  );
}

function Row({ row, slug }: { readonly row: EvidenceRow; readonly slug: string }) {
  const { subject, severity, contradicted, clauses, part, readAt } = row;
  const freshness = useShownFreshness(row.freshness);
  const moment = useMoment();
  return (
    <FreshnessProvider value={freshness}>
      <li
        data-freshness={freshness}
        className="grid min-h-[31px] grid-cols-[12px_8rem_minmax(0,1fr)_auto_4.5rem] items-baseline gap-x-3 border-b border-line py-1.5 max-md:grid-cols-[12px_minmax(0,1fr)_auto]"
      >
        <span className="translate-y-px">
          {severity !== null ? (
            <StatusGlyph severity={severity} size={12} />
          ) : (
            contradicted && <ContradictionSign />
          )}
        </span>
        <span className="max-md:col-span-2">
          <Who row={row} slug={slug} name={names[subject]} />
        </span>
        <span className="wrap-anywhere text-text-2 max-md:col-span-2 max-md:col-start-2">
          <Sentence clauses={clauses} />
        </span>
        <span className="text-right text-[12.5px] text-text-2 max-md:col-start-2 max-md:text-left">{part}</span>
        <span className="by-screen-clock text-right text-[12.5px] whitespace-nowrap text-text-3">
          {readAt !== null && moment === null && <Age readAt={readAt} isOld={freshness !== 'fresh'} />}
        </span>
      </li>
    </FreshnessProvider>
  );
}

function Who({ row, slug, name }: { readonly row: EvidenceRow; readonly slug: string; readonly name: string }) {
  if (row.subject === 'document') return <b className="font-[580] text-text">{name}</b>;
  const to = row.subject === 'region' ? paths.regions : paths.nodes;
  return (
    <Link to={to(slug, { severity: row.rows })} className="link font-[580]">
      {name}
    </Link>
  );
}

function Age({ readAt, isOld }: { readonly readAt: number; readonly isOld: boolean }) {
  const time = Math.max(useSecond(), now());
  const age = formatAge(time - readAt, { late: isOld });
  return isOld ? <b className="text-text">{age}</b> : age;
}
