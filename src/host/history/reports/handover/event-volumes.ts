/** Reads the volumes of event types at both ends of a range. */

import { setImmediate } from 'node:timers/promises';
import type { HandoverEvent } from '#contract/reports/handover.ts';
import { firstThatFit, type Limits } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { inParts, presentBody } from '#host/history/past/items-at.ts';
import { rowSeries } from '#host/history/recorder/row-series.ts';
import { fieldsOf } from '#host/history/responses/items.ts';
import { figureOf } from '#host/history/responses/series.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';
import type { ItemRow } from '#host/history/rows.ts';
import { endpointsFor } from '#host/history/spans/seen-time.ts';
import type { Volume } from '#host/history/store/store.ts';

/** A handover lists more event types than other rows: those that did not change count too. */
const eventsPerRow = 4;

/** Number of event types that are read at once. The thread records polls in between. */
const readAtOnce = 25;

/** Reads the last content that a list row had before it vanished in a range; `null` if it was not listed before. */
async function bodyBeforeVanishing(
  { store }: HistoryRequest['context'],
  { id: item, endpoint }: ItemRow,
  between: Window,
): Promise<string | null> {
  const [newest] = (await store?.log({ endpoint, between, item, start: null, limit: 1 })) ?? [];
  return newest?.bodyBefore ?? null;
}

/** Reads the content of list rows at the end of a range, or before they vanished in it, by item id. */
async function bodiesAtEnd(
  context: HistoryRequest['context'],
  items: readonly ItemRow[],
  range: Window,
): Promise<ReadonlyMap<number, string | null>> {
  const bodies = new Map<number, string | null>();
  await inParts(items, async (part) => {
    const changed = part.filter(({ changedAt }) => changedAt >= range.to).map(({ id }) => id);
    const earlier = await context.store?.contentsAt(changed, range.to - 1);
    for (const item of part) {
      const before = earlier?.get(item.id);
      // oxlint-disable-next-line no-await-in-loop -- nearly all contents are in memory
      const body = before === undefined ? await presentBody(context, item.content) : before;
      // oxlint-disable-next-line no-await-in-loop -- few event types vanish
      bodies.set(item.id, body ?? (await bodyBeforeVanishing(context, item, range)));
    }
  });
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
  const recorded = endpoints
    .flatMap(({ id }) => [...known.seriesOf(id)])
    .filter(({ name }) => name.startsWith(first))
    .map((series) => ({ series, id: series.name.slice(first.length) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const counted: { readonly id: string; readonly item: ItemRow | null; readonly volume: Volume }[] = [];
  let read = 0;
  for (const { series, id } of recorded) {
    if (counted.length === most.rows) break;
    read += 1;
    if (read % readAtOnce === 0) await setImmediate();
    const volume = await store?.volume(series, range);
    if (volume) counted.push({ id, item: known.itemOf(series.endpoint, id, 1) ?? null, volume });
  }
  const items = counted.flatMap(({ item }) => item ?? []);
  const bodies = await bodiesAtEnd(context, items, range);
  const events = counted.map(({ id, item, volume }): HandoverEvent => {
    const { name = null, source = null } = fieldsOf((item && bodies.get(item.id)) ?? null) ?? {};
    return {
      id,
      name,
      source,
      first: figureOf(volume.first),
      last: figureOf(volume.last),
      falls: volume.falls,
    };
  });
  const shown = firstThatFit(events, most);
  return { events: shown, cut: events.length - shown.length + recorded.length - read };
}
