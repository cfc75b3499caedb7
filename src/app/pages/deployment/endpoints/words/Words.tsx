import { Fragment, type ReactNode, useState } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import type { SeenWord } from '#app/observe/session/vocabulary.ts';
import { useVocabulary } from '#app/observe/session/vocabulary-store.ts';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import type { Deployment } from '#contract/host.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { formatClock, formatExact } from '#domain/text/format.ts';
import { byField, itemsOf, type LedgerGroup, ledgerOf, whereOf } from '../ledger.ts';
import type { Reading } from '../use-endpoints.ts';
import { HowShown, RowsOf } from './WordUse.tsx';

const heads = [
  { label: 'Where', width: '22%' },
  { label: 'Seen' },
  { label: 'First seen', wide: true, width: '5.5rem' },
  { label: 'Items', align: 'right', width: '4.5rem' },
  { label: 'How it is shown', wide: true, width: '44%' },
] as const satisfies readonly Head[];

const titles = {
  new: 'Never seen before',
  known: 'Known from other systems',
  member: 'Members the document does not name',
} as const satisfies Partial<Record<LedgerGroup, string>>;

/** Maximum number of rows per group; a button shows the others. */
const mostShown = 30;

/**
 * Table of every word and undocumented member seen since the page opened: words never seen before first,
 * documented ones last.
 */
export function Words({
  deployment,
  readings,
}: {
  readonly deployment: Deployment;
  readonly readings: readonly Reading[];
}) {
  const ledger = ledgerOf(useVocabulary(deployment.slug));
  const sources = readings
    .filter(({ feed }) => feed.answer)
    .map(({ path, feed }) => ({ path, feed, availability: availabilityOf(feed) }));
  const unseen = ledger.new.length + ledger.member.length;
  return (
    <Panel
      title="Words and members"
      note={unseen === 0 ? undefined : `${formatExact(unseen)} never seen before`}
      aside="since this page opened"
      sources={sources}
    >
      {unseen + ledger.known.length === 0 && (
        <p className="py-3 text-text-2">Every word read here is one that the document lists.</p>
      )}
      <SmallTable label="Words and members" heads={heads}>
        {(['new', 'known', 'member'] as const).map((group) => (
          <Group key={group} title={titles[group]} words={ledger[group]} deployment={deployment} />
        ))}
        {ledger.documented.length > 0 && <Subhead>In the document</Subhead>}
        {byField(ledger.documented).map(([where, words]) => (
          <tr key={where}>
            <Cell head={heads[0]}>
              <span className="mono">{where}</span>
            </Cell>
            <td colSpan={heads.length - 1} className="whitespace-normal! text-text-2">
              {words.map((use, index) => (
                <Fragment key={use.word}>
                  {index > 0 && ', '}
                  {use.word} <Items use={use} />
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  );
}

function Subhead({ children }: { readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="colgroup" colSpan={heads.length} className="pt-3! text-left font-[580]! text-text!">
        {children}
      </th>
    </tr>
  );
}

function Group({
  title,
  words,
  deployment,
}: {
  readonly title: string;
  readonly words: readonly SeenWord[];
  readonly deployment: Deployment;
}) {
  const [all, setAll] = useState(false);
  if (words.length === 0) return null;
  return (
    <>
      <Subhead>
        {title}
        <span className="caption ml-2.5 font-normal">{formatExact(words.length)}</span>
      </Subhead>
      {words.slice(0, all ? undefined : mostShown).map((use) => (
        <tr key={`${use.resource} ${use.field} ${use.word}`} className="align-top">
          <Cell head={heads[0]}>
            <Verbatim className="mono">{whereOf(use)}</Verbatim>
          </Cell>
          <Cell head={heads[1]} className="font-[560] whitespace-normal!">
            {use.isMember ? (
              memberType(use.word)
            ) : (
              <RowsOf use={use} slug={deployment.slug}>
                <Verbatim className="quoted">{use.word}</Verbatim>
              </RowsOf>
            )}
          </Cell>
          <Cell head={heads[2]} className="text-text-2">
            {formatClock(use.firstSeenAt)}
          </Cell>
          <Cell head={heads[3]}>
            <Items use={use} />
          </Cell>
          <Cell head={heads[4]} className="whitespace-normal! text-text-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <HowShown use={use} words={deployment.words} />
            </div>
          </Cell>
        </tr>
      ))}
      {!all && words.length > mostShown && (
        <tr>
          <td colSpan={heads.length}>
            <button type="button" className="control max-md:min-h-11" onClick={() => setAll(true)}>
              Show all {formatExact(words.length)}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function memberType(type: string): string {
  return type === 'object' ? 'member, structured' : `member, ${type === 'string' ? 'text' : type}`;
}

function Items({ use }: { readonly use: SeenWord }) {
  const items = itemsOf(use);
  if (!items) return <span className="text-text-3">no more</span>;
  const places = [...use.uses].map(([path, { count }]) => `${path}: ${formatExact(count)}`).join(', ');
  return (
    <span title={places}>
      <Count value={items.count} claim={items.claim} />
    </span>
  );
}
