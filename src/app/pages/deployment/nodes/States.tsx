import { Link } from 'react-router';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { paths } from '#app/url/paths.ts';
import type { Node } from '#contract/resources.ts';
import { nodeStates, statesInBrief } from '#domain/figures/node-states.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';

export function States({ list: { deployment, source, listing } }: { readonly list: ListView<Node> }) {
  const groups = useListingResult(listing, 'status', (list) => list.group({}, ['status']));
  return (
    <Panel title="Status" aside="nodes" sources={[source]}>
      {listing?.count === 0 && <EmptyState>{nothingListed('nodes', listing.claim)}</EmptyState>}
      <ul aria-label="Nodes by status" className="m-0 list-none p-0">
        {listing &&
          groups &&
          nodeStates(groups, deployment.words).map(({ state, nodes }) => (
            <li key={`=${state.word}`} className="border-b border-line">
              <Link
                to={paths.nodes(deployment.slug, { status: state.word })}
                className="link flex items-center gap-2.5 py-[3px] max-md:min-h-11"
              >
                <StatusGlyph severity={state.severity} size={10} />
                <StatusWord state={state} className="min-w-0 flex-1 truncate" />
                <Count value={nodes} claim={listing.claim} />
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

/** Maximum number of status words in the row of low charts. */
const mostInBand = 5;

/**
 * Counts the nodes per status word, in the row of low charts. Its figures have no links, because the rows are
 * too low as targets.
 */
export function StatesInBand({ list: { deployment, source, listing } }: { readonly list: ListView<Node> }) {
  const groups = useListingResult(listing, 'status', (list) => list.group({}, ['status'])) ?? [];
  const { shown, rest } = statesInBrief(groups, deployment.words, mostInBand);
  return (
    <Panel title="Status" sources={[source]} inBand>
      {listing && (
        <ul aria-label="Nodes by status" className="m-0 list-none p-0 text-[12px] leading-[17px]">
          {shown.map(({ state, nodes }) => (
            <li key={`=${state.word}`} className="flex items-center gap-2">
              <StatusGlyph severity={state.severity} size={9} />
              <StatusWord state={state} className="min-w-0 flex-1 truncate" />
              <Count value={nodes} claim={listing.claim} />
            </li>
          ))}
          {rest && (
            <li className="flex items-center gap-2 text-text-2">
              <StatusGlyph severity={rest.severity} size={9} />
              <span className="min-w-0 flex-1 truncate">{plural(rest.words, 'other word')}</span>
              <Count value={rest.nodes} claim={listing.claim} />
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
