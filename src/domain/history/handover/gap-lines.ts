/** Lines about the time that nobody observed. Simultaneous gaps of several endpoints with one cause are one line. */

import type { GapCause } from '#contract/history.ts';
import type { Handover, HandoverGap } from '#contract/reports/handover.ts';
import { plain } from '#domain/sentences/clause.ts';
import { formatDuration, joinWords, plural } from '#domain/text/format.ts';
import { causeInWords } from '../strips/recorded-strip.ts';
import { type HandoverLine, type LineOptions, spanText } from './lines.ts';

/** Maximum number of endpoints that a line names. More are counted. */
const mostNamed = 3;

interface GapGroup {
  readonly cause: GapCause;
  readonly from: number;
  to: number;
  readonly gaps: HandoverGap[];
}

function groupsOf(gaps: readonly HandoverGap[]): readonly GapGroup[] {
  const groups: GapGroup[] = [];
  const last = new Map<GapCause, GapGroup>();
  for (const gap of gaps) {
    const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)];
    const known = last.get(gap.cause);
    if (known && from <= known.to) {
      known.gaps.push(gap);
      known.to = Math.max(known.to, to);
      continue;
    }
    const group = { cause: gap.cause, from, to, gaps: [gap] };
    groups.push(group);
    last.set(gap.cause, group);
  }
  return groups;
}

function causeText(cause: GapCause): string {
  if (cause === 'not-recorded') return 'nothing was recorded';
  return cause === 'pending' ? 'after the newest poll' : causeInWords({ cause, detail: null });
}

function endpointsText(endpoints: readonly string[]): string {
  return endpoints.length > mostNamed ? plural(endpoints.length, 'endpoint') : joinWords(endpoints);
}

function lineOf({ cause, from, to, gaps }: GapGroup, { zone }: LineOptions): HandoverLine {
  const endpoints = [...new Set(gaps.map(({ endpoint }) => endpoint))];
  const longest = gaps.reduce((most, { seconds }) => Math.max(most, seconds), 0) * 1_000;
  const length = `${gaps.length > 1 ? 'at most ' : ''}${formatDuration(longest)}`;
  return {
    subjects: [],
    severity: 'unvouched',
    clauses: [
      plain(`${spanText(from, to, zone)}, ${length}: ${causeText(cause)} (${endpointsText(endpoints)})`),
    ],
  };
}

export function gapLines({ blind }: Handover, options: LineOptions): readonly HandoverLine[] {
  return groupsOf(blind).map((group) => lineOf(group, options));
}

/** "Not observed in all: 45 min of 6 endpoints and 12 min of /api/v2/status." */
export function gapSums({ blindSeconds }: Handover): string {
  const endpointsOf = new Map<string, string[]>();
  for (const [endpoint, seconds] of Object.entries(blindSeconds)) {
    const duration = formatDuration(seconds * 1_000);
    const known = endpointsOf.get(duration);
    if (known) known.push(endpoint);
    else endpointsOf.set(duration, [endpoint]);
  }
  const sums = [...endpointsOf].map(([duration, endpoints]) => `${duration} of ${endpointsText(endpoints)}`);
  return `Not observed in all: ${joinWords(sums)}.`;
}
