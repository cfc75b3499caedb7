/** Reads the volumes of event types at both ends of a range. */

import { setImmediate } from 'node:timers/promises';
import type { HandoverEvent } from '#contract/reports/handover.ts';
import { firstThatFit, type Limits } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { rowSeries } from '#host/history/recorder/row-series.ts';
import { fieldsOf } from '#host/history/responses/items.ts';
import { figureOf } from '#host/history/responses/series.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';
import { endpointsFor } from '#host/history/spans/seen-time.ts';

/** Maximum number of log entries that are read to find earlier names. */
const mostLogged = 1_000;

/** A handover lists more event types than other rows: those that did not change count too. */
const eventsPerRow = 4;

/** Number of event types that are read at once. The thread records polls in between. */
const readAtOnce = 25;

/**
 * Finds the contents of items as they were at the end of a range, by item id. Items that did not change since are left
 * out.
 */
async function earlierBodies(
  { known, store, now }: HistoryRequest['context'],
  endpoint: number,
  { from, to }: Window,
): Promise<ReadonlyMap<number, string | null>> {
  const bodies = new Map<number, string | null>();
  const between = { from, to: Math.max(to, now) + 1 };
  const rows = (await store?.log({ endpoint, between, item: null, start: null, limit: mostLogged })) ?? [];
  for (const { at, item, bodyBefore, bodyLast } of rows) {
    // Entries come newest first, so the last one that counts is the first after the range.
    if (at >= to) bodies.set(item, bodyBefore ?? bodyLast);
    // A type that vanished in the range has the name that it had before.
    else if (!bodies.has(item) && known.item(item)?.content == null) bodies.set(item, bodyBefore);
  }
  return bodies;
}

export interface EventVolumes {
  readonly events: readonly HandoverEvent[];
  /** Number of event types that are left out; those that were not read may have no value in the range. */
  readonly cut: number;
}

export async function eventVolumes(
  request: HistoryRequest,
  range: Window,
  limits: Limits,
): Promise<EventVolumes> {
  const { context, deployment } = request;
  const { known, store } = context;
  const first = `${rowSeries.event}/`;
  const most = { ...limits, rows: eventsPerRow * limits.rows };
  const endpoints = range.from < range.to ? endpointsFor(known, deployment.slug, 'event') : [];
  const bodies = new Map<number, string | null>();
  for (const { id } of endpoints)
    for (const [item, body] of await earlierBodies(context, id, range)) bodies.set(item, body);
  const recorded = endpoints
    .flatMap(({ id }) => [...known.seriesOf(id)])
    .filter(({ name }) => name.startsWith(first))
    .map((series) => ({ series, id: series.name.slice(first.length) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const events: HandoverEvent[] = [];
  let read = 0;
  for (const { series, id } of recorded) {
    if (events.length === most.rows) break;
    read += 1;
    if (read % readAtOnce === 0) await setImmediate();
    const volume = await store?.volume(series, range);
    if (!volume) continue;
    const item = known.itemOf(series.endpoint, id, 1);
    const earlier = item ? bodies.get(item.id) : undefined;
    const present = item?.content == null ? null : known.body(item.content);
    const { name = null, source = null } = fieldsOf(earlier === undefined ? present : earlier) ?? {};
    events.push({
      id,
      name,
      source,
      first: figureOf(volume.first),
      last: figureOf(volume.last),
      falls: volume.falls,
    });
  }
  const shown = firstThatFit(events, most);
  return { events: shown, cut: events.length - shown.length + recorded.length - read };
}
