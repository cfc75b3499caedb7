/** Merges the spans of several rows that share a key: at each time the worst row counts. */

import type { SpanEntry } from '#contract/history.ts';
import { severityRank } from '#domain/severity/severity.ts';

function endOf({ to }: SpanEntry): number {
  return to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
}

/** Ranks a span among those of its key. A row that is gone does not count while another one is listed. */
function rankOf({ word, severity }: SpanEntry): number {
  return word === null ? -1 : severityRank[severity];
}

/**
 * Returns the latest `notBefore` of the spans that begin at `from`; `null` if none begins then, or it is
 * unknown.
 */
function notBeforeAt(spans: readonly SpanEntry[], from: string): string | null {
  const known = spans.flatMap((span) => (span.from === from && span.notBefore !== null ? span.notBefore : []));
  return known.toSorted().at(-1) ?? null;
}

/**
 * Merges the spans of all rows with one key.
 * @param spans - spans of all occurrences of the key; those of each occurrence in order of time
 */
export function worstSpans(spans: readonly SpanEntry[]): readonly SpanEntry[] {
  if (spans.every(({ occurrence }) => occurrence === 1)) return spans;
  const times = [...new Set(spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].toSorted(
    (a, b) => Date.parse(a) - Date.parse(b),
  );
  const begins = spans.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const worst: SpanEntry[] = [];
  let place = 0;
  let open: SpanEntry[] = [];
  let leader: SpanEntry | undefined;
  for (const time of times) {
    const at = Date.parse(time);
    while (place < begins.length && Date.parse(begins[place]?.from ?? '') <= at) {
      const next = begins[place];
      if (next) open.push(next);
      place += 1;
    }
    open = open.filter((span) => endOf(span) > at);
    const [first, ...others] = open;
    const last = worst.at(-1);
    const leading = first && others.reduce((most, span) => (rankOf(span) > rankOf(most) ? span : most), first);
    const isNewLeader = leading !== leader;
    leader = leading;
    if (last && last.to === null && last.word === leading?.word && last.endpoint === leading.endpoint) {
      if (isNewLeader && leading.leftOut)
        worst[worst.length - 1] = { ...last, leftOut: [...(last.leftOut ?? []), ...leading.leftOut] };
      continue;
    }
    if (last && last.to === null) worst[worst.length - 1] = { ...last, to: time };
    if (!leading) continue;
    const notBefore = leading.from === time ? leading.notBefore : notBeforeAt(spans, time);
    worst.push({ ...leading, occurrence: 1, from: time, notBefore, to: null });
  }
  return worst;
}
