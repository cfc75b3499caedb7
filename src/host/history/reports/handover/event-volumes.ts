/** Reads the volumes of all event types at both ends of a range. */

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
  /** Number of event types that are left out. */
  readonly cut: number;
}

export async function eventVolumes(
  request: HistoryRequest,
  range: Window,
  limits: Limits,
): Promise<EventVolumes> {
  const { context, deployment } = request;
  const { known, store } = context;
  const events: HandoverEvent[] = [];
  const first = `${rowSeries.event}/`;
  for (const { id: endpoint } of range.from < range.to ? endpointsFor(known, deployment.slug, 'event') : []) {
    const bodies = await earlierBodies(context, endpoint, range);
    for (const series of known.seriesOf(endpoint)) {
      if (!series.name.startsWith(first)) continue;
      const volume = await store?.volume(series, range);
      if (!volume) continue;
      const id = series.name.slice(first.length);
      const item = known.itemOf(endpoint, id, 1);
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
  }
  const sorted = events.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const shown = firstThatFit(sorted, { ...limits, rows: eventsPerRow * limits.rows });
  return { events: shown, cut: events.length - shown.length };
}
