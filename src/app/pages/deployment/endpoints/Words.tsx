import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EndpointPath } from '../../../../contract/endpoints.ts';
import type { Deployment } from '../../../../contract/host.ts';
import type { Resource } from '../../../../contract/resources.ts';
import { availabilityOf, type Feed } from '../../../../domain/answer.ts';
import { formatExact } from '../../../../domain/format.ts';
import type { Listing } from '../../../../domain/listing.ts';
import { classify, severityName, type WordOverrides } from '../../../../domain/severity.ts';
import { Count } from '../../../components/Count.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Cell, type Head, SmallTable } from '../../../components/SmallTable.tsx';
import { Verbatim } from '../../../components/Verbatim.tsx';
import { paths } from '../../../paths.ts';
import { useAnswered } from '../../../queries/answered.ts';
import {
  mergeVersions,
  type UnlistedWord,
  unlistedInList,
  unlistedInStatus,
  type WordUse,
} from './unlisted-words.ts';
import { type EndpointFeeds, readingsOf } from './use-endpoints.ts';

const heads = [
  { label: 'Where', width: '30%' },
  { label: 'Word', width: '24%' },
  { label: 'Items', align: 'right', width: '4.5rem' },
  { label: 'How it is shown', wide: true },
] as const satisfies readonly Head[];

function useListWords<Row>(path: EndpointPath, feed: Feed<Listing<Row>>): readonly UnlistedWord[] {
  return useAnswered(feed.answer?.value ?? null, 'words', (list) => unlistedInList(path, list)) ?? [];
}

function useWords(feeds: EndpointFeeds): readonly WordUse[] {
  const [v2, v1] = [feeds['/api/v2/status'].answer?.value, feeds['/api/v1/status'].answer?.value];
  return mergeVersions([
    ...(v2 ? unlistedInStatus('/api/v2/status', v2) : []),
    ...(v1 ? unlistedInStatus('/api/v1/status', v1) : []),
    ...useListWords('/api/v2/regions', feeds['/api/v2/regions']),
    ...useListWords('/api/v1/regions', feeds['/api/v1/regions']),
    ...useListWords('/api/v2/nodes', feeds['/api/v2/nodes']),
    ...useListWords('/api/v1/nodes', feeds['/api/v1/nodes']),
    ...useListWords('/api/v1/assets', feeds['/api/v1/assets']),
    ...useListWords('/api/v1/applications', feeds['/api/v1/applications']),
    ...useListWords('/api/v1/events', feeds['/api/v1/events']),
  ]);
}

/** Words that the document does not list where it lists some: kept, shown as sent, never good by guess. */
export function Words({
  deployment,
  feeds,
}: {
  readonly deployment: Deployment;
  readonly feeds: EndpointFeeds;
}) {
  const words = useWords(feeds);
  const sources = readingsOf(feeds)
    .filter(({ feed }) => feed.answer)
    .map(({ path, feed }) => ({ path, feed, availability: availabilityOf(feed) }));
  return (
    <Panel
      title="Words the document does not list"
      note={words.length === 0 ? undefined : formatExact(words.length)}
      aside="in what was read"
      sources={sources}
    >
      {words.length === 0 ? (
        <p className="py-3 text-text-2">Every word read here is one that the document lists.</p>
      ) : (
        <SmallTable label="Words the document does not list" heads={heads}>
          {words.map((use) => (
            <tr key={`${use.resource} ${use.field} ${use.word}`}>
              <Cell head={heads[0]}>
                <span className="mono">
                  {use.resource === 'status' ? use.field : `${use.resource}.${nameOf(use.field)}`}
                </span>
              </Cell>
              <Cell head={heads[1]} className="font-[560]">
                <RowsOf use={use} slug={deployment.slug}>
                  “<Verbatim>{use.word}</Verbatim>”
                </RowsOf>
              </Cell>
              <Cell head={heads[2]}>
                <span title={use.uses.map(({ path, count }) => `${path}: ${formatExact(count)}`).join(', ')}>
                  <Count value={Math.max(...use.uses.map(({ count }) => count))} claim={use.claim} />
                </span>
              </Cell>
              <Cell head={heads[3]} className="text-text-2">
                {shownAs(use, deployment.words)}
              </Cell>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  );
}

function shownAs({ field, word }: WordUse, words: WordOverrides): string {
  if (field.endsWith('status') && !field.endsWith('cache_status')) {
    const { severity, overridden } = classify(word, words);
    const counted = `counted as ${severityName[severity]}`;
    if (overridden) return `${counted}, as configured`;
    return severity === 'unknown' ? `as sent, ${counted}` : `readable, ${counted}`;
  }
  return field.endsWith('cache_status') ? 'as sent, with a colour of its own' : 'as sent';
}

/** The field's own name: "status" of "data[].status". */
function nameOf(field: string): string {
  return field.replace(/^data\[\]\./, '');
}

const pages = {
  status: paths.status,
  region: paths.regions,
  node: paths.nodes,
  bucket: paths.buckets,
  asset: paths.assets,
  application: paths.applications,
  event: paths.events,
} as const satisfies Record<Resource, unknown>;

/** The rows that hold the word, where a page can filter by it. */
function RowsOf({
  use: { resource, field, word },
  slug,
  children,
}: {
  readonly use: WordUse;
  readonly slug: string;
  readonly children: ReactNode;
}) {
  const name = nameOf(field);
  return (
    <Link className="link" to={pages[resource](slug, resource === 'status' ? {} : { [name]: word })}>
      {children}
    </Link>
  );
}
