/** Makes the handover of a range from the history record (docs/understand/history-api.md, part 11). */

import { createHash } from 'node:crypto';
import type { Handover, HandoverCut } from '#contract/reports/handover.ts';
import { millisecondsBlind } from '#domain/history/handover/gaps.ts';
import { handoverLimits, type Limits, lastThatFit } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { stamp, stampOrNull } from '#host/history/responses/context.ts';
import { type HistoryRequest, settledUntil } from '#host/history/responses/windowed.ts';
import { changesOfRange } from './changes-of-range.ts';
import { eventVolumes } from './event-volumes.ts';
import { gapsOfRange } from './gaps-of-range.ts';
import { notGood } from './not-good.ts';
import { notesOfRange } from './notes-of-range.ts';

/** Returns the SHA-256 of a document's JSON text, in hexadecimal digits. */
export function hashOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Returns the parts of `cut` that left something out. */
function cutOf(
  rows: Readonly<Record<Exclude<keyof HandoverCut, 'changes'>, number>>,
  changes: NonNullable<HandoverCut['changes']>,
): Pick<Handover, 'cut'> {
  const counts = Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0));
  const isCut = Object.keys(counts).length > 0 || Object.keys(changes).length > 0;
  if (!isCut) return {};
  return { cut: { ...counts, ...(Object.keys(changes).length > 0 && { changes }) } };
}

export interface MadeHandover {
  readonly document: Handover;
  /** Whether nothing in the range can change. */
  readonly isSettled: boolean;
}

export async function handoverOf(
  request: HistoryRequest,
  range: Window,
  limits: Limits = handoverLimits,
): Promise<MadeHandover> {
  const { context, deployment } = request;
  const settled = settledUntil(request);
  const isSettled = settled !== null && range.to <= settled;
  const gaps = gapsOfRange(request, range);
  const blind = lastThatFit(
    gaps.map(({ endpoint, from, to, cause }) => {
      return { endpoint, from: stamp(from), to: stamp(to), cause, seconds: (to - from) / 1_000 };
    }),
    limits,
  );
  const { open, ended, cut: cutSpans } = notGood(request, range, limits);
  const { changes, cut: cutChanges } = await changesOfRange(request, range, limits);
  const { events, cut: cutEvents } = await eventVolumes(request, range, limits);
  const { notes, cut: cutNotes } = await notesOfRange(request, range, limits);
  const cut = { blind: gaps.length - blind.length, ...cutSpans, events: cutEvents, notes: cutNotes };
  const content = {
    deployment: deployment.slug,
    from: stamp(range.from),
    to: stamp(range.to),
    ...(!isSettled && { knownUntil: stampOrNull(context.known.knownUntil(deployment.slug)) }),
    blind,
    blindSeconds: Object.fromEntries(
      [...millisecondsBlind(gaps)].map(([endpoint, milliseconds]) => [endpoint, milliseconds / 1_000]),
    ),
    open,
    ended,
    changes,
    events,
    notes,
    ...cutOf(cut, cutChanges),
  };
  return { document: { ...content, hash: hashOf(content) }, isSettled };
}
