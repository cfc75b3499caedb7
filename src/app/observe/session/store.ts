/** Fills the session log of each deployment from every response. */

import type { QueryClient } from '@tanstack/react-query';
import { findDeployment } from '#app/delivered/config.ts';
import { cachedFeed } from '#app/queries/keys.ts';
import { now } from '#app/ui/time/clock.ts';
import { endpointAt, pathsOf } from '#contract/endpoints.ts';
import type { EventType, StatusDocument } from '#contract/resources.ts';
import { type Answer, availabilityOf, isAbsent } from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import type { ContradictionCheck } from '#domain/contradictions/checks.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { SeenSubject, SeenSubjects } from '#domain/memory/changes.ts';
import { leadingRows } from '#domain/severity/worst-first.ts';
import { awaitsLists } from '#domain/verdict/inventory-part.ts';
import { componentStates } from '#domain/verdict/verdict.ts';
import { type FeedEvent, isFeedOf, watchFeeds } from '../feeds.ts';
import { noteAbsentEndpoint, noteEndpoint, noteNames } from '../roster/store.ts';
import { statusFeedIn, verdictWith } from '../verdicts/verdicts.ts';
import { updateSession } from './seen.ts';
import {
  logContact,
  logContradictions,
  logLatency,
  logList,
  logStatus,
  logVerdict,
  logVolumes,
} from './session-log.ts';

/** Whether a feed is of the preferred version among those with a response. Other versions are not logged. */
function isPreferred(client: QueryClient, { slug, path }: FeedEvent): boolean {
  const answered = pathsOf(endpointAt(path).resource).find((each) => cachedFeed(client, slug, each).answer);
  return answered === path;
}

function logDocument(client: QueryClient, slug: string, answer: Answer<StatusDocument>): void {
  const deployment = findDeployment(slug);
  if (!deployment) return;
  const { path, receivedAt: at, value: document } = answer;
  const states = componentStates(document, deployment.words);
  const whole = answer.findings.every((finding) => finding.path !== 'components');
  // A response from a stale cache confirms nothing now. If a component has no name, it could be any absent
  // one, so the names count as incomplete.
  if (validUntil(answer) > at)
    noteNames(slug, 'component', path, {
      names: new Map(states.map(({ id, name }) => [id, name])),
      at,
      complete: whole && document.components.every(({ name }) => name !== null),
    });
  // After `noteNames`, because the verdict includes the components that this response no longer lists.
  const verdict = verdictWith(client, deployment, { answer, failure: null }, 'fresh');
  updateSession(slug, (before) => {
    // A good status is not confirmed before the first response of each list.
    const waits = awaitsLists(verdict) && !before.lists.has(`status ${path}`);
    return logStatus(before, answer, waits ? null : verdict.severity, states);
  });
}

/** Logs the verdict after a new list, because a list may change it before the next status document. */
export function noteLists(client: QueryClient, slug: string): void {
  const deployment = findDeployment(slug);
  if (!deployment) return;
  const { answer, failure } = statusFeedIn(client, deployment);
  if (!answer || failure) return;
  const verdict = verdictWith(client, deployment, { answer, failure }, 'fresh');
  if (awaitsLists(verdict)) return;
  updateSession(slug, (before) => logVerdict(before, answer, verdict.severity, now()));
}

async function allRows<Row>(listing: Listing<Row>): Promise<readonly Row[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

type Named = readonly [id: string | null, row: Omit<SeenSubject, 'name'> & { readonly name: string | null }];

/** Logs the rows of a list by id or code. If several rows have the same one, only the worst row is logged. */
async function logRows<Row>(
  slug: string,
  subject: 'region' | 'node',
  answer: Answer<Listing<Row>>,
  namedAs: (row: Row) => Named,
): Promise<void> {
  const words = findDeployment(slug)?.words ?? {};
  const { path, receivedAt: at, value: listing } = answer;
  const named = (await allRows(listing)).map(namedAs);
  const leading = leadingRows(
    named.map(([id, row]) => ({ id, row, status: row.word })),
    ({ id }) => id,
    words,
  );
  const subjects: SeenSubjects = new Map(
    [...leading].map(([id, { row }]) => [id, { ...row, name: row.name ?? id }] as const),
  );
  const complete = listing.claim.kind === 'exact';
  const times = { at, until: validUntil(answer) };
  updateSession(slug, (before) => logList(before, subject, path, subjects, times, complete));
  noteNames(slug, subject, path, {
    names: new Map([...subjects].map(([id, { name }]) => [id, name])),
    at,
    complete: complete && named.every(([id]) => id !== null),
  });
}

async function logTypes(slug: string, answer: Answer<Listing<EventType>>): Promise<void> {
  const rows = await allRows(answer.value);
  updateSession(slug, (before) => logVolumes(before, answer, rows, answer.value.claim));
}

function logEvent(client: QueryClient, event: FeedEvent): void {
  const { slug, feed } = event;
  if (feed?.failure || !isPreferred(client, event)) return;
  if (isFeedOf(event, 'status') && event.feed?.answer) logDocument(client, slug, event.feed.answer);
  if (isFeedOf(event, 'region') && event.feed?.answer)
    void logRows(slug, 'region', event.feed.answer, ({ code, name, status }) => [code, { name, word: status }]);
  if (isFeedOf(event, 'node') && event.feed?.answer)
    void logRows(slug, 'node', event.feed.answer, ({ id, pop, status, capacity }) => [
      id,
      { name: null, word: status, region: pop, capacity },
    ]);
  if (isFeedOf(event, 'event') && event.feed?.answer) void logTypes(slug, event.feed.answer);
}

export function noteContradictions(slug: string, checks: readonly ContradictionCheck[], readAt: number): void {
  if (checks.length > 0) updateSession(slug, (before) => logContradictions(before, checks, readAt));
}

/** Starts to fill the logs. A response of the past is not seen now, so it is not logged. */
export function watchSession(client: QueryClient): void {
  watchFeeds(client, (event) => {
    const { slug, path, region, feed, before } = event;
    if (!feed || momentOf(slug) !== null) return;
    updateSession(slug, (known) => logContact(known, before ?? undefined, feed));
    if (region !== undefined) return;
    updateSession(slug, (known) => logLatency(known, feed));
    if (!feed.failure && feed.answer) noteEndpoint(slug, path, feed.answer.receivedAt);
    if (feed.failure && isAbsent(feed.failure) && availabilityOf(feed) !== 'offered')
      noteAbsentEndpoint(slug, path, feed.failure.at);
    logEvent(client, event);
  });
}
