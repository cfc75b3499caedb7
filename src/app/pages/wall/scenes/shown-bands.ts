import { useComponentsSince, useVerdictSince } from '#app/components/history/use-history.ts';
import { useKnown } from '#app/components/notes/use-known.ts';
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
import { confirmedAt } from '#domain/answer/freshness.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import { type Clause, plain, sent, stateClause, textOf } from '#domain/sentences/clause.ts';
import { isOwnWord, remarkOf, type State } from '#domain/severity/classify.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import type { BandText } from '#domain/wall/band-layout.ts';
import { type Band, formOf } from '#domain/wall/bands.ts';
import { claimedWords, countedWords, statedWords } from '#domain/wall/contested.ts';

export interface ShownBand {
  readonly id: string;
  readonly band: Band;
  readonly state: State;
  readonly name: readonly Clause[];
  /** Text in place of the status word; `null` keeps the status word. */
  readonly words: readonly Clause[] | null;
  readonly names: readonly string[];
  /** Statement which sources agree and disagree, for a contradicted status; otherwise empty. */
  readonly details: readonly Clause[];
  readonly time: string;
  readonly since: string;
  readonly times: RecordedTimes;
  /** Note about the problem, in one line; `null` without one. */
  readonly known: string | null;
}

function componentsOf(band: Band): readonly ComponentState[] {
  if (band.kind === 'gone') return band.components;
  return band.kind === 'component' ? [band.component] : [];
}

interface Span {
  readonly since: Since;
  /** Label of the time, such as "last listed"; if missing, the label is "since". */
  readonly called?: string;
  /** Start of the state, if `since` is another time. */
  readonly begun?: Since | null;
}

type Words = Pick<ShownBand, 'id' | 'name' | 'words' | 'names' | 'details'>;

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
 * Adds texts and start times to the wall's problem bands. Bands with unconfirmed states get their age
 * instead.
 * @param answer - response behind the bands.
 * @param isOld - whether that response is out of date.
 */
export function useShownBands(
  deployment: Deployment,
  bands: readonly Band[],
  zone: string,
  {
    verdict,
    answer,
    isOld,
  }: { readonly verdict: Verdict; readonly answer: Answer<unknown> | null; readonly isOld: boolean },
): readonly ShownBand[] {
  const { present } = useVerdictSince(deployment, verdict);
  const componentSince = useComponentsSince(deployment.slug, isOld ? [] : bands.flatMap(componentsOf));
  const notes = useKnown(deployment.slug, !isOld);
  const missing = useMissing(deployment.slug, 'component');
  const lastListed = (components: readonly ComponentState[]): Span | null => {
    const spans = components.flatMap((component): readonly Span[] => {
      const started = componentSince(component);
      const lastSeen = missing.find(({ id }) => id === component.id)?.lastSeen;
      const seen = lastSeen === undefined ? 0 : onHostClock(lastSeen);
      // Another screen or the history record may have seen the component later than this screen.
      const from = Math.max(seen, started?.notBefore ?? 0);
      return from === 0 ? [] : [{ since: { from, before: false }, called: 'last listed', begun: started }];
    });
    const [latest = null] = spans.toSorted((a, b) => b.since.from - a.since.from);
    return latest;
  };
  const readAt = answer && onHostClock(confirmedAt(answer));
  const spanOf = (band: Band): Span | null => {
    if (isOld || band.kind === 'claim')
      return readAt === null ? null : { since: { from: readAt, before: false }, called: 'Last confirmed' };
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
    const note = isOld || band.kind !== 'component' ? null : notes.component(band.component);
    const known = note && note.text.replaceAll('\n', ' ');
    const common = { ...wordsOf(band, verdict), band, state: band.state, times: {}, known };
    if (!span) return { ...common, time: '', since: '' };
    // The status document itself shows only its age.
    if (band.kind === 'claim' && !isOld) return { ...common, time: '', since: `document read ${duration} ago` };
    return {
      ...common,
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

/** Width of text in the narrow fonts of wall.css, as a fraction of the width from `measureText`. */
const narrowed = { name: 0.9, word: 0.99, line: 0.95 } as const;
const measured = 100;

function widthOf(text: string, kind: keyof typeof narrowed): number {
  return (measureText(text, 'city', measured) / measured) * narrowed[kind];
}

/** Returns the width of a line of names, as a multiple of its font size. */
export function widthOfLine(text: string): number {
  return widthOf(text, 'line');
}

/**
 * Text with the width that is reserved for a duration, so that a name does not change its size from minute to
 * minute.
 */
const usualTime = '00\u00a0min';

export function bandTextOf({ band, name, state, words, time, since }: ShownBand): BandText {
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
