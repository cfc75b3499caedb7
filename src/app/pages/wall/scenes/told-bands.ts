/** What bands say: their words, since when, and how much room that takes. */

import { useComponentsSince, useVerdictSince } from '#app/components/strips/recorded-since.ts';
import {
  momentInWords,
  type RecordedTimes,
  recordedTimes,
  sinceInWords,
} from '#app/components/strips/since.ts';
import { measureText } from '#app/map/layout/measure-text.ts';
import { useMissing } from '#app/observe/roster/store.ts';
import { onHostClock, useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { vouchedAt } from '#domain/answer/freshness.ts';
import type { Since } from '#domain/history/chosen-since.ts';
import { isOwnWord, remarkOf, type State } from '#domain/severity/classify.ts';
import { type Clause, plain, sent, stateClause, textOf } from '#domain/text/clause.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import type { BandText } from '#domain/wall/band-layout.ts';
import { type Band, formOf } from '#domain/wall/bands.ts';
import { claimedWords, countedWords, statedWords } from '#domain/wall/contested.ts';

export interface ToldBand {
  readonly id: string;
  readonly band: Band;
  readonly state: State;
  readonly name: readonly Clause[];
  /** In place of the word of its state. */
  readonly words: readonly Clause[] | null;
  /** Names that it stands for. */
  readonly names: readonly string[];
  /** Who says the same, and who does not. */
  readonly details: readonly Clause[];
  /** Empty where nobody knows. */
  readonly time: string;
  readonly since: string;
  /** Attributes of the element that says it. */
  readonly times: RecordedTimes;
}

function componentsOf(band: Band): readonly ComponentState[] {
  if (band.kind === 'gone') return band.components;
  return band.kind === 'component' ? [band.component] : [];
}

interface Span {
  readonly since: Since;
  /** What the moment is called, where it is not since when. */
  readonly called?: string;
  /** Since when it has been so, where another moment is shown. */
  readonly begun?: Since | null;
}

type Words = Pick<ToldBand, 'id' | 'name' | 'words' | 'names' | 'details'>;

function wordsOf(band: Band, verdict: Verdict): Words {
  const nothing = { words: null, names: [], details: [] };
  switch (band.kind) {
    case 'document': {
      const name = [{ text: band.state.label, sent: isOwnWord(band.state) }];
      return { ...nothing, id: 'document', name, words: [plain('says the status document')] };
    }
    case 'inventory':
      return {
        ...nothing,
        id: 'inventory',
        name: countedWords(band.part),
        words: statedWords(band.part),
      };
    case 'claim':
      return {
        ...nothing,
        id: 'claim',
        name: [plain('The status document says '), stateClause(band.state)],
        details: claimedWords(verdict),
      };
    case 'component': {
      const { id, name } = band.component;
      const words = band.state.severity === 'vanished' ? [plain('No longer listed')] : null;
      return { ...nothing, id: `component ${id}`, name: [sent(name)], words };
    }
    case 'gone': {
      const name = [plain(`${formatExact(band.components.length)} no longer listed`)];
      const names = band.components.map((component) => component.name);
      return { ...nothing, id: 'gone', name, names };
    }
  }
}

/**
 * The bands with since when each has been so. What nobody vouches for any more has its age instead.
 *
 * @param answer - what they rest on.
 * @param isOld - it is out of date.
 */
export function useToldBands(
  deployment: Deployment,
  bands: readonly Band[],
  zone: string,
  {
    verdict,
    answer,
    isOld,
  }: { readonly verdict: Verdict; readonly answer: Answer<unknown> | null; readonly isOld: boolean },
): readonly ToldBand[] {
  const { present } = useVerdictSince(deployment, verdict);
  const componentSince = useComponentsSince(deployment.slug, isOld ? [] : bands.flatMap(componentsOf));
  const missing = useMissing(deployment.slug, 'component');
  const lastListed = (components: readonly ComponentState[]): Span | null => {
    const spans = components.flatMap((component): readonly Span[] => {
      const begun = componentSince(component);
      const lastSeen = missing.find(({ id }) => id === component.id)?.lastSeen;
      const seen = lastSeen === undefined ? 0 : onHostClock(lastSeen);
      // Another screen, or the record, may have seen it listed after this one did.
      const from = Math.max(seen, begun?.notBefore ?? 0);
      return from === 0 ? [] : [{ since: { from, before: false }, called: 'last listed', begun }];
    });
    const [latest = null] = spans.toSorted((a, b) => b.since.from - a.since.from);
    return latest;
  };
  const readAt = answer && onHostClock(vouchedAt(answer));
  const spanOf = (band: Band): Span | null => {
    if (isOld || band.kind === 'claim')
      return readAt === null ? null : { since: { from: readAt, before: false }, called: 'last vouched' };
    if (band.kind === 'gone') return lastListed(band.components);
    if (band.kind === 'component' && band.state.severity === 'vanished') return lastListed([band.component]);
    const since = band.kind === 'component' ? componentSince(band.component) : present;
    return since && { since };
  };
  const spans = bands.map(spanOf);
  const durations = useHostTimed((now) =>
    spans.map((span) => (span ? formatDuration(now - span.since.from) : '')).join('\n'),
  ).split('\n');
  const moments = useHostTimed((now) =>
    spans.map((span) => (span ? momentOf(span, now, zone) : '')).join('\n'),
  ).split('\n');
  return bands.map((band, index) => {
    const span = spans[index];
    const duration = durations[index] ?? '';
    const told = { ...wordsOf(band, verdict), band, state: band.state, times: {} };
    if (!span) return { ...told, time: '', since: '' };
    // Of the document itself its age is enough.
    if (band.kind === 'claim' && !isOld) return { ...told, time: '', since: `document read ${duration} ago` };
    return {
      ...told,
      time: `${duration}${isOld ? ' old' : ''}`,
      since: moments[index] ?? '',
      times: recordedTimes(span.begun ?? span.since),
    };
  });
}

function momentOf({ since, called }: Span, now: number, zone: string): string {
  return called === undefined
    ? sinceInWords(since, now, zone).since
    : `${called} ${momentInWords(since.from, now, zone)}`;
}

/** Of letters as the style sheet narrows them for a name, a word and a line, against those of `measureText`. */
const narrowed = { name: 0.9, word: 0.99, line: 0.95 } as const;
const measured = 100;

function widthOf(text: string, kind: keyof typeof narrowed): number {
  return (measureText(text, 'city', measured) / measured) * narrowed[kind];
}

/** Of a line of names, set in 1 unit. */
export function widthOfLine(text: string): number {
  return widthOf(text, 'line');
}

/** Room for each, so that a name does not change its size from one minute to the next. */
const usualTime = '00\u00a0min';

export function bandTextOf({ band, name, state, words, time, since }: ToldBand): BandText {
  const remark = remarkOf(state);
  const usual = time.endsWith(' old') ? `${usualTime} old` : usualTime;
  return {
    form: formOf(band),
    name: widthOf(textOf(name), 'name'),
    time: time === '' ? 0 : Math.max(widthOf(time, 'name'), widthOf(usual, 'name')),
    word: widthOf(words ? textOf(words) : `${state.label}${remark === null ? '' : ` ${remark}`}`, 'word'),
    since: since === '' ? 0 : widthOfLine(since),
  };
}
