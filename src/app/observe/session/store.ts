/** Watches every answer that reaches the query cache and keeps one {@link SessionRecord} a deployment. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findDeployment } from '#app/delivered/config.ts';
import { now } from '#app/ui/clock.ts';
import { type EndpointPath, isEndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { EventType, Node, Region, StatusDocument } from '#contract/resources.ts';
import { type Answer, availabilityOf, type Feed, isAbsent } from '#domain/answer/answer.ts';
import { vouchedUntil } from '#domain/answer/freshness.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Sights } from '#domain/memory/changes.ts';
import { componentStates } from '#domain/verdict/verdict.ts';
import { noteAbsentEndpoint, noteEndpoint, noteNames } from '../roster/store.ts';
import { verdictWith } from '../verdicts.ts';
import {
  emptyRecord,
  recordContact,
  recordLatency,
  recordSights,
  recordStatus,
  recordVolumes,
  type SessionRecord,
} from './record.ts';

const records = new Map<string, SessionRecord>();
const listeners = new Set<() => void>();
const openedAt = now();

function update(slug: string, change: (record: SessionRecord) => SessionRecord): void {
  const before = records.get(slug) ?? emptyRecord(openedAt);
  const after = change(before);
  if (after === before) return;
  records.set(slug, after);
  for (const listener of listeners) listener();
}

const nothingSeen = emptyRecord(openedAt);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What this session has seen of a deployment. */
export function useSession(slug: string): SessionRecord {
  return useSyncExternalStore(subscribe, () => records.get(slug) ?? nothingSeen);
}

async function allRows<Row>(listing: Listing<Row>): Promise<readonly Row[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

function sightsOf<Row extends { readonly status: string | null }>(
  rows: readonly Row[],
  identity: (row: Row) => string | null,
  name: (row: Row) => string | null,
): Sights {
  return new Map(
    rows.flatMap((row) => {
      const id = identity(row);
      return id === null ? [] : [[id, { name: name(row) ?? id, word: row.status }] as const];
    }),
  );
}

function timesOf(answer: Answer<unknown>): { readonly at: number; readonly until: number } {
  return { at: answer.receivedAt, until: vouchedUntil(answer) };
}

/** Answers of several versions of one resource tell one story: the preferred version that has answered tells it. */
function speaksFor(
  client: QueryClient,
  slug: string,
  path: EndpointPath,
  resource: 'status' | 'region' | 'node' | 'event',
): boolean {
  const versions = pathsOf(resource);
  if (!versions.includes(path)) return false;
  const answered = versions.find((each) => client.getQueryData<Feed<unknown>>([slug, each, {}])?.answer);
  return answered === path;
}

/** Feeds are typed by the query that made them; here they arrive through the cache, named by their path. */
function record(client: QueryClient, slug: string, path: EndpointPath, feed: Feed<unknown>): void {
  const { answer } = feed;
  if (feed.failure || !answer) return;
  if (speaksFor(client, slug, path, 'status')) {
    const deployment = findDeployment(slug);
    if (!deployment) return;
    // The status query's own feed (queries/resources/status.ts).
    const status = { answer: answer as Answer<StatusDocument>, failure: null };
    const { components } = status.answer.value;
    const states = componentStates(status.answer.value, deployment.words);
    const whole = answer.findings.every((finding) => finding.path !== 'components');
    const names = new Map(states.map(({ id, name }) => [id, name]));
    // What a cache kept too long tells nothing of now; a component without a name could be any.
    if (vouchedUntil(answer) > answer.receivedAt)
      noteNames(slug, 'component', path, {
        names,
        at: answer.receivedAt,
        complete: whole && components.every(({ name }) => name !== null),
      });
    // After the names: a component that this very answer lacks belongs to the verdict that is kept.
    const { severity } = verdictWith(client, deployment, status, 'fresh');
    update(slug, (before) => recordStatus(before, status.answer, severity, states));
  } else if (speaksFor(client, slug, path, 'region')) {
    // The region query's own feed (queries/resources/regions.ts).
    const listing = answer.value as Listing<Region>;
    void allRows(listing).then((rows) => {
      const sights = sightsOf(
        rows,
        (row) => row.code,
        (row) => row.name,
      );
      const complete = listing.claim.kind === 'exact';
      update(slug, (before) => recordSights(before, 'region', path, sights, timesOf(answer), complete));
      noteNames(slug, 'region', path, {
        names: new Map([...sights].map(([id, sight]) => [id, sight.name])),
        at: answer.receivedAt,
        complete: complete && rows.every((row) => row.code !== null),
      });
    });
  } else if (speaksFor(client, slug, path, 'node')) {
    // The node query's own feed (queries/resources/nodes.ts).
    const listing = answer.value as Listing<Node>;
    void allRows(listing).then((rows) => {
      const sights = sightsOf(
        rows,
        (row) => row.id,
        (row) => row.id,
      );
      const complete = listing.claim.kind === 'exact';
      update(slug, (before) => recordSights(before, 'node', path, sights, timesOf(answer), complete));
      noteNames(slug, 'node', path, {
        names: new Map([...sights].map(([id, sight]) => [id, sight.name])),
        at: answer.receivedAt,
        complete: complete && rows.every((row) => row.id !== null),
      });
    });
  } else if (speaksFor(client, slug, path, 'event')) {
    // The event query's own feed (queries/resources/events.ts).
    const listing = answer.value as Listing<EventType>;
    void allRows(listing).then((rows) => update(slug, (before) => recordVolumes(before, answer, rows)));
  }
}

/** Starts watching, first what is already there; returns how to stop. */
export function watchSession(client: QueryClient): () => void {
  const last = new Map<string, Feed<unknown>>();
  const look = (query: Query) => {
    const [slug, path, asked] = query.queryKey;
    if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return;
    // Every query of this client holds a feed (queries/endpoint.ts).
    const feed = query.state.data as Feed<unknown> | undefined;
    const before = last.get(query.queryHash);
    if (!feed || feed === before) return;
    last.set(query.queryHash, feed);
    update(slug, (known) => recordContact(known, before, feed));
    if (typeof asked === 'object' && asked !== null && Object.keys(asked).length === 0) {
      update(slug, (known) => recordLatency(known, feed));
      if (!feed.failure && feed.answer) noteEndpoint(slug, path, feed.answer.receivedAt);
      if (feed.failure && isAbsent(feed.failure) && availabilityOf(feed) !== 'offered')
        noteAbsentEndpoint(slug, path, feed.failure.at);
      record(client, slug, path, feed);
    }
  };
  for (const query of client.getQueryCache().getAll()) look(query);
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') last.delete(event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'success') look(event.query);
  });
}
